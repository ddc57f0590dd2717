import { concat, latin1, uint32BE } from '@bakkum/image-metadata/byte-access';
import { crc32 } from '@bakkum/image-metadata/crc32';
import type { Pixels } from './raster.ts';
import { packScanlines } from './scanlines.ts';

export const PNG_SIGNATURE = latin1('\x89PNG\r\n\x1a\n');

/** One chunk of a PNG file, with its length and checksum. */
export function chunk(type: string, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = concat([latin1(type), ...parts]);
  return concat([uint32BE(body.length - 4), body, uint32BE(crc32(body))]);
}

/** Header of a picture of 8 bits a sample, RGBA. */
export function headerChunk(width: number, height: number): Uint8Array<ArrayBuffer> {
  return chunk('IHDR', uint32BE(width), uint32BE(height), Uint8Array.of(8, 6, 0, 0, 0));
}

/** A whole PNG file, RGBA, without metadata: for engines whose format holds pictures as PNG. */
export async function encodePng(
  { width, height, data }: Extract<Pixels, { depth: 8 }>,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await packScanlines({ bytes: data, rowBytes: width * 4, pixelBytes: 4 }, signal);
  return concat([PNG_SIGNATURE, headerChunk(width, height), chunk('IDAT', packed), chunk('IEND')]);
}
