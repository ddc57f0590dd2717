import { concat, encodeLatin1, startsWith, textAt, uint32BE, viewOf } from '@bakkum/bytes/bytes';
import type { Draft } from './draft.ts';
import { stripExifPrefix } from './exif.ts';
import { boxesIn, boxOf } from './heif/iso-boxes.ts';
import { readJxlHeader } from './jxl-codestream.ts';
import type { ImageMetadata } from './metadata.ts';
import { inflateMetadata } from './zlib.ts';

/**
 * Reads Exif and XMP of a JPEG XL container. Profile and orientation are in the codestream, where decoders apply them.
 * Brotli-compressed boxes are read if the host can.
 */
export async function readJxl(bytes: Uint8Array, draft: Draft): Promise<void> {
  const header = readJxlHeader(bytes);
  if (header) draft.bitDepth = header.bitDepth;
  for (const { type, data } of metadataBoxes(bytes)) {
    if (type === 'brob') await readCompressed(data, draft);
    else keep(type, data, draft);
  }
}

/** Kinds of metadata in a file, compressed or not. Those that `extractMetadata` does not return could not be read. */
export function metadataKindsInJxl(bytes: Uint8Array): ReadonlySet<'exif' | 'xmp'> {
  const types = metadataBoxes(bytes).map(({ type, data }) => (type === 'brob' ? textAt(data, 0, 4) : type));
  return new Set(types.flatMap((type) => (type === 'Exif' ? ['exif' as const] : type === 'xml ' ? ['xmp' as const] : [])));
}

function metadataBoxes(bytes: Uint8Array): { readonly type: string; readonly data: Uint8Array }[] {
  if (!startsWith(bytes, 'JXL ', 4)) return [];
  return [...boxesIn(bytes, 0, bytes.length)]
    .filter(({ type }) => type === 'Exif' || type === 'xml ' || type === 'brob')
    .map(({ type, body, end }) => ({ type, data: bytes.subarray(body, end) }));
}

/** ISO/IEC 18181-2: a `brob` box starts with the type of the box it contains. */
async function readCompressed(data: Uint8Array, draft: Draft): Promise<void> {
  const type = textAt(data, 0, 4);
  if (type !== 'Exif' && type !== 'xml ') return;
  const unpacked = await inflateMetadata(data.subarray(4), 'brotli');
  if (unpacked) keep(type, unpacked, draft);
}

function keep(type: string, data: Uint8Array, draft: Draft): void {
  if (type === 'xml ') draft.xmp ??= data.slice();
  else if (data.length > 12) {
    const exif = stripExifPrefix(data.subarray(4 + viewOf(data).getUint32(0)));
    if (exif) draft.exif ??= exif;
  }
}

/** Wraps a bare codestream in a container with Exif and XMP, or adds to an existing container. */
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
const CONTAINER_START = concat([
  boxOf('JXL ', [Uint8Array.of(0x0d, 0x0a, 0x87, 0x0a)]),
  boxOf('ftyp', [encodeLatin1('jxl \0\0\0\0jxl ')]),
]);
