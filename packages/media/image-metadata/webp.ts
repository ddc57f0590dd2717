import { concat, encodeLatin1, startsWith, textAt, uint32LE, viewOf } from '@bakkum/bytes/bytes';
import type { Draft } from './draft.ts';
import { stripExifPrefix } from './exif.ts';
import type { ImageMetadata } from './metadata.ts';

/** Flags of the VP8X chunk (WebP container specification, "Extended File Format"). */
const FLAG = { icc: 0x20, alpha: 0x10, exif: 0x08, xmp: 0x04, animation: 0x02 } as const;

export type RiffChunk = { readonly type: string; readonly data: Uint8Array };

/** Chunks of a WebP file or frame. The last chunk may be truncated. */
export function* riffChunks(bytes: Uint8Array, from: number): Generator<RiffChunk> {
  const view = viewOf(bytes);
  let at = from;
  while (at + 8 <= bytes.length) {
    const length = view.getUint32(at + 4, true);
    yield { type: textAt(bytes, at, 4), data: bytes.subarray(at + 8, Math.min(at + 8 + length, bytes.length)) };
    at += 8 + length + (length & 1);
  }
}

export function isWebp(bytes: Uint8Array): boolean {
  return bytes.length >= 20 && startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8);
}

export function readWebp(bytes: Uint8Array, draft: Draft): void {
  if (!isWebp(bytes)) return;
  draft.bitDepth = 8;
  for (const { type, data } of riffChunks(bytes, 12)) {
    if (type === 'ICCP') draft.icc ??= data.slice();
    else if (type === 'XMP ') draft.xmp ??= data.slice();
    else if (type === 'EXIF') {
      const exif = stripExifPrefix(data);
      if (exif) draft.exif ??= exif;
    }
  }
}

export function riffChunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  return concat([encodeLatin1(type), uint32LE(data.length), data, new Uint8Array(data.length & 1)]);
}

export function riffFile(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = concat([encodeLatin1('WEBP'), ...chunks]);
  return concat([encodeLatin1('RIFF'), uint32LE(body.length), body]);
}

/** The extended header. Width and height in pixels, at most 2^24. */
export function extendedHeader(flags: number, width: number, height: number): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(10);
  const view = viewOf(data);
  view.setUint32(0, flags, true);
  view.setUint32(4, (width - 1) & 0xffffff, true);
  view.setUint16(7, (height - 1) & 0xffff, true);
  view.setUint8(9, ((height - 1) >>> 16) & 255);
  return riffChunk('VP8X', data);
}

export type WebpHeader = { readonly width: number; readonly height: number; readonly flags: number };

/** Canvas size and extended flags of a file, or of the chunks of one frame; undefined without an image chunk. */
export function readWebpHeader(bytes: Uint8Array, from = 12): WebpHeader | undefined {
  for (const { type, data } of riffChunks(bytes, from)) {
    const view = viewOf(data);
    if (type === 'VP8X' && data.length >= 10) {
      const height = 1 + view.getUint16(7, true) + view.getUint8(9) * 65_536;
      return { width: 1 + (view.getUint32(4, true) & 0xffffff), height, flags: view.getUint8(0) };
    }
    if (type === 'VP8L' && data.length >= 5 && data[0] === 0x2f) {
      const bits = view.getUint32(1, true);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff), flags: (bits >>> 28) & 1 ? FLAG.alpha : 0 };
    }
    if (type === 'VP8 ' && data.length >= 10) {
      return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff, flags: 0 };
    }
  }
  return undefined;
}

/** Converts a simple file to the extended layout if needed and orders the parts as specified. */
export function embedInWebp(bytes: Uint8Array, metadata: ImageMetadata): Uint8Array<ArrayBuffer> {
  const header = isWebp(bytes) ? readWebpHeader(bytes) : undefined;
  if (!header) return bytes.slice();
  const replaced = new Set([
    'VP8X',
    ...(metadata.icc ? ['ICCP'] : []),
    ...(metadata.exif ? ['EXIF'] : []),
    ...(metadata.xmp ? ['XMP '] : []),
  ]);
  const kept = [...riffChunks(bytes, 12)].filter(({ type }) => !replaced.has(type));
  const icc = metadata.icc ?? kept.find(({ type }) => type === 'ICCP')?.data;
  const flags = header.flags | (icc ? FLAG.icc : 0) | (metadata.exif ? FLAG.exif : 0) | (metadata.xmp ? FLAG.xmp : 0);
  return riffFile([
    extendedHeader(flags, header.width, header.height),
    ...(icc ? [riffChunk('ICCP', icc)] : []),
    ...kept.filter(({ type }) => type !== 'ICCP').map(({ type, data }) => riffChunk(type, data)),
    ...(metadata.exif ? [riffChunk('EXIF', metadata.exif)] : []),
    ...(metadata.xmp ? [riffChunk('XMP ', metadata.xmp)] : []),
  ]);
}

export const WEBP_FLAG = FLAG;
