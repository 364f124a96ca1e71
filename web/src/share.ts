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
    byId('copy-link').addEventListener('click', () => void this.copyLink());
    const field = byId<HTMLInputElement>('link');
    field.addEventListener('focus', async () => {
      await this.updateLink();
      field.select();
    });
    const toml = byId<HTMLTextAreaElement>('toml');
    toml.addEventListener('input', () => (this.edited = true));
    experiment.on('opened', () => (this.edited = false));
    byId('apply-toml').addEventListener('click', () => void experiment.openToml(toml.value));
    byId('copy-toml').addEventListener('click', () => copyField(toml));
    byId('save-toml').addEventListener('click', () => download('flock.toml', toml.value));
    const file = byId<HTMLInputElement>('open-toml');
    file.addEventListener('change', () => void this.openFile(file.files?.[0]));
    experiment.on(['opened', 'changed', 'restarted'], () => void this.update());
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) void this.openFile(file);
      else void this.experiment.openToml(event.dataTransfer?.getData('text') ?? '');
    });
    void this.update();
  }

  /** URL that restores the current state. */
  async link(): Promise<string> {
    return `${location.origin}${location.pathname}${location.search}#${await this.experiment.ask('toLink')}`;
  }

  async copyLink(): Promise<void> {
    const link = this.link();
    const copied = writeToClipboard(link);
    const field = byId<HTMLInputElement>('link');
    field.value = await link;
    this.linkedStep = this.experiment.steps;
    history.replaceState(null, '', field.value);
    field.select();
    await noteCopied(copied);
  }

  /** Shows the current link and scenario; the scenario only if the text has no edits. */
  async update(): Promise<void> {
    this.linkedStep = undefined;
    if (byId('panel-share').hidden) return;
    void this.updateLink();
    const scenario = await this.experiment.ask('toToml');
    if (!this.edited) byId<HTMLTextAreaElement>('toml').value = scenario;
  }

  /** Shows the link to the current state, if the panel is open and the state has changed. */
  async updateLink(): Promise<void> {
    const step = this.experiment.steps;
    if (byId('panel-share').hidden || step === this.linkedStep) return;
    this.linkedStep = step;
    byId<HTMLInputElement>('link').value = await this.link();
  }

  private async openFile(file: File | undefined): Promise<void> {
    if (file) await this.experiment.openToml(await file.text());
  }
}

/** Copies the text of a field, and selects it for a browser that does not allow that. */
export function copyField(field: HTMLInputElement | HTMLTextAreaElement): void {
  field.select();
  void noteCopied(writeToClipboard(field.value));
}

/** Copies a text; shows it instead if the browser does not allow that. */
export function copyText(text: string): void {
  writeToClipboard(text).then(() => showNote(t('copied')), () => showNote(text));
}

async function noteCopied(copied: Promise<void>): Promise<void> {
  await copied.then(() => showNote(t('copied')), () => showNote(t('notCopied')));
}

/** Copies a text that may still be on its way: a browser may allow that only at the moment of the click. */
async function writeToClipboard(text: string | Promise<string>): Promise<void> {
  if (typeof text === 'string' || !('ClipboardItem' in window)) return navigator.clipboard.writeText(await text);
  const content = text.then((text) => new Blob([text], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': content })]);
}
