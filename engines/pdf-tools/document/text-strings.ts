/**
 * Text strings and names (ISO 32000-1, 7.9.2 and 7.3.5). pdf-lib decodes them with one argument per character, which overflows the stack
 * at some hundred thousand characters.
 */
import { decodeLatin1 } from '@bakkum/bytes/bytes';
import { PDFHexString, type PDFName, type PDFString } from '@cantoo/pdf-lib';

const BIG_ENDIAN = new TextDecoder('utf-16be');
const LITTLE_ENDIAN = new TextDecoder('utf-16le');
/** The character of each byte in PDFDocEncoding. */
const CHARACTERS = Array.from({ length: 256 }, (_, byte) => PDFHexString.of(byte.toString(16).padStart(2, '0')).decodeText());

/** Decodes UTF-16 with a byte order mark, and PDFDocEncoding. */
export function decodeText(value: PDFString | PDFHexString): string {
  const bytes = value.asBytes();
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return BIG_ENDIAN.decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return LITTLE_ENDIAN.decode(bytes);
  return Array.from(bytes, (byte) => CHARACTERS[byte]).join('');
}

/** Decodes a name, one character per byte. */
export function decodeName(value: PDFName): string {
  return decodeLatin1(value.asBytes());
}
