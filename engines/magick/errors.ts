import { ConversionError, type ConversionErrorCode, toConversionError } from '@bakkum/conversion/errors';
import { MagickError } from '@imagemagick/magick-wasm';

/**
 * Codes for ImageMagick's error classes by `ExceptionType` in hundreds. The "coder" class covers damage as well as unsupported
 * features; the reasons below distinguish them.
 */
const CODE_OF_SEVERITY: ReadonlyMap<number, ConversionErrorCode> = new Map<number, ConversionErrorCode>([
  [400, 'too-large'], // resource limit
  [405, 'unsupported-feature'], // type: a missing font
  [410, 'unsupported-feature'], // option: needs more than the file declares
  [415, 'unsupported-feature'], // delegate: another program
  [420, 'unsupported-feature'], // missing delegate
  [425, 'corrupt'], // corrupt image
  [430, 'corrupt'], // file open: a missing part of the file
  [435, 'corrupt'], // blob
  [440, 'corrupt'], // stream
  [445, 'too-large'], // pixel cache
  [450, 'corrupt'], // coder
  [465, 'corrupt'], // image: impossible geometry
  [499, 'unsupported-feature'], // policy
]);

/**
 * Reasons that are more specific than their class. ImageMagick has no numbers for them, so this is the only place that reads its
 * text: the tag before the file name, as spelled in its message catalogue.
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

/** Converts an exception of the library to a typed failure. A trap in WebAssembly leaves the instance unusable: `crashed`. */
export function fromMagick(thrown: unknown): ConversionError {
  if (thrown instanceof ConversionError) return thrown;
  if (thrown instanceof WebAssembly.RuntimeError) return new ConversionError('crashed', thrown.message, { cause: thrown });
  if (isForeignException(thrown)) return new ConversionError('corrupt', 'a C++ exception left the decoder', { cause: thrown });
  if (!(thrown instanceof MagickError)) return toConversionError(thrown);
  return new ConversionError(codeOf(thrown.severity, thrown.message), thrown.message, { cause: thrown });
}

/** LibRaw throws C++ exceptions for damaged files; they arrive as an object that holds a pointer, not as an `Error`. */
export function isForeignException(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && 'excPtr' in thrown;
}

function codeOf(severity: number, message: string): ConversionErrorCode {
  const reason = message.split(/ [`'@]/, 1)[0] ?? '';
  const known = CODE_OF_REASON.findLast(([pattern]) => pattern.test(reason));
  return known?.[1] ?? CODE_OF_SEVERITY.get(severity) ?? 'internal';
}

/** Warnings of the class "corrupt image": missing data was filled in. */
export function meansDamage(severity: number): boolean {
  return severity === 325;
}
