import { ConversionError } from '@bakkum/conversion/errors';
import { decodePDFRawStream, PDFContext, PDFRawStream } from '@cantoo/pdf-lib';

const MEGABYTE = 1024 * 1024;
/** Bytes to which a stream, or the content of a page, may unpack: a few kilobytes can stand for any number of them. */
export const MAX_UNPACKED = 256 * MEGABYTE;
/** Bytes to which all streams may unpack in a conversion, and more for each byte of the files. Text and drawings rarely need ten. */
const PER_CONVERSION = 1024 * MEGABYTE;
const PER_BYTE = 100;

let left = Number.POSITIVE_INFINITY;
let refused = 0;

/** Starts to count what a conversion unpacks. @param bytes that it may unpack, besides those its files allow */
export function startUnpacking(bytes = PER_CONVERSION): void {
  left = bytes;
}

/** Allows a conversion to unpack a file of this size. */
export function allowUnpacking(fileBytes: number): void {
  left += PER_BYTE * fileBytes;
}

/** Number of streams refused so far. pdf-lib reports none: it leaves out the objects in them. */
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

/** A decoder of pdf-lib, which writes to a growing buffer. */
type Decoder = { readonly buffer: Uint8Array; ensureBuffer(bytes: number): Uint8Array };

/** Limits what pdf-lib 2.11.1 unpacks, also while it opens a file. By default, a stream can fill the memory. */
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
