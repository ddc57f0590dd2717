/** Why a conversion did not happen. Closed: a screen has a sentence for each in every language. */
export const CONVERSION_ERROR_CODES = [
  'empty', // zero bytes
  'corrupt', // damaged or cut off, cannot be opened
  'encrypted', // needs a password
  'wrong-password',
  'copy-protected', // rights management: only the program or device it was made for opens it
  'parts-elsewhere', // it only points to other files that hold its content
  'size-unknown', // pixels without their width and height, and no way to guess them
  'unsupported-feature', // a valid file using something this engine cannot do
  'unsupported-type', // no engine reads this kind of file
  'no-route', // no plan from this format to that one
  'needs-capability', // there is one, but not on this device
  'too-large', // more pixels, pages or bytes than can be held
  'out-of-memory',
  'storage-full', // no room on this device for the result
  'invalid-options',
  'engine-unavailable', // could not be downloaded or started here
  'timeout',
  'cancelled',
  'crashed', // the worker died
  'internal', // a defect of ours
] as const;

export type ConversionErrorCode = (typeof CONVERSION_ERROR_CODES)[number];

/**
 * An expected failure inside an engine. `message` is for the log, never for a person; `code` is what decides.
 */
export class ConversionError extends Error {
  readonly code: ConversionErrorCode;

  constructor(code: ConversionErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'ConversionError';
    this.code = code;
  }
}

/** Codes after which another plan for the same pair may still succeed. */
const WORTH_ANOTHER_PLAN: ReadonlySet<ConversionErrorCode> = new Set<ConversionErrorCode>([
  'corrupt',
  'unsupported-feature',
  'unsupported-type',
  'engine-unavailable',
  'crashed',
  'internal',
  'out-of-memory',
]);

export function mayTryAnotherPlan(code: ConversionErrorCode): boolean {
  return WORTH_ANOTHER_PLAN.has(code);
}

/**
 * Of several failed attempts, the one to tell the person about: the most specific. A later engine saying
 * "corrupt" about a file an earlier one called "encrypted" adds nothing.
 */
const MOST_TELLING: readonly ConversionErrorCode[] = [
  'cancelled',
  'wrong-password',
  'encrypted',
  'copy-protected',
  'empty',
  'too-large',
  'storage-full',
  'invalid-options',
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

export function mostTelling<T extends { readonly code: ConversionErrorCode }>(failures: readonly [T, ...T[]]): T {
  return failures.reduce((best, next) => (MOST_TELLING.indexOf(next.code) < MOST_TELLING.indexOf(best.code) ? next : best));
}

/** Turns whatever an engine threw into a typed failure. Errors nobody foresaw are `internal`, heap exhaustion is recognised. */
export function toConversionError(thrown: unknown, fallback: ConversionErrorCode = 'internal'): ConversionError {
  if (thrown instanceof ConversionError) return thrown;
  if (thrown instanceof Error && thrown.name === 'AbortError')
    return new ConversionError('cancelled', 'aborted', { cause: thrown });
  if (thrown instanceof RangeError && /allocation|array (buffer|length)|memory/i.test(thrown.message)) {
    return new ConversionError('out-of-memory', thrown.message, { cause: thrown });
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new ConversionError(fallback, message, { cause: thrown });
}
