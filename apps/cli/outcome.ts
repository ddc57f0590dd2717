import type { ConversionErrorCode } from '@bakkum/conversion/errors';
import { errors } from '@bakkum/messages/errors.en';

/** Exit codes, part of the command's contract. */
export const EXIT = { done: 0, usage: 2, noRoute: 3, failed: 4 } as const;

/** How a command ends: what it prints on standard output, or why it did not do its work. */
export type Outcome =
  | { readonly exit: typeof EXIT.done; readonly text: string; readonly json: unknown }
  | {
      readonly exit: typeof EXIT.usage | typeof EXIT.noRoute | typeof EXIT.failed;
      readonly code: ConversionErrorCode | 'usage' | 'not-written';
      readonly message: string;
      /** For whoever looks closer: what the engine said. */
      readonly detail?: string;
    };

export function usageError(message: string): Outcome {
  return { exit: EXIT.usage, code: 'usage', message };
}

/** A conversion that did not happen, by its code. What could not be loaded, and why, is something the person can act on. */
export function failure(code: ConversionErrorCode, detail: string): Outcome {
  return {
    exit: code === 'no-route' || code === 'unsupported-type' ? EXIT.noRoute : EXIT.failed,
    code,
    message: code === 'engine-unavailable' ? `${errors[code]} (${detail})` : errors[code],
    detail,
  };
}
