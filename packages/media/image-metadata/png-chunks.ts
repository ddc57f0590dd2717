import { concat, encodeLatin1, uint32BE } from '@bakkum/bytes/bytes';
import { crc32 } from '@bakkum/bytes/checksums';

export const PNG_SIGNATURE = encodeLatin1('\x89PNG\r\n\x1a\n');

/** Creates one chunk of a PNG file with its length and checksum. */
export function pngChunk(type: string, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = concat([encodeLatin1(type), ...parts]);
  return concat([uint32BE(body.length - 4), body, uint32BE(crc32(body))]);
}
