import { type Bytes, startsWith, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { createDictionary } from './huffman.ts';
import { type Index, readIndex } from './index-records.ts';
import { joinPieces } from './pieces.ts';
import { readRecords } from './records.ts';
import { unpackWords } from './words.ts';

/** The raw text of a book, and its images. */
export type Book = {
  readonly title: string;
  readonly author: string;
  readonly publisher: string;
  readonly description: string;
  /** BCP 47; empty if unknown. */
  readonly language: string;
  readonly encoding: 'utf-8' | 'windows-1252';
  /** 0 for lines of plain text, as in PalmDOC; otherwise HTML, in parts since version 8. */
  readonly version: number;
  readonly text: Uint8Array;
  /** Number of the cover image. */
  readonly cover: number | undefined;
  /** Table of contents; positions are byte offsets in the text. */
  readonly contents: readonly BookEntry[];
  /** Resolves a version 8 link to a text position. */
  placeOf(piece: number, offset: number): number | undefined;
  /** Returns the image record with this number in the book, counted from 1. */
  picture(number: number): Bytes | undefined;
};

export type BookEntry = { readonly title: string; readonly place: number; readonly level: number };

const UNPACKED = 1;
const WORDS = 2;
const HUFFMAN = 17480;
const UTF_8 = 65001;
const AUTHOR = 100;
const PUBLISHER = 101;
const DESCRIPTION = 103;
const COVER = 201;
const TITLE = 503;
const LANGUAGE = 524;
/** Text size limit; a header can claim any size. */
const MAX_TEXT_LENGTH = 500_000_000;
const PIECES_VERSION = 8;
const NONE = 0xffffffff;

/** Opens a Mobipocket or Kindle book. Errors: `corrupt`, `copy-protected`, `unsupported-feature`. */
export function openBook(file: Bytes): Book {
  const records = readRecords(file);
  const head = records.at(0);
  const view = viewOf(head);
  if (head.length < 16) throw new ConversionError('corrupt', 'no header');
  if (view.getUint16(12) !== 0) throw new ConversionError('copy-protected', 'encrypted for one reader');
  const isMobi = head.length >= 132 && startsWith(head, 'MOBI', 16);
  const number = (at: number): number => (isMobi && at + 4 <= head.length ? view.getUint32(at) : 0);
  const encoding = !isMobi || number(28) !== UTF_8 ? 'windows-1252' : 'utf-8';
  const entries = extraEntries(head, view, isMobi);
  const decode = (bytes: Uint8Array | undefined): string => new TextDecoder(encoding).decode(bytes ?? new Uint8Array());
  const said = (entry: number): string => decode(entries.get(entry)).replaceAll('\0', '').trim();
  const named = isMobi ? head.subarray(number(84), number(84) + number(88)) : nameOf(file);
  const firstPicture = number(108);
  const text = textOf(records, view, isMobi && head.length >= 244 ? view.getUint16(242) : 0, number);
  const index = (at: number): Index | undefined => {
    const first = number(at);
    return first === 0 || first === NONE ? undefined : readIndex(records, first, decode);
  };
  const version = isMobi ? number(36) : 0;
  const whole =
    version >= PIECES_VERSION
      ? joinPieces(firstFlow(text, records.get(number(192))), index(252), index(248))
      : { text, placeOf: () => undefined };
  const cover = entries.get(COVER);
  return {
    title: said(TITLE) || titleIn(named, isMobi, encoding),
    author: said(AUTHOR),
    publisher: said(PUBLISHER),
    description: said(DESCRIPTION),
    language: languageIn(said(LANGUAGE)),
    encoding,
    version,
    text: whole.text,
    cover: cover?.length === 4 ? new DataView(cover.buffer).getUint32(0) + 1 : undefined,
    contents: contentsOf(index(244), whole.placeOf),
    placeOf: whole.placeOf,
    picture: (picture) => (firstPicture > 0 && picture > 0 ? records.get(firstPicture + picture - 1) : undefined),
  };
}

function titleIn(bytes: Bytes, isMobi: boolean, encoding: Book['encoding']): string {
  const title = isMobi ? new TextDecoder(encoding).decode(bytes) : decodeText(bytes);
  return title.replaceAll('\0', '').trim();
}

function languageIn(told: string): string {
  return /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(told) ? told : '';
}

/** Returns the database name, which readers display. */
function nameOf(file: Bytes): Bytes {
  const end = file.subarray(0, 32).indexOf(0);
  return file.slice(0, end < 0 ? 32 : end);
}

/** The first flow is the text; style sheets and drawings follow. */
function firstFlow(text: Bytes, flows: Bytes | undefined): Uint8Array {
  if (!flows || flows.length < 20 || !startsWith(flows, 'FDST')) return text;
  return text.subarray(0, new DataView(flows.buffer).getUint32(16));
}

const PLACE_TAG = 1;
const TITLE_TAG = 3;
const LEVEL_TAG = 4;
const PIECE_TAG = 6;

function contentsOf(index: Index | undefined, placeOf: Book['placeOf']): readonly BookEntry[] {
  return (index?.entries ?? []).flatMap(({ values }): readonly BookEntry[] => {
    const [piece, offset = 0] = values.get(PIECE_TAG) ?? [];
    const place = piece === undefined ? values.get(PLACE_TAG)?.[0] : placeOf(piece, offset);
    const title = index?.textAt(values.get(TITLE_TAG)?.[0] ?? 0).trim() ?? '';
    return place === undefined || title === '' ? [] : [{ title, place, level: values.get(LEVEL_TAG)?.[0] ?? 0 }];
  });
}

/** Reads the EXTH list after the header: type, length and bytes per entry. */
function extraEntries(head: Bytes, view: DataView, isMobi: boolean): ReadonlyMap<number, Bytes> {
  const entries = new Map<number, Bytes>();
  const hasEntries = isMobi && (view.getUint32(128) & 0x40) !== 0;
  const start = hasEntries ? 16 + view.getUint32(20) : head.length;
  if (start + 12 > head.length) return entries;
  let at = start + 12;
  for (let left = view.getUint32(start + 8); left > 0 && at + 8 <= head.length; left -= 1) {
    const length = view.getUint32(at + 4);
    if (length < 8) break;
    entries.set(view.getUint32(at), head.slice(at + 8, at + length));
    at += length;
  }
  return entries;
}

function textOf(
  records: ReturnType<typeof readRecords>,
  head: DataView,
  trailers: number,
  number: (at: number) => number,
): Bytes {
  const packing = head.getUint16(0);
  const length = head.getUint32(4);
  if (length > MAX_TEXT_LENGTH) throw new ConversionError('too-large', `${length} bytes of text`);
  const unpack = unpacker(packing, records, number);
  const text = new Uint8Array(length);
  let end = 0;
  for (let index = 1; index <= head.getUint16(8) && end < length; index += 1) {
    const record = records.get(index);
    if (!record) throw new ConversionError('corrupt', `no record ${index}`);
    const part = unpack(record.subarray(0, record.length - trailingBytes(record, trailers)));
    text.set(part.subarray(0, length - end), end);
    end += Math.min(part.length, length - end);
  }
  return text.slice(0, end);
}

function unpacker(
  packing: number,
  records: ReturnType<typeof readRecords>,
  number: (at: number) => number,
): (record: Uint8Array) => Uint8Array {
  if (packing === UNPACKED) return (record) => record;
  if (packing === WORDS) return unpackWords;
  if (packing !== HUFFMAN) throw new ConversionError('unsupported-feature', `packing ${packing}`);
  const first = number(112);
  const dictionary = Array.from({ length: Math.min(1000, number(116)) }, (_, index) => records.at(first + index));
  return createDictionary(dictionary);
}

/**
 * Counts trailing entries of a text record. Each ends with its length; the lowest flag bit means that the rest of a multibyte
 * character follows.
 */
function trailingBytes(record: Uint8Array, flags: number): number {
  let end = record.length;
  for (let rest = flags >> 1; rest > 0; rest >>= 1) if ((rest & 1) === 1) end -= lengthAtEnd(record, end);
  if ((flags & 1) === 1 && end > 0) end -= ((record[end - 1] ?? 0) & 3) + 1;
  return Math.min(record.length, record.length - Math.max(0, end));
}

/** Reads a backward varint: seven bits per byte, the first with its highest bit set. */
function lengthAtEnd(record: Uint8Array, end: number): number {
  let length = 0;
  for (const byte of record.subarray(Math.max(0, end - 4), end)) {
    if ((byte & 0x80) !== 0) length = 0;
    length = (length << 7) | (byte & 0x7f);
  }
  return length;
}
