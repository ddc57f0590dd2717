import type { AttemptFault } from '@bakkum/api-contract/image-faults';

/** Why a service delivered nothing. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';
  readonly code: AttemptFault;
  /** With `refused`: what it found, in its own words of one piece (`violence`). */
  readonly categories: readonly string[];

  /** @param message for the log: status and codes, never texts of the service, which may repeat the prompt or a key */
  constructor(code: AttemptFault, message: string, categories: readonly string[] = []) {
    super(message);
    this.code = code;
    this.categories = categories;
  }
}

const NEVER_PASSED_ON: readonly AttemptFault[] = ['refused', 'invalid', 'ambiguous', 'timed-out', 'cancelled'];

/** Whether another service may be asked after this: not where it was refused, is wrong, or may still be drawn and charged. */
export function mayPassOn(fault: AttemptFault): boolean {
  return !NEVER_PASSED_ON.includes(fault);
}
