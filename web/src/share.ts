// The experiment as a link and as TOML: copy, download, edit, drop.

import { byId } from './dom';
import { download } from './download';
import type { Experiment } from './experiment';
import { t } from './language';
import { showNote } from './notifications';

export class Share {
  /** Whether the text has edits that are not applied: `update` must not overwrite them. */
  private edited = false;

  constructor(private experiment: Experiment) {
    byId('copy-link').addEventListener('click', () => this.copyLink());
    const toml = byId<HTMLTextAreaElement>('toml');
    toml.addEventListener('input', () => (this.edited = true));
    experiment.on('opened', () => (this.edited = false));
    byId('apply-toml').addEventListener('click', () => experiment.openToml(toml.value));
    byId('copy-toml').addEventListener('click', () => copy(toml));
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
    history.replaceState(null, '', field.value);
    copy(field);
  }

  /** Shows the current scenario, unless the text has edits. */
  update(): void {
    const toml = byId<HTMLTextAreaElement>('toml');
    if (!this.edited && !byId('panel-share').hidden) toml.value = this.experiment.flock.toToml();
  }

  private async openFile(file: File | undefined): Promise<void> {
    if (file) this.experiment.openToml(await file.text());
  }
}

function copy(field: HTMLInputElement | HTMLTextAreaElement): void {
  field.select();
  const copied = navigator.clipboard?.writeText(field.value) ?? Promise.reject();
  copied.then(() => showNote(t('copied')), () => showNote(t('notCopied')));
}
