// Errors of the library in the words of the page.

import { errorMessage } from './error-message';
import { ALLOWED, PROBLEMS, translateByTemplate } from './error-texts';
import type { Problem } from './host/messages';
import { fullLabel } from './labels';
import { language, t } from './language';
import { parameterText } from './parameter-texts';

/** One thing that is wrong with a scenario. */
interface Issue {
  line: number | null;
  key: string;
  problem: string;
  allowed: string | null;
  suggestion: string | null;
}

/** What is wrong, in parts. */
type Details =
  | { kind: 'scenario'; issues: Issue[] }
  | { kind: 'too-many-boids' | 'not-a-count'; boids: number; most: number }
  | { kind: 'unknown-species' | 'unknown-word'; name?: string; word?: string; allowed: string }
  | { kind: 'link' | 'other'; problem: string };

/** An error of the host. */
export class HostError extends Error {
  readonly details: string | undefined;

  constructor({ message, details }: Problem) {
    super(message);
    this.details = details;
  }
}

/** The whole message: what is wrong, where, and what is allowed. */
export function errorText(error: unknown): string {
  const details = detailsOf(error);
  switch (details?.kind) {
    case 'scenario':
      return details.issues.map(issueText).join('\n');
    case 'too-many-boids':
      return t('tooManyBoids', { boids: count(details.boids), most: count(details.most) });
    case 'not-a-count':
      return t('notACount', { boids: String(details.boids), most: count(details.most) });
    case 'unknown-species':
    case 'unknown-word':
      return t('unknownName', { name: details.name ?? details.word ?? '', allowed: details.allowed });
    case 'link':
      return t('unreadableLink', { problem: problemText(details.problem) });
    default:
      return errorMessage(error);
  }
}

/** Only what is wrong, as sentences: for places where it is clear which parameter is meant. */
export function errorProblem(error: unknown): string {
  const details = detailsOf(error);
  if (details?.kind !== 'scenario') return errorText(error);
  return [...new Set(details.issues.map(({ problem }) => `${capitalise(problemText(problem))}.`))].join(' ');
}

function detailsOf(error: unknown): Details | undefined {
  return error instanceof HostError && error.details ? JSON.parse(error.details) : undefined;
}

function issueText({ line, key, problem, allowed, suggestion }: Issue): string {
  const where = line === null ? '' : `${t('errorLine', { line })}: `;
  const known = parameterText(key.replace(/^species\.[^.]+\./, ''));
  const what = key === '' ? '' : known ? `${fullLabel(key)} (${key}): ` : `${key}: `;
  const parts = [`${where}${what}${problemText(problem)}.`];
  if (suggestion) parts.push(t('errorSuggestion', { suggestion }));
  if (allowed) parts.push(t('errorAllowed', { allowed: allowedText(allowed) }));
  return parts.join(' ');
}

function problemText(problem: string): string {
  return withoutBackticks((language() === 'ko' ? translateByTemplate(problem, PROBLEMS) : undefined) ?? problem);
}

function allowedText(allowed: string): string {
  return withoutBackticks((language() === 'ko' ? translateByTemplate(allowed, ALLOWED) : undefined) ?? allowed);
}

function withoutBackticks(text: string): string {
  return text.replaceAll('`', '');
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function count(number: number): string {
  return number.toLocaleString(language());
}
