// The experiment as a link and as TOML: copied, downloaded, pasted, dropped.

import { get } from './element';
import { download } from './download';
import type { Experiment } from './experiment';
import { t } from './language';
import { note } from './messages';

export class Share {
  /** Whether somebody has changed the text and not applied it: what cannot be applied is not thrown away. */
  private edited = false;

  constructor(private experiment: Experiment) {
    get('copy-link').addEventListener('click', () => this.copyLink());
    const toml = get<HTMLTextAreaElement>('toml');
    toml.addEventListener('input', () => (this.edited = true));
    experiment.on('opened', () => (this.edited = false));
    get('apply-toml').addEventListener('click', () => experiment.openToml(toml.value));
    get('copy-toml').addEventListener('click', () => copy(toml));
    get('save-toml').addEventListener('click', () => download('flock.toml', toml.value));
    get('open-toml').addEventListener('change', (event) => void this.openFile((event.target as HTMLInputElement).files?.[0]));
    for (const event of ['opened', 'changed', 'restarted']) experiment.on(event, () => this.show());
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) void this.openFile(file);
      else this.experiment.openToml(event.dataTransfer?.getData('text') ?? '');
    });
    this.show();
  }

  /** The address that leads to this very state. */
  link(): string {
    return `${location.origin}${location.pathname}${location.search}#${this.experiment.flock.toLink()}`;
  }

  copyLink(): void {
    const field = get<HTMLInputElement>('link');
    field.value = this.link();
    history.replaceState(null, '', field.value);
    copy(field);
  }

  /** The text is the present scenario, unless somebody has written in it. */
  show(): void {
    const toml = get<HTMLTextAreaElement>('toml');
    if (!this.edited && !get('panel-share').hidden) toml.value = this.experiment.flock.toToml();
  }

  private async openFile(file: File | undefined): Promise<void> {
    if (file) this.experiment.openToml(await file.text());
  }
}

function copy(field: HTMLInputElement | HTMLTextAreaElement): void {
  field.select();
  const done = navigator.clipboard?.writeText(field.value) ?? Promise.reject();
  done.then(() => note(t('copied')), () => note(t('notCopied')));
}
