import { ConversionError } from '@bakkum/conversion/errors';
import { parseXml, type XmlElement } from '@bakkum/markup/xml';
import { textOf } from './text-lines.ts';

/**
 * Parses XML and returns the root element.
 * @throws ConversionError `corrupt`
 */
export function rootOf(file: Uint8Array, name: string): XmlElement {
  const root = parseXml(textOf(file));
  if (root.name.toLowerCase() !== name) throw new ConversionError('corrupt', `${root.name} is not ${name}`);
  return root;
}
