import { corrupt } from '@bakkum/conversion/errors';
import { type Table, type Value } from '@bakkum/data-tree/value';
import { childOf, elementsOf, textOf, type XmlElement } from '@bakkum/markup/xml';
import { wordsIn } from './unit.ts';

/** Reads a translation memory (TMX 1.4): one record per unit, one column per language. Errors: `corrupt`. */
export function readMemory(root: XmlElement): readonly Table[] {
  const body = childOf(root, 'body');
  if (root.name !== 'tmx' || !body) throw corrupt('no translation memory');
  return elementsOf(body)
    .filter(({ name }) => name === 'tu')
    .map((unit) => {
      const record = new Map<string, Value>([['id', unit.attributes['tuid'] ?? '']]);
      for (const variant of elementsOf(unit)) {
        if (variant.name === 'note') record.set('note', textOf(variant).trim());
        const segment = childOf(variant, 'seg');
        const language = variant.attributes['xml:lang'] ?? variant.attributes['lang'] ?? '';
        if (variant.name === 'tuv' && segment && language !== '') record.set(language, wordsIn(segment));
      }
      return record;
    });
}
