// The switch between the processor and the graphics card, and a sentence on which of them the flock is on, and why.

import { byId } from './dom';
import type { Experiment } from './experiment';
import type { Computing, Processor, Setback } from './host/messages';
import { language, onLanguageChange, t } from './language';
import { showNote } from './notifications';
import { loadSetting, saveSetting } from './storage';
import type { MessageKey } from './translations';

const KEY = 'quelea-engine';
const PROCESSORS: readonly string[] = ['auto', 'cpu', 'gpu'] satisfies Processor[];

/** What the address asks for (`?engine=gpu`), or what was chosen last. */
export function chosenProcessor(): Processor {
  const choices = [new URLSearchParams(location.search).get('engine'), loadSetting(KEY)];
  return (choices.find((choice) => choice !== null && PROCESSORS.includes(choice)) ?? 'auto') as Processor;
}

const SETBACKS: Record<Setback['kind'], MessageKey> = {
  library: 'gpuLibrary', webgl2: 'gpuWebgl2', software: 'gpuSoftware', inexact: 'gpuInexact', few: 'gpuFew', engine: 'gpuEngine', search: 'gpuSearch',
  refused: 'gpuRefused', failed: 'gpuFailed',
};

export class ComputingSwitch {
  private radios = [...byId('processors').querySelectorAll('input')];
  private hasFailed = false;

  constructor(private experiment: Experiment) {
    for (const radio of this.radios) {
      radio.addEventListener('change', () => {
        saveSetting(KEY, radio.value);
        void experiment.setProcessor(radio.value as Processor);
      });
    }
    experiment.on('computing', () => this.update());
    onLanguageChange(() => this.update());
    this.update();
  }

  private update(): void {
    const { computing } = this.experiment;
    for (const radio of this.radios) radio.checked = radio.value === computing.choice;
    const hint = sentences(computing);
    if (byId('processor-hint').textContent !== hint) byId('processor-hint').textContent = hint;
    const hasFailed = computing.setback?.kind === 'failed';
    if (hasFailed && !this.hasFailed) showNote(reason(computing));
    this.hasFailed = hasFailed;
  }
}

function sentences(computing: Computing): string {
  if (computing.gpu) return t(computing.isExact ? 'onGpu' : 'onGpuInexact', { card: computing.card || t('engineGpu') });
  return [t('onCpu'), reason(computing)].filter(Boolean).join(' ');
}

/** Why the flock is not on the graphics card; empty if it was not to be. */
function reason({ setback, fewest }: Computing): string {
  if (!setback) return '';
  // What a browser says goes on with advice for programmers.
  const [problem] = (setback.problem ?? '').split(/\. |\n/);
  return t(SETBACKS[setback.kind], { problem, boids: fewest.toLocaleString(language()) });
}
