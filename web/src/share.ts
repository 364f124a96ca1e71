// The experiment as a link and as TOML: copy, download, edit, drop.

import { byId } from './dom';
import { download } from './download';
import type { Experiment } from './experiment';
import { t } from './language';
import { showNote } from './notifications';

export class Share {
  /** Whether the text has edits that are not applied: `update` must not overwrite them. */
  private edited = false;
  /** The step that the link in the field leads to; `undefined` if the scenario has changed since. */
  private linkedStep: number | undefined;

  constructor(private experiment: Experiment) {
    byId('copy-link').addEventListener('click', () => this.copyLink());
    const field = byId<HTMLInputElement>('link');
    field.addEventListener('focus', () => {
      this.updateLink();
      field.select();
    });
    const toml = byId<HTMLTextAreaElement>('toml');
    toml.addEventListener('input', () => (this.edited = true));
    experiment.on('opened', () => (this.edited = false));
    byId('apply-toml').addEventListener('click', () => experiment.openToml(toml.value));
    byId('copy-toml').addEventListener('click', () => copyField(toml));
    byId('save-toml').addEventListener('click', () => download('flock.toml', toml.value));
    const file = byId<HTMLInputElement>('open-toml');
    file.addEventListener('change', () => void this.openFile(file.files?.[0]));
    experiment.on(['opened', 'changed', 'restarted'], () => this.update());
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) void this.openFile(file);
      else this.experiment.openToml(event.dataTransfer?.getData('text') ?? '');
    });
    this.update();
  }

  /** URL that restores the current state. */
  link(): string {
    return `${location.origin}${location.pathname}${location.search}#${this.experiment.flock.toLink()}`;
  }

  copyLink(): void {
    const field = byId<HTMLInputElement>('link');
    field.value = this.link();
    this.linkedStep = this.experiment.flock.steps();
    history.replaceState(null, '', field.value);
    copyField(field);
  }

  /** Shows the current link and scenario; the scenario only if the text has no edits. */
  update(): void {
    this.linkedStep = undefined;
    this.updateLink();
    const toml = byId<HTMLTextAreaElement>('toml');
    if (!this.edited && !byId('panel-share').hidden) toml.value = this.experiment.flock.toToml();
  }

  /** Shows the link to the current state, if the panel is open and the state has changed. */
  updateLink(): void {
    const step = this.experiment.flock.steps();
    if (byId('panel-share').hidden || step === this.linkedStep) return;
    byId<HTMLInputElement>('link').value = this.link();
    this.linkedStep = step;
  }

  private async openFile(file: File | undefined): Promise<void> {
    if (file) this.experiment.openToml(await file.text());
  }
}

/** Copies the text of a field, and selects it for a browser that does not allow that. */
export function copyField(field: HTMLInputElement | HTMLTextAreaElement): void {
  field.select();
  writeToClipboard(field.value).then(() => showNote(t('copied')), () => showNote(t('notCopied')));
}

/** Copies a text; shows it instead if the browser does not allow that. */
export function copyText(text: string): void {
  writeToClipboard(text).then(() => showNote(t('copied')), () => showNote(text));
}

function writeToClipboard(text: string): Promise<void> {
  return navigator.clipboard?.writeText(text) ?? Promise.reject();
}
