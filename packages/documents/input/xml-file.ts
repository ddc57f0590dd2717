import { parseXml, type XmlElement } from '@bakkum/markup/xml';
import { decodeText, ENCODINGS } from './text-encoding.ts';

/** Decodes XML by its byte order mark, its declared encoding, or the most plausible one. */
export function decodeXml(bytes: Uint8Array): string {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 256));
  const declared = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.-]+)["']/i.exec(beginning)?.[1]?.toLowerCase() ?? '';
  const encoding = ENCODINGS.find((known) => known === (ALIASES[declared] ?? declared));
  return encoding && !encoding.startsWith('utf-16') ? decodeText(bytes, encoding).replace(/^\ufeff/, '') : decodeText(bytes);
}

const ALIASES: Readonly<Record<string, string>> = {
  utf8: 'utf-8',
  ks_c_5601: 'euc-kr',
  'ks_c_5601-1987': 'euc-kr',
  cp949: 'euc-kr',
  ms949: 'euc-kr',
  'x-windows-949': 'euc-kr',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  gb2312: 'gb18030',
  gbk: 'gb18030',
};

/** The root element of an XML file. Errors: `corrupt` if it is not well-formed, `too-large` for unreasonably deep nesting. */
export const readXml = (bytes: Uint8Array): XmlElement => parseXml(decodeXml(bytes));
