import { textAt, viewOf } from '@bakkum/bytes/bytes';

/** Image types of pages, and how to detect them. */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

export type SizedPicture = { readonly kind: PictureKind; readonly width: number; readonly height: number };

/** Detects an image by its first bytes and reads its size in pixels; `undefined` for other or damaged data. */
export function pictureIn(bytes: Uint8Array): SizedPicture | undefined {
  const view = viewOf(bytes);
  if (bytes.length < 30) return undefined;
  const letters = (at: number): string => textAt(bytes, at, 4);
  if (view.getUint32(0) === 0x89504e47) return { kind: 'png', width: view.getUint32(16), height: view.getUint32(20) };
  if (letters(0) === 'GIF8') return { kind: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (letters(0) === 'RIFF' && letters(8) === 'WEBP') return webp(view, letters(12));
  if (letters(4) === 'ftyp' && /avi[fs]/.test(letters(8))) return { kind: 'avif', ...sizeInBoxes(bytes) };
  return view.getUint16(0) === 0xffd8 ? jpeg(view) : undefined;
}

/** The frame header (ITU-T T.81, B.2.2). */
function jpeg(view: DataView): SizedPicture | undefined {
  for (let at = 2; at + 10 <= view.byteLength && view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { kind: 'jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** Plain, lossless or extended (RFC 9649). */
function webp(view: DataView, chunk: string): SizedPicture | undefined {
  if (chunk === 'VP8X') {
    const three = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    return { kind: 'webp', width: three(24) + 1, height: three(27) + 1 };
  }
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { kind: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return chunk === 'VP8 '
    ? { kind: 'webp', width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    : undefined;
}

/** The first `ispe` box (ISO/IEC 23008-12, 6.5.3). */
function sizeInBoxes(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  const view = viewOf(bytes);
  for (let at = 0; at + 16 <= Math.min(bytes.length, 4096); at += 1)
    if (view.getUint32(at) === 0x69737065) return { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
  return { width: 0, height: 0 };
}
