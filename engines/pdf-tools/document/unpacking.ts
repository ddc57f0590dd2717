import { ConversionError } from '@bakkum/conversion/errors';
import { decodePDFRawStream, type PDFRawStream } from '@cantoo/pdf-lib';

/** Bytes to which streams may unpack: a few kilobytes can stand for any number of them. */
export const MAX_UNPACKED = 256 * 1024 * 1024;

/**
 * Unpacks a stream (ISO 32000-1, 7.4).
 * @throws ConversionError `too-large`; any other error if it is damaged or packed in an unknown way
 */
export function unpack(stream: PDFRawStream, maxBytes = MAX_UNPACKED): Uint8Array {
  const source = decodePDFRawStream(stream);
  limit(source, maxBytes);
  return source.decode();
}

/** Limits the buffer of a decoder, and those of the decoders that it reads from. */
function limit(source: unknown, maxBytes: number): void {
  for (let decoder = source; typeof decoder === 'object' && decoder !== null; decoder = Reflect.get(decoder, 'stream')) {
    const ensure: unknown = Reflect.get(decoder, 'ensureBuffer');
    if (typeof ensure !== 'function') continue;
    const value = (bytes: number): unknown => {
      if (bytes > maxBytes) throw tooLarge();
      return Reflect.apply(ensure, decoder, [bytes]);
    };
    Object.defineProperty(decoder, 'ensureBuffer', { value });
  }
}

export const tooLarge = (): ConversionError => new ConversionError('too-large', 'the file unpacks to too many bytes');
