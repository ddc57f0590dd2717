import { type Bytes, decodeBase64 } from '@bakkum/bytes/bytes';
import type { Pixels } from '@bakkum/raster/raster';

export type Picture = Extract<Pixels, { depth: 8 }>;

/** An image stored in another file: an image file recognised by its first bytes, a bitmap without a file header, or pixels. */
export type Stored =
  | { readonly kind: 'file'; readonly bytes: Bytes }
  | { readonly kind: 'bitmap'; readonly bytes: Bytes }
  | { readonly kind: 'pixels'; readonly pixels: Picture };

/** Decodes one character per byte. */
export const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** Decodes Base64, ignoring other characters. */
export function fromBase64(text: string): Bytes {
  const signs = text.replaceAll(/&#x?[0-9a-f]+;/gi, '').replaceAll(/[^\w+/]/g, '');
  return decodeBase64(signs.slice(0, signs.length - (signs.length % 4 === 1 ? 1 : 0)));
}

/** Decodes hexadecimal digits, ignoring other characters. */
export function fromHex(text: string): Bytes {
  const digits = text.replaceAll(/[^\da-f]/gi, '');
  return Uint8Array.from({ length: digits.length >> 1 }, (_, at) => Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16));
}
