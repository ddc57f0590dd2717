import { ConversionError } from '@bakkum/conversion/errors';

/** Names of WebCodecs' own failures: the host promised what it could not do. */
const CODEC_FAILURES: ReadonlySet<string> = new Set([
  'EncodingError',
  'NotSupportedError',
  'OperationError',
  'QuotaExceededError',
]);

/** The library throws plain errors for files it cannot make sense of. */
export function toMediaError(thrown: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return new ConversionError('cancelled', 'aborted');
  if (thrown instanceof ConversionError || !(thrown instanceof Error)) return thrown;
  if (thrown instanceof RangeError && /allocation|array buffer/i.test(thrown.message)) return thrown;
  const code = CODEC_FAILURES.has(thrown.name) ? 'unsupported-feature' : 'corrupt';
  return new ConversionError(code, thrown.message, { cause: thrown });
}
