import { ConversionError } from '@bakkum/conversion/errors';
import { decodePDFRawStream, PDFContext, PDFRawStream } from '@cantoo/pdf-lib';

const MEGABYTE = 1024 * 1024;
/** Maximum bytes of an unpacked stream, and of the content of a page. A few packed kilobytes can unpack to gigabytes. */
export const MAX_UNPACKED = 256 * MEGABYTE;
/** Maximum bytes that a conversion unpacks, not counting those that the size of its files allows. */
const PER_CONVERSION = 1024 * MEGABYTE;
/** Unpacked bytes allowed per byte of a file. Text and drawings rarely unpack to more than ten times their size. */
const PER_BYTE = 100;

let left = Number.POSITIVE_INFINITY;
let refused = 0;

/** Resets the limit for a new conversion. `allowUnpacking` then raises it for each file. */
export function startUnpacking(bytes = PER_CONVERSION): void {
  left = bytes;
}

/** Raises the limit of the conversion for a file of this size. */
export function allowUnpacking(fileBytes: number): void {
  left += PER_BYTE * fileBytes;
}

/** Number of streams refused so far. pdf-lib does not report them: it omits the objects they contain. */
export function refusedStreams(): number {
  return refused;
}

/**
 * Unpacks a stream (ISO 32000-1, 7.4).
 * @throws ConversionError `too-large`; any other error if it is damaged or packed in an unknown way
 */
export function unpack(stream: PDFRawStream): Uint8Array {
  return decodePDFRawStream(stream).decode();
}

export const tooLarge = (): ConversionError => new ConversionError('too-large', 'the file unpacks to too many bytes');

/** A decoder of pdf-lib, which grows its buffer while it writes. */
type Decoder = { readonly buffer: Uint8Array; ensureBuffer(bytes: number): Uint8Array };

/** Limits what pdf-lib 2.11.1 unpacks, including while it opens a file. By default, one stream can exhaust memory. */
export function limitUnpacking(): void {
  const dict = PDFContext.create().obj({ Filter: 'RunLengthDecode' });
  const decoder: unknown = decodePDFRawStream(PDFRawStream.of(dict, new Uint8Array()));
  const shared: unknown = Object.getPrototypeOf(Object.getPrototypeOf(decoder));
  if (!isDecoder(shared)) throw new Error('the decoders of pdf-lib have changed');
  const { ensureBuffer } = shared;
  function limited(this: Decoder, bytes: number): Uint8Array {
    const before = this.buffer.length;
    if (bytes > MAX_UNPACKED || (bytes > before && left < 0)) {
      refused += 1;
      throw tooLarge();
    }
    const buffer = ensureBuffer.call(this, bytes);
    left -= buffer.length - before;
    return buffer;
  }
  Object.defineProperty(shared, 'ensureBuffer', { value: limited, writable: true, configurable: true });
}

function isDecoder(prototype: unknown): prototype is Decoder {
  return typeof prototype === 'object' && prototype !== null && 'ensureBuffer' in prototype;
}
