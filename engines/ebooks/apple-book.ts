import { ConversionError } from '@bakkum/conversion/errors';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { zipSync } from 'fflate';

class BrokenBook extends ConversionError {
  constructor(message: string, options?: ErrorOptions) {
    super('corrupt', message, options);
  }
}

const EPUB = 'application/epub+zip';
const CONTAINER = 'META-INF/container.xml';

/**
 * A book of iBooks Author as the EPUB it is beneath: the same parts under the media type readers ask for. What only Apple's reader
 * knows (widgets, its own page layouts) stays in it unread. Errors: `corrupt`, `copy-protected` for a book that was bought.
 */
export function asEpub(bytes: Uint8Array<ArrayBuffer>): Blob {
  const parts = unpackParts(bytes, BrokenBook);
  if (!parts.has(CONTAINER)) throw new BrokenBook('no container.xml');
  if (parts.has('META-INF/sinf.xml') || parts.has('META-INF/encryption.xml'))
    throw new ConversionError('copy-protected', 'its parts are encrypted');
  const others = [...parts].filter(([path]) => path !== 'mimetype' && !path.endsWith('/'));
  const packed = zipSync({
    mimetype: [new TextEncoder().encode(EPUB), { level: 0 }],
    ...Object.fromEntries(others),
  });
  return new Blob([new Uint8Array(packed)], { type: EPUB });
}
