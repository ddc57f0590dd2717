import type { AttemptFault } from '@bakkum/api-contract/images/faults';

/** Why a service delivered no image. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';
  readonly code: AttemptFault;
  /** With `refused`: the categories the service reported, as single words (`violence`). */
  readonly categories: readonly string[];

  /**
   * @param message for the log: status and codes, never text from the service, which may repeat the prompt or a key
   */
  constructor(code: AttemptFault, message: string, categories: readonly string[] = []) {
    super(message);
    this.code = code;
    this.categories = categories;
  }
}

const NOT_FORWARDED: readonly AttemptFault[] = ['refused', 'invalid', 'unchanged', 'ambiguous', 'timed-out', 'cancelled'];

/**
 * Whether another service may be tried after this fault: not if the content was refused, the request is invalid, or the image may
 * still be drawn and charged.
 */
export function mayTryNextService(fault: AttemptFault): boolean {
  return !NOT_FORWARDED.includes(fault);
}
