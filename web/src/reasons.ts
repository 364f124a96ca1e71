// Why a parameter has no effect, in words.

import { fullLabel, choiceLabel, ruleLabel } from './labels';
import { t } from './language';

/** Why a parameter has no effect, as the library says it. `path` is the parameter that would have to change. */
export interface Reason {
  kind: 'not-in-order' | 'no-weight' | 'is' | 'missing' | 'full-view' | 'replaced' | 'no-obstacle' | 'no-relation' | 'program' | 'other';
  path?: string;
  rule?: string;
  value?: string;
  needed?: string[];
  text?: string;
}

/** What only a run of the program uses: the studio runs on. */
export function isForPrograms(path: string): boolean {
  return path === 'steps' || path.startsWith('end.');
}

export function reasonText(reason: Reason): string {
  const { path = '', rule = '', value = '', needed = [] } = reason;
  const list = (texts: string[]) => texts.join(', ');
  switch (reason.kind) {
    case 'not-in-order':
      return t('inertNotInOrder', { rule: ruleLabel(rule) });
    case 'no-weight':
      return t('inertNoWeight', { parameter: fullLabel(path) });
    case 'is':
      return t('inertIs', { parameter: fullLabel(path), value: choiceLabel(path, value), needed: list(needed.map((word) => choiceLabel(path, word))) });
    case 'missing':
      return t('inertMissing', { parameter: fullLabel(path) });
    case 'full-view':
      return t('inertFullView');
    case 'replaced':
      return t('inertReplaced', { parameter: fullLabel(path) });
    case 'no-obstacle':
      return t('inertNoObstacle');
    case 'no-relation':
      return t('inertNoRelation', { needed: list(needed.map((word) => choiceLabel('relation', word))) });
    case 'program':
      return t('inertProgram');
    default:
      return reason.text ?? '';
  }
}
