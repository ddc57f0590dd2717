import type { ConversionErrorCode } from '@bakkum/conversion/errors';
import { errors } from '@bakkum/messages/errors.en';

/** Exit codes, part of the command's contract. */
export const EXIT = { done: 0, usage: 2, noRoute: 3, failed: 4 } as const;

/** Outcome of a command: its standard output, or the reason of a failure. */
export type Outcome = { readonly exit: typeof EXIT.done; readonly text: string; readonly json: unknown } | Failure;

export type Failure = {
  readonly exit: typeof EXIT.usage | typeof EXIT.noRoute | typeof EXIT.failed;
  readonly code: ConversionErrorCode | 'usage' | 'not-written' | 'some-failed';
  readonly message: string;
  /** Technical detail from the engine. */
  readonly detail?: string;
  /** Outcome of each file, for programs. */
  readonly files?: readonly unknown[];
};

export function usageError(message: string): Failure {
  return { exit: EXIT.usage, code: 'usage', message };
}

/** Describes a failed conversion by its code. Load failures include the reason, since the user can act on it. */
export function failure(code: ConversionErrorCode, detail: string): Failure {
  return {
    exit: code === 'no-route' || code === 'unsupported-type' ? EXIT.noRoute : EXIT.failed,
    code,
    message: code === 'engine-unavailable' ? `${errors[code]} (${detail})` : errors[code],
    detail,
  };
}
