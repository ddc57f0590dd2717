import { type Bytes, concat, uint32BE } from '@bakkum/bytes/bytes';
import { ByteWriter } from '@bakkum/bytes/writer';
import { startOf } from '@bakkum/conversion/file-names';
import { type EpubInput, readEpub } from '@bakkum/document-epub/read';
import { type KindleText, kindleText } from './kindle-text.ts';
import { packWords } from './pack-words.ts';

const MOBI = 'application/x-mobipocket-ebook';
/** Bytes of text per record before packing. */
const RECORD = 4096;
const NONE = 0xffffffff;
const MOBI_START = 16;
const MOBI_LENGTH = 232;
const ENTRIES_START = MOBI_START + MOBI_LENGTH;
/** Seconds between the Palm epoch (1904) and 1970. */
const PALM_EPOCH = 2_082_844_800;
const LANGUAGES: Readonly<Record<string, number>> = {
  en: 9,
  ko: 18,
  ja: 17,
  zh: 4,
  de: 7,
  fr: 12,
  es: 10,
  it: 16,
  ru: 25,
  pt: 22,
};
/** Characters of a title that are read for the name of the database, which has 31. */
const MAX_TITLE_LENGTH = 255;
const END = Uint8Array.of(0xe9, 0x8e, 0x0d, 0x0a);

/** Writes an EPUB as a Mobipocket version 6 book, which every Kindle opens. Errors: see `readEpub`. */
export function asKindleBook(bytes: Bytes): { readonly file: Blob; readonly lostPictures: number } {
  const book = readEpub(bytes);
  const content = kindleText(book);
  const texts = textRecords(content.text);
  const head = headOf(book, content, texts.length);
  const closing = [flowRecord(), lengthRecord(content.text.length), END];
  const records = [head, ...texts, ...content.pictures, ...closing];
  return {
    file: new Blob([databaseHead(book.title, records), ...records], { type: MOBI }),
    lostPictures: content.lostPictures,
  };
}

/** If a record ends inside a character, the rest of the character is appended with its length. */
function textRecords(text: Bytes): readonly Bytes[] {
  return Array.from({ length: Math.max(1, Math.ceil(text.length / RECORD)) }, (_, index) => {
    const end = Math.min(text.length, (index + 1) * RECORD);
    let rest = 0;
    while (rest < 3 && ((text[end + rest] ?? 0) & 0xc0) === 0x80) rest += 1;
    const packed = packWords(text.subarray(index * RECORD, end));
    return concat([packed, text.subarray(end, end + rest), Uint8Array.of(rest)]);
  });
}

function headOf(book: EpubInput, content: KindleText, textCount: number): Bytes {
  const entries = entriesOf(book, content.cover);
  const title = encode(book.title || 'Untitled');
  const head = new Uint8Array(Math.ceil((ENTRIES_START + entries.length + title.length + 2) / 4) * 4);
  const view = new DataView(head.buffer);
  const long = (at: number, value: number): void => view.setUint32(at, value);
  const firstPicture = textCount + 1;
  const last = textCount + content.pictures.length;
  view.setUint16(0, 2);
  long(4, content.text.length);
  view.setUint16(8, textCount);
  view.setUint16(10, RECORD);
  head.set(encode('MOBI'), MOBI_START);
  long(20, MOBI_LENGTH);
  long(24, 2);
  long(28, 65_001);
  long(32, content.text.length);
  long(36, 6);
  for (let at = 40; at < 80; at += 4) long(at, NONE);
  long(80, firstPicture);
  long(84, ENTRIES_START + entries.length);
  long(88, title.length);
  long(92, LANGUAGES[book.language.slice(0, 2).toLowerCase()] ?? 0);
  long(104, 6);
  long(108, firstPicture);
  long(128, 0x50);
  for (const at of [164, 168, 172, 224, 232, 236, 244]) long(at, NONE);
  view.setUint16(192, 1);
  view.setUint16(194, last);
  long(196, 1);
  long(200, last + 2);
  long(204, 1);
  long(208, last + 1);
  long(212, 1);
  long(240, 1);
  head.set(entries, ENTRIES_START);
  head.set(title, ENTRIES_START + entries.length);
  return head;
}

/** Writes the EXTH list: type, length and bytes per entry. */
function entriesOf({ title, author, publisher, description, language }: EpubInput, cover: number | undefined): Bytes {
  const said: readonly (readonly [number, string])[] = [
    [100, author],
    [101, publisher],
    [103, description],
    [503, title],
    [524, language],
  ];
  const told = said.filter(([, words]) => words !== '').map(([kind, words]) => entry(kind, encode(words)));
  const covers = cover === undefined ? [] : [entry(201, uint32BE(cover)), entry(202, uint32BE(cover))];
  const list = concat([...told, ...covers]);
  const head = new ByteWriter().latin1('EXTH').u32(12 + list.length, told.length + covers.length);
  return head.put(list).align(4).finish();
}

const entry = (kind: number, content: Bytes): Bytes => concat([uint32BE(kind), uint32BE(content.length + 8), content]);

/** A record every writer includes; readers only check that it exists. */
function flowRecord(): Bytes {
  const numbers = [8, 0x41_0000, 0, NONE, 0x1_0003, 3, 1, NONE];
  return new ByteWriter()
    .latin1('FLIS')
    .u32(...numbers)
    .finish();
}

function lengthRecord(textLength: number): Bytes {
  const numbers = [0x14, 0x10, 1, 0, textLength, 0, 0x20, 8, 0x1_0001, 0];
  return new ByteWriter()
    .latin1('FCIS')
    .u32(...numbers)
    .finish();
}

/** Writes the record list of a Palm database. */
function databaseHead(title: string, records: readonly Bytes[]): Bytes {
  const name = startOf(title, MAX_TITLE_LENGTH)
    .normalize('NFKD')
    .replaceAll(/[^\w -]+/g, '')
    .trim()
    .replaceAll(/\s+/g, '_')
    .slice(0, 31);
  const now = Math.floor(Date.now() / 1000) + PALM_EPOCH;
  const head = new ByteWriter()
    .put(encode(name || 'book'))
    .padTo(36)
    .u32(now, now)
    .padTo(60)
    .latin1('BOOKMOBI');
  head.u32(records.length * 2 - 1, 0).u16(records.length);
  let at = 78 + records.length * 8 + 2;
  for (const [index, record] of records.entries()) {
    head.u32(at, index * 2);
    at += record.length;
  }
  return head.u16(0).finish();
}

const encode = (text: string): Bytes => new TextEncoder().encode(text);
