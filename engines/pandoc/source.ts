import { startsWith } from '@bakkum/bytes/bytes';
import type { FormatId } from '@bakkum/conversion/engine';
import { ConversionError, type ConversionErrorCode } from '@bakkum/conversion/errors';
import type { OptionValue } from '@bakkum/conversion/options';
import { withoutRootFolder } from '@bakkum/document-epub/root-folder';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { decodeText, ENCODINGS, markupAsUtf8 } from '@bakkum/document-input/text-encoding';
import { parsePage } from '@bakkum/document-input/web-page';
import { readDirectory } from '@bakkum/document-input/zip-directory';
import { withMembers } from '@bakkum/document-input/zip-overlay';
import { texinfoToHtml } from '@bakkum/document-texinfo/html';
import { serialize } from 'parse5';
import { withCoverInText } from './book-cover.ts';
import { READERS, type Reader } from './kinds.ts';
import { assertFiniteMacros, assertFiniteOrgMacros } from './tex-macros.ts';

/** Limit of a document's unpacked size, which pandoc holds several times in memory. */
const MAX_UNPACKED_BYTES = 500_000_000;
/** Limit of markup text, because its tree is held in memory as well. */
const MAX_TEXT_BYTES = 50_000_000;

/**
 * Prepares a document for pandoc: UTF-8 text from any encoding, web pages with all elements closed. Errors: `empty`, `corrupt`,
 * `encrypted`, `too-large`.
 */
export function prepareSource(bytes: Uint8Array<ArrayBuffer>, from: FormatId, encoding?: OptionValue): Uint8Array<ArrayBuffer> {
  const reader = READERS[from];
  if (!reader) throw new RangeError(`not a source: ${from}`);
  if (bytes.length === 0) throw new ConversionError('empty', 'zero bytes');
  if (reader.content === 'zip') {
    const file = from === 'epub' ? withoutRootFolder(bytes) : bytes;
    assertZip(file, reader);
    return from === 'epub' ? bookAsUtf8(file) : file;
  }
  if (bytes.length > MAX_TEXT_BYTES) throw new ConversionError('too-large', `${bytes.length} bytes of markup`);
  if (reader.content === 'rtf') {
    assertRichText(bytes);
    return bytes;
  }
  const text = textOf(bytes, reader, encoding);
  if (from === 'tex') assertFiniteMacros(text);
  if (from === 'org') assertFiniteOrgMacros(text);
  return new TextEncoder().encode(from === 'fb2' ? withCoverInText(text) : text);
}

/** Removes times of day from the dates of a book, and the year 101, which Calibre writes if the date is unknown. */
export const withPlainDates = (packageDocument: string): string =>
  packageDocument.replaceAll(/(<(?:dc:)?date\b[^<>]*>)([^<]*)/g, (_, start: string, date: string) => {
    const [day = ''] = date.trim().split('T');
    return `${start}${day.startsWith('0101-') ? '' : day}`;
  });

/** Pandoc reads every part of a book as UTF-8, and prints its date as it is. */
function bookAsUtf8(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const texts = unpackParts(bytes, (path) => /\.(?:x?html?|xml|opf|ncx)$/i.test(path), MAX_UNPACKED_BYTES);
  const decoded = [...texts].flatMap(([path, part]) => {
    const utf8 = markupAsUtf8(part);
    const read = /\.opf$/i.test(path) ? edited(utf8, withPlainDates) : utf8;
    return read === part ? [] : [[path, read] as const];
  });
  return decoded.length === 0 ? bytes : (withMembers(bytes, Object.fromEntries(decoded)) ?? bytes);
}

/** Returns the bytes themselves if the text stays the same. */
function edited(utf8: Uint8Array<ArrayBuffer>, edit: (text: string) => string): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder().decode(utf8);
  const changed = edit(text);
  return changed === text ? utf8 : new TextEncoder().encode(changed);
}

const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];

function assertZip(bytes: Uint8Array<ArrayBuffer>, { member = '' }: Reader): void {
  if (startsWith(bytes, COMPOUND)) throw new ConversionError('encrypted', 'a sealed package');
  const members = bytes[0] === 0x50 && bytes[1] === 0x4b ? readDirectory(bytes) : undefined;
  if (!members) throw new ConversionError('corrupt', 'no zip, or one without a directory');
  const unpacked = members.reduce((sum, { size }) => sum + size, 0);
  if (unpacked > MAX_UNPACKED_BYTES) throw new ConversionError('too-large', `unpacks to ${unpacked} bytes`);
  if (!members.some(({ name }) => name.replaceAll('\\', '/').toLowerCase() === member))
    throw new ConversionError('corrupt', `no member ${member}`);
}

/** Whether a refused package is encrypted: OpenDocument stores encrypted members uncompressed, and DRM books list them. */
function isSealed(bytes: Uint8Array<ArrayBuffer>, from: FormatId): boolean {
  if (READERS[from]?.content !== 'zip') return false;
  return (readDirectory(bytes) ?? []).some(
    ({ name, method }) =>
      (from === 'odt' && method === 0 && name === 'content.xml') ||
      (from === 'epub' && ['META-INF/encryption.xml', 'META-INF/rights.xml'].includes(name)),
  );
}

/** Error for a refused document. Text cannot be damaged: it includes missing files, or uses unsupported syntax. */
export function refusalOf(bytes: Uint8Array<ArrayBuffer>, from: FormatId): ConversionErrorCode {
  if (isSealed(bytes, from)) return 'encrypted';
  return READERS[from]?.content === 'text' ? 'unsupported-feature' : 'corrupt';
}

/** Checks that RTF is complete, because pandoc reads truncated files as if they ended there. */
function assertRichText(bytes: Uint8Array): void {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 5));
  const end = new TextDecoder('latin1').decode(bytes.subarray(-64)).replaceAll('\0', '').trimEnd();
  if (start !== '{\\rtf' || !end.endsWith('}')) throw new ConversionError('corrupt', 'rich text without its beginning or end');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells a file of another kind from text
const NOT_IN_TEXT = /[\0-\x06\x0e-\x19\x1c-\x1f]/;

function textOf(bytes: Uint8Array, { content }: Reader, encoding: OptionValue | undefined): string {
  const told = ENCODINGS.find((each) => each === encoding);
  const text = decodeText(bytes, told);
  if (NOT_IN_TEXT.test(text)) throw new ConversionError('corrupt', 'control characters in a text');
  if (text.trim() === '') throw new ConversionError('empty', 'white space only');
  if (content === 'texinfo') return texinfoToHtml(text);
  if (content === 'html') return serialize(parsePage(text));
  if (content === 'xml' && !text.trimStart().startsWith('<')) throw new ConversionError('corrupt', 'XML without an element');
  return text;
}
