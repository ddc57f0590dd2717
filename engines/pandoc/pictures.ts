import { encodeBase64 } from '@bakkum/bytes/bytes';
import type { Run } from './program.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  emf: 'image/emf',
  wmf: 'image/wmf',
};

/** Replaces each image path in the text with a `data:` URL. */
export function withPicturesInline({ output, pictures }: Run): Uint8Array<ArrayBuffer> {
  if (pictures.size === 0) return output;
  // Longest first, because one path may be a prefix of another.
  const paths = [...pictures.keys()].sort((one, other) => other.length - one.length);
  let text = new TextDecoder().decode(output);
  for (const path of paths) {
    const bytes = pictures.get(path) ?? new Uint8Array();
    for (const spelling of new Set([path, encodeURI(path)])) text = text.replaceAll(spelling, () => addressOf(path, bytes));
  }
  return new TextEncoder().encode(text);
}

function addressOf(path: string, bytes: Uint8Array<ArrayBuffer>): string {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return `data:${MEDIA_TYPES[extension] ?? 'application/octet-stream'};base64,${encodeBase64(bytes)}`;
}
