import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { parseXml, type XmlElement } from '@bakkum/markup/xml';

/**
 * Parses a file and returns its root element. A document type is refused: no map needs one, and its declarations can expand
 * without limit or load external files. Errors: `corrupt`; `unsupported-feature` for a document type.
 */
export function rootOf(file: Uint8Array, name: string): XmlElement {
  const text = decodeText(file);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new ConversionError('unsupported-feature', 'a document type');
  const root = parseXml(text);
  if (root.name.toLowerCase() !== name) throw corrupt(`${root.name} is not ${name}`);
  return root;
}

export const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;

/** Returns a valid XML name, with underscores for other characters. */
export const xmlName = (name: string): string => {
  const plain = name.replaceAll(/[^\p{L}\p{N}_.-]/gu, '_');
  return /^[\p{L}_]/u.test(plain) ? plain : `_${plain}`;
};
