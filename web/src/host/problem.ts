// Errors on their way to the page: what is thrown does not survive a message with all it has.

import { errorMessage } from '../error-message';
import type { Problem } from './messages';

export function problemOf(error: unknown): Problem {
  return { message: errorMessage(error), details: (error as { details?: string } | undefined)?.details };
}
