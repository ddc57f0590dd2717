import { ConversionError } from '@bakkum/conversion/errors';
import { isOutOfMemory } from '@bakkum/conversion/platform-errors';

/** Names of WebCodecs failures: the host did not deliver what it announced. */
const CODEC_FAILURES: ReadonlySet<string> = new Set([
  'EncodingError',
  'NotSupportedError',
  'OperationError',
  'QuotaExceededError',
]);

/** The library throws plain errors for unreadable files. */
export function toMediaError(thrown: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return new ConversionError('cancelled', 'aborted');
  if (thrown instanceof ConversionError || !(thrown instanceof Error)) return thrown;
  if (thrown instanceof RangeError && isOutOfMemory(thrown)) return thrown;
  const code = CODEC_FAILURES.has(thrown.name) ? 'unsupported-feature' : 'corrupt';
  return new ConversionError(code, thrown.message, { cause: thrown });
}
