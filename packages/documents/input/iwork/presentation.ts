import type { Bytes } from '@bakkum/bytes/bytes';
import type { Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { SlideDeck } from '@bakkum/document-model/slides';
import { unpackParts } from '../packed-parts.ts';
import { readDeck } from './keynote/deck.ts';
import { hasPassword } from './password.ts';

/**
 * Opens a presentation of Keynote 6 or later. Errors: `corrupt`, `encrypted`, `too-large`, and `unsupported-feature` for earlier
 * versions.
 */
export function readPresentation(file: Bytes): { readonly deck: SlideDeck; readonly warnings: readonly Warning[] } {
  if (hasPassword(file)) throw new ConversionError('encrypted', 'it needs a password');
  const members = unpackParts(file, (name) => /^(?:Index\/.*\.iwa|Index\.zip|Data\/.*)$/.test(name));
  const packed = members.get('Index.zip'); // stored as a folder by Keynote
  const index = packed ? unpackParts(packed, (name) => name.endsWith('.iwa')) : new Map<string, Bytes>();
  const all = new Map([...members, ...index]);
  if (![...all.keys()].some((name) => name.endsWith('.iwa')))
    throw new ConversionError('unsupported-feature', 'an older version');
  const { deck, lacksPictures, lacksObjects } = readDeck(all);
  return {
    deck,
    warnings: [
      ...(lacksPictures ? [{ code: 'pictures-dropped' } as const] : []),
      ...(lacksObjects ? [{ code: 'objects-dropped' } as const] : []),
    ],
  };
}
