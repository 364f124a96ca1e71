// The scenario as code: TOML, which can be edited and applied (share.ts), Rust, Python and HTML, which can be copied.

import { byId } from './dom';
import { download } from './download';
import { errorMessage } from './error-message';
import type { Experiment } from './experiment';
import { onLanguageChange, t } from './language';
import { copyField } from './share';
import type { MessageKey } from './translations';

const FORMS = {
  rust: { hint: 'codeRust', file: 'main.rs' },
  python: { hint: 'codePython', file: 'flock.py' },
  html: { hint: 'codeHtml', file: 'flock.html' },
} as const satisfies Record<string, { hint: MessageKey; file: string }>;

type Form = keyof typeof FORMS;

export class CodeView {
  /** The form that is shown; none for TOML. */
  private form: Form | undefined;
  private field = byId<HTMLTextAreaElement>('code');

  constructor(private experiment: Experiment) {
    for (const radio of byId('code-forms').querySelectorAll('input')) {
      radio.addEventListener('change', () => this.select(radio.value));
    }
    byId('copy-code').addEventListener('click', () => copyField(this.field));
    byId('save-code').addEventListener('click', () => this.form && download(FORMS[this.form].file, this.field.value));
    experiment.on(['opened', 'changed', 'restarted'], () => void this.update());
    onLanguageChange(() => void this.update());
  }

  private select(form: string): void {
    this.form = form in FORMS ? (form as Form) : undefined;
    byId('code-toml').hidden = this.form !== undefined;
    byId('code-program').hidden = this.form === undefined;
    void this.update();
  }

  /** Shows the present scenario, if somebody can see it. */
  async update(): Promise<void> {
    const { form } = this;
    if (!form || byId('panel-share').hidden) return;
    const hint = t(FORMS[form].hint);
    try {
      const { text, embedsToml } = JSON.parse(await this.experiment.ask('toCode', form));
      if (form !== this.form) return;
      this.field.value = text;
      byId('code-note').textContent = embedsToml ? `${hint} ${t('codeEmbedded')}` : hint;
    } catch (error) {
      this.field.value = '';
      byId('code-note').textContent = errorMessage(error);
    }
  }
}
