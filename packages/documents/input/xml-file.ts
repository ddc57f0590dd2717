import { parseXml, type XmlElement } from '@bakkum/markup/xml';
import { decodeText } from './text-encoding.ts';

/** The root element of an XML file. Errors: `corrupt` if it is not well-formed, `too-large` for unreasonably deep nesting. */
export const readXml = (bytes: Uint8Array): XmlElement => parseXml(decodeText(bytes));
