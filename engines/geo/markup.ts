import { ConversionError } from '@bakkum/conversion/errors';
import { decodeText, ENCODINGS, type Encoding } from '@bakkum/document-input/text-encoding';
import { parseXml, type XmlElement, XmlError } from '@bakkum/document-input/xml';
import { corrupt } from './feature.ts';

/**
 * Parses a file and returns its root element. A document type is refused: no map needs one, and its declarations can expand
 * without limit or load external files. Errors: `corrupt`; `unsupported-feature` for a document type.
 */
export function rootOf(file: Uint8Array, name: string): XmlElement {
  const text = decodeText(file, declaredEncoding(file));
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new ConversionError('unsupported-feature', 'a document type');
  try {
    const root = parseXml(text.replace(/^\ufeff/, ''));
    if (root.name.toLowerCase() !== name) throw corrupt(`${root.name} is not ${name}`);
    return root;
  } catch (cause) {
    throw cause instanceof XmlError ? corrupt(cause.message, cause) : cause;
  }
}

/** Returns the declared encoding if it is supported. */
function declaredEncoding(file: Uint8Array): Encoding | undefined {
  const beginning = new TextDecoder('latin1').decode(file.subarray(0, 200));
  const said = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)/i.exec(beginning)?.[1]?.toLowerCase();
  return ENCODINGS.find((encoding) => encoding === (said === 'cp949' || said === 'ks_c_5601-1987' ? 'euc-kr' : said));
}

/** Drops characters XML 1.0 does not allow. */
export const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be written
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

export const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;

/** Returns a valid XML name, with underscores for other characters. */
export const xmlName = (name: string): string => {
  const plain = name.replaceAll(/[^\p{L}\p{N}_.-]/gu, '_');
  return /^[\p{L}_]/u.test(plain) ? plain : `_${plain}`;
};
