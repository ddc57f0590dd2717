import { BytesError } from '@bakkum/bytes/errors';
import { isOutOfMemory, isStackOverflow } from './platform-errors.ts';

/** Why a conversion failed. A closed list; each code has a sentence in every language. */
export const CONVERSION_ERROR_CODES = [
  'empty', // zero bytes
  'corrupt', // damaged or truncated, cannot be opened
  'encrypted', // needs a password
  'wrong-password',
  'copy-protected', // DRM: only opens in the program or on the device it was issued for
  'parts-elsewhere', // only refers to other files that hold its content
  'size-unknown', // pixels without width and height that cannot be guessed
  'crop-outside', // the area to keep reaches beyond the image
  'no-bookmarks', // the file is to be split at its bookmarks, but has none
  'no-coordinates', // a table has no places for a map
  'unsupported-feature', // a valid file using something this engine cannot do
  'unsupported-type', // no engine reads this kind of file
  'no-route', // no plan between these formats
  'needs-capability', // a plan exists, but not on this device
  'too-large', // more pixels, pages or bytes than can be held
  'too-complex', // macros, loops or effects without end, or with too much work
  'out-of-memory',
  'storage-full', // no space on this device for the result
  'invalid-options',
  'engine-unavailable', // could not be downloaded or started
  'timeout',
  'cancelled',
  'crashed', // the worker crashed
  'internal', // a defect in our code
] as const;

export type ConversionErrorCode = (typeof CONVERSION_ERROR_CODES)[number];

/** An expected failure inside an engine. `message` is for the log, never for people; programs decide by `code`. */
export class ConversionError extends Error {
  readonly code: ConversionErrorCode;

  constructor(code: ConversionErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'ConversionError';
    this.code = code;
  }
}

/** An engine does not run on this device, whatever the file. */
export class UnfitDeviceError extends ConversionError {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super('needs-capability', message, options);
    this.name = 'UnfitDeviceError';
  }
}

/** An engine leaves a valid file to others, before any program has read it. Its worker can be reused. */
export class DeclinedError extends ConversionError {
  constructor(message: string) {
    super('unsupported-feature', message);
    this.name = 'DeclinedError';
  }
}

export const corrupt = (message: string, cause?: unknown): ConversionError => new ConversionError('corrupt', message, { cause });

/** Runs a reader. Reading past the end of a buffer means that the file is cut off. Errors: `corrupt`. */
export function withinBounds<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw cause instanceof RangeError ? corrupt(cause.message, cause) : cause;
  }
}

/** Runs recursive work. A full stack means that the file is nested too deep. Errors: `too-large`. */
export function withinStack<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw isStackOverflow(cause) ? new ConversionError('too-large', 'nested too deep', { cause }) : cause;
  }
}

/** Codes after which another plan for the same pair may still succeed. */
const WORTH_ANOTHER_PLAN: ReadonlySet<ConversionErrorCode> = new Set<ConversionErrorCode>([
  'corrupt',
  'unsupported-feature',
  'unsupported-type',
  'needs-capability',
  'engine-unavailable',
  'crashed',
  'internal',
  'out-of-memory',
]);

export function mayTryAnotherPlan(code: ConversionErrorCode): boolean {
  return WORTH_ANOTHER_PLAN.has(code);
}

/**
 * Picks which of several failures to report: the most specific. A later engine's "corrupt" adds nothing when an earlier engine
 * said "encrypted".
 */
const MOST_SPECIFIC_FIRST: readonly ConversionErrorCode[] = [
  'cancelled',
  'wrong-password',
  'encrypted',
  'copy-protected',
  'empty',
  'too-large',
  'too-complex',
  'storage-full',
  'crop-outside',
  'no-bookmarks',
  'no-coordinates',
  'invalid-options',
  'needs-capability',
  'corrupt',
  'engine-unavailable',
  'out-of-memory',
  'timeout',
  'size-unknown',
  'parts-elsewhere',
  'unsupported-feature',
  'unsupported-type',
  'crashed',
  'no-route',
  'internal',
];

export function mostSpecific<T extends { readonly code: ConversionErrorCode }>(failures: readonly [T, ...T[]]): T {
  return failures.reduce((best, next) =>
    MOST_SPECIFIC_FIRST.indexOf(next.code) < MOST_SPECIFIC_FIRST.indexOf(best.code) ? next : best,
  );
}

/**
 * Converts any thrown value to a typed failure. Unexpected errors become `internal`; a full stack, from nesting or from a list that is too
 * long, and heap exhaustion are recognized.
 */
export function toConversionError(thrown: unknown, fallback: ConversionErrorCode = 'internal'): ConversionError {
  if (thrown instanceof ConversionError) return thrown;
  if (thrown instanceof BytesError) return new ConversionError(thrown.code, thrown.message, { cause: thrown });
  if (thrown instanceof Error && thrown.name === 'AbortError')
    return new ConversionError('cancelled', 'aborted', { cause: thrown });
  if (thrown instanceof Error && isOutOfMemory(thrown))
    return new ConversionError('out-of-memory', thrown.message, { cause: thrown });
  if (isStackOverflow(thrown)) return new ConversionError('too-large', 'more than fits on the stack', { cause: thrown });
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new ConversionError(fallback, message, { cause: thrown });
}
