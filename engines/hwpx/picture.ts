import { decodeBase64 } from '@bakkum/bytes/bytes';
import type { Picture } from '@bakkum/document-model/model';
import { lengthOf } from './css.ts';

type Attributes = ReadonlyMap<string, string>;

/** Returns the embedded image of an `img`; `undefined` for external images and formats Hangul documents do not support. */
export function pictureOf(attributes: Attributes, declared: ReadonlyMap<string, string>): Picture | undefined {
  const [, data] = /^data:[^,]*;base64,(.*)$/s.exec(attributes.get('src') ?? '') ?? [];
  const bytes = data === undefined ? undefined : decoded(data);
  const natural = bytes && sizeIn(bytes);
  if (!bytes || !natural) return undefined;
  const told = (name: string): number | undefined => lengthOf(declared.get(name)) ?? lengthOf(attributes.get(name));
  const alt = attributes.get('alt') ?? '';
  return {
    bytes,
    mediaType: bytes[0] === PNG_BEGINNING ? 'image/png' : 'image/jpeg',
    ...sizeShown(natural, told('width'), told('height')),
    ...(alt !== '' && { description: alt }),
  };
}

/** Keeps the aspect ratio if the page specifies only one side or none. */
function sizeShown(
  { across, down }: Size,
  width: number | undefined,
  height: number | undefined,
): Pick<Picture, 'width' | 'height'> {
  const wide = width ?? (height === undefined ? across * POINTS_A_PIXEL : (height * across) / down);
  return { width: Math.max(1, wide), height: Math.max(1, height ?? (wide * down) / across) };
}

const PNG_BEGINNING = 0x89;
const POINTS_A_PIXEL = 0.75;

function decoded(data: string): Uint8Array<ArrayBuffer> | undefined {
  const plain = unescaped(data).replaceAll(/\s/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(plain) || plain.length % 4 === 1) return undefined;
  return decodeBase64(plain);
}

/** Unescapes only `%2B`, `%2F` and `%3D`, the ones that occur in Base64. */
function unescaped(data: string): string {
  return data.replaceAll(/%2b/gi, '+').replaceAll(/%2f/gi, '/').replaceAll(/%3d/gi, '=');
}

type Size = { readonly across: number; readonly down: number };

function sizeIn(bytes: Uint8Array<ArrayBuffer>): Size | undefined {
  if (bytes[0] !== PNG_BEGINNING) return sizedJpeg(bytes);
  if (bytes.length < 24 || bytes[1] !== 0x50) return undefined;
  const view = new DataView(bytes.buffer);
  return sizeOrNothing(view.getUint32(16), view.getUint32(20));
}

/** Reads the size from the frame header (ITU-T T.81, B.2.2). */
function sizedJpeg(bytes: Uint8Array<ArrayBuffer>): Size | undefined {
  const view = new DataView(bytes.buffer);
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return sizeOrNothing(view.getUint16(at + 7), view.getUint16(at + 5));
  }
  return undefined;
}

function sizeOrNothing(across: number, down: number): Size | undefined {
  return across > 0 && down > 0 ? { across, down } : undefined;
}
