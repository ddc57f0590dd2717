import { ConversionError } from '@bakkum/conversion/errors';
import { safePath } from '@bakkum/conversion/file-names';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { zipSync } from 'fflate';

const EPUB = 'application/epub+zip';
const CONTAINER = 'META-INF/container.xml';

/**
 * Turns an iBooks Author book into the EPUB it is based on: the same parts with the media type readers expect. Widgets and page
 * layouts specific to Apple stay in the file unread; parts with unsafe names are dropped. Errors: `corrupt`, `copy-protected` for purchased books.
 */
export function asEpub(bytes: Uint8Array<ArrayBuffer>): Blob {
  const parts = unpackParts(bytes);
  if (!parts.has(CONTAINER)) throw new ConversionError('corrupt', 'no container.xml');
  if (parts.has('META-INF/sinf.xml') || parts.has('META-INF/encryption.xml'))
    throw new ConversionError('copy-protected', 'its parts are encrypted');
  const others = [...parts].filter(([path]) => path !== 'mimetype' && safePath(path) === path);
  const packed = zipSync({
    mimetype: [new TextEncoder().encode(EPUB), { level: 0 }],
    ...Object.fromEntries(others),
  });
  return new Blob([new Uint8Array(packed)], { type: EPUB });
}
