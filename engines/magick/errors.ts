import { ConversionError, type ConversionErrorCode, toConversionError } from '@bakkum/conversion/errors';
import { MagickError } from '@imagemagick/magick-wasm';

/**
 * What ImageMagick's error classes mean to a person, by the hundred-based numbers of its `ExceptionType`.
 * A class of its codecs ("coder") covers damage as well as features; those are told apart by the reason below.
 */
const CODE_OF_SEVERITY: ReadonlyMap<number, ConversionErrorCode> = new Map<number, ConversionErrorCode>([
  [400, 'too-large'], // resource limit
  [405, 'unsupported-feature'], // type: a font that is not there
  [410, 'unsupported-feature'], // option: needs to be told more than the file says
  [415, 'unsupported-feature'], // delegate: another program
  [420, 'unsupported-feature'], // missing delegate
  [425, 'corrupt'], // corrupt image
  [430, 'corrupt'], // file open: a part of the file that is not there
  [435, 'corrupt'], // blob
  [440, 'corrupt'], // stream
  [445, 'too-large'], // pixel cache
  [450, 'corrupt'], // coder
  [465, 'corrupt'], // image: impossible geometry
  [499, 'unsupported-feature'], // policy
]);

/**
 * Reasons that say more than their class. ImageMagick has no numbers for them, so this is the one place that reads its words:
 * the tag before the file name, as its message catalogue spells it.
 */
const CODE_OF_REASON: readonly (readonly [RegExp, ConversionErrorCode])[] = [
  [/^MemoryAllocationFailed|^UnableToAllocate/, 'out-of-memory'],
  [/^UnableToCreateColormap/, 'corrupt'],
  [/ExceedsLimit$|^CacheResourcesExhausted|^TimeLimitExceeded/, 'too-large'],
  [
    /NotSupported|^Unsupported|^NoDecodeDelegate|^NoEncodeDelegate|\bcompression.*not (?:supported|configured)/i,
    'unsupported-feature',
  ],
  [/^Unsupported file format or not RAW file/, 'corrupt'],
];

/** Turns what the library threw into a typed failure. A trap inside WebAssembly leaves the instance unusable: `crashed`. */
export function fromMagick(thrown: unknown): ConversionError {
  if (thrown instanceof ConversionError) return thrown;
  if (thrown instanceof WebAssembly.RuntimeError) return new ConversionError('crashed', thrown.message, { cause: thrown });
  if (isForeignException(thrown)) return new ConversionError('corrupt', 'a C++ exception left the decoder', { cause: thrown });
  if (!(thrown instanceof MagickError)) return toConversionError(thrown);
  return new ConversionError(codeOf(thrown.severity, thrown.message), thrown.message, { cause: thrown });
}

/** LibRaw throws C++ exceptions at damaged files; they arrive as an object that holds a pointer, and is no `Error`. */
export function isForeignException(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && 'excPtr' in thrown;
}

function codeOf(severity: number, message: string): ConversionErrorCode {
  const reason = message.split(/ [`'@]/, 1)[0] ?? '';
  const known = CODE_OF_REASON.findLast(([pattern]) => pattern.test(reason));
  return known?.[1] ?? CODE_OF_SEVERITY.get(severity) ?? 'internal';
}

/** Warnings of the class "corrupt image": something was missing and was filled in. */
export function meansDamage(severity: number): boolean {
  return severity === 325;
}
