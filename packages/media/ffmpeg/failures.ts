import { ConversionError, type ConversionErrorCode } from '@bakkum/conversion/errors';

/** Maps messages of FFmpeg to error codes, as it has no codes of its own. The first match counts. */
const FAILURES: readonly (readonly [RegExp, ConversionErrorCode])[] = [
  [/no space left on device|disk quota exceeded/i, 'storage-full'],
  [/cannot allocate memory|out of memory|OOM/i, 'out-of-memory'],
  [/DRM protected|is encrypted|encrypted stream|activation_bytes|decryption key|\[aax\]/i, 'encrypted'],
  [/format not on whitelist/i, 'unsupported-feature'],
  [/invalid data found|moov atom not found|end of file|could not find codec parameters|header (missing|damaged)/i, 'corrupt'],
  [
    /invalid argument|no such (decoder|demuxer)|decoder .*not found|not implemented|unsupported|patch welcome/i,
    'unsupported-feature',
  ],
];

/** Messages of decoders and demuxers about unusable bytes. */
const DAMAGE =
  /error while decoding|invalid data found|corrupt|truncat|prematurely|partial file|invalid frame|invalid nal|error splitting|overread|missing picture|concealing|bytestream|end of file|packet too small|incomplete|buffer exhausted|packet mismatch|stream ends|unexpected|invalid (?:sync|packet|residual|header)|header missing|skipped|broken/i;

/** Caused by an empty packet at the end of a stream; nothing is missing. */
const HARMLESS = /error while decoding.*invalid argument$/i;

export function failureOf(log: readonly string[], fallback: ConversionErrorCode): ConversionError {
  const text = log.join('\n');
  const [, code = fallback] = FAILURES.find(([words]) => words.test(text)) ?? [];
  return new ConversionError(
    code,
    log
      .filter((line) => !line.startsWith('Aborted'))
      .slice(-4)
      .join(' | '),
  );
}

export function reportsDamage(log: readonly string[]): boolean {
  return log.some((line) => /\[(error|fatal|warning)\]/.test(line) && DAMAGE.test(line) && !HARMLESS.test(line));
}
