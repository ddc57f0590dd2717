import { concat, latin1, textAt, uint32BE } from './byte-access.ts';
import type { Draft } from './draft.ts';
import { bareExif } from './exif.ts';
import { boxesIn, boxOf } from './iso-boxes.ts';
import { readJxlHeader } from './jxl-codestream.ts';
import type { ImageMetadata } from './metadata.ts';

/**
 * Exif and XMP of a JPEG XL container. The profile is inside the codestream, where decoders apply it; orientation is
 * there too. Brotli-compressed boxes (`brob`) are left alone: hosts cannot be relied on to inflate Brotli.
 */
export function readJxl(bytes: Uint8Array, draft: Draft): void {
  const header = readJxlHeader(bytes);
  if (header) draft.bitDepth = header.bitDepth;
  if (textAt(bytes, 4, 4) !== 'JXL ') return;
  for (const { type, body, end } of boxesIn(bytes, 0, bytes.length)) {
    if (type === 'Exif' && end - body > 12) {
      const skipped = new DataView(bytes.buffer, bytes.byteOffset + body, 4).getUint32(0);
      const exif = bareExif(bytes.subarray(body + 4 + skipped, end));
      if (exif) draft.exif ??= exif;
    } else if (type === 'xml ') draft.xmp ??= bytes.slice(body, end);
  }
}

/** Wraps a bare codestream into a container with Exif and XMP; adds to one that is a container already. */
export function embedInJxl(bytes: Uint8Array, metadata: ImageMetadata): Uint8Array<ArrayBuffer> {
  const isCodestream = bytes[0] === 0xff && bytes[1] === 0x0a;
  if (!metadata.exif && !metadata.xmp) return bytes.slice();
  return concat([
    ...(isCodestream ? [CONTAINER_START, boxOf('jxlc', [bytes])] : [bytes]),
    ...(metadata.exif ? [boxOf('Exif', [uint32BE(0), metadata.exif])] : []),
    ...(metadata.xmp ? [boxOf('xml ', [metadata.xmp])] : []),
  ]);
}

/** ISO/IEC 18181-2: signature box, then file type. */
const CONTAINER_START = concat([boxOf('JXL ', [Uint8Array.of(0x0d, 0x0a, 0x87, 0x0a)]), boxOf('ftyp', [latin1('jxl \0\0\0\0jxl ')])]);
