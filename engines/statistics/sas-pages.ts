import { type Bytes, textAt } from '@bakkum/bytes/bytes';
import { ByteReader } from '@bakkum/bytes/reader';
import { corrupt } from '@bakkum/conversion/errors';

import { type RowPacking, unpackRow } from './sas-rows.ts';

/** Location of a dictionary string: block, offset and length. */
type Place = { readonly block: number; readonly at: number; readonly length: number };

export type SasColumn = { name: Bytes; format: Bytes; at: number; length: number; isNumber: boolean };

/** Content of a data set's pages. Names and formats are still in the file's encoding. */
export type SasContent = { readonly columns: readonly SasColumn[]; readonly rows: readonly Bytes[] };

/** Subheader types by the lower 32 bits of their first word. */
const SUBHEADER = {
  rowSize: 0xf7f7f7f7,
  text: 0xfffffffd,
  names: 0xffffffff,
  attributes: 0xfffffffc,
  format: 0xfffffbfe,
} as const;
const KNOWN: ReadonlySet<number> = new Set([...Object.values(SUBHEADER), 0xf6f6f6f6, 0xfffffc00, 0xfffffffe]);
const PAGE = { kinds: 0x0f00, data: 0x0100, mixed: 0x0200 } as const;
const TRUNCATED = 1;

export type SasShape = {
  readonly wide: boolean;
  readonly littleEndian: boolean;
  readonly pagesAt: number;
  readonly pageBytes: number;
};

/** Walks through the pages: dictionary subheaders, then rows, or rows packed in subheaders. */
export class SasPages {
  readonly #shape: SasShape;
  /** Bytes of a length or offset. */
  readonly #word: number;
  readonly #texts: Bytes[] = [];
  readonly #names: Place[] = [];
  readonly #formats: Place[] = [];
  readonly #columns: Pick<SasColumn, 'at' | 'length' | 'isNumber'>[] = [];
  readonly #rows: Bytes[] = [];
  #rowBytes = 0;
  #rowCount = 0;
  #rowsOnMixedPage = 0;
  #packing: RowPacking | undefined;

  constructor(shape: SasShape) {
    this.#shape = shape;
    this.#word = shape.wide ? 8 : 4;
  }

  read(file: Bytes): SasContent {
    const { pagesAt, pageBytes } = this.#shape;
    for (let at = pagesAt; at + pageBytes <= file.length; at += pageBytes) this.#readPage(file.subarray(at, at + pageBytes));
    if (this.#rowCount > this.#rows.length) throw corrupt('fewer rows than it says');
    const columns = this.#columns.map((column, index) => ({
      ...column,
      name: this.#textAt(this.#names[index]),
      format: this.#textAt(this.#formats[index]),
    }));
    return { columns, rows: this.#rows };
  }

  #readPage(page: Bytes): void {
    const reader = this.#readerOf(page);
    const head = this.#shape.wide ? 32 : 16;
    reader.at = head;
    const kind = reader.u16() & PAGE.kinds;
    const blocks = reader.u16();
    const subheaders = reader.u16();
    const pointersAt = head + 8;
    const pointerBytes = this.#shape.wide ? 24 : 12;
    if (kind === PAGE.data) {
      this.#readRows(page, pointersAt, blocks);
      return;
    }
    for (let index = 0; index < subheaders; index += 1) {
      reader.at = pointersAt + index * pointerBytes;
      const start = this.#length(reader);
      const length = this.#length(reader);
      if (length > 0 && reader.u8() !== TRUNCATED) this.#readSubheader(page.subarray(start, start + length));
    }
    if (kind !== PAGE.mixed) return;
    const end = pointersAt + subheaders * pointerBytes;
    this.#readRows(page, end + (end % 8), Math.min(this.#rowCount - this.#rows.length, this.#rowsOnMixedPage));
  }

  #readRows(page: Bytes, start: number, count: number): void {
    const wanted = Math.min(count, this.#rowCount - this.#rows.length);
    if (start + wanted * this.#rowBytes > page.length) throw corrupt('rows past the end of a page');
    for (let row = 0; row < wanted; row += 1)
      this.#rows.push(page.subarray(start + row * this.#rowBytes, start + (row + 1) * this.#rowBytes));
  }

  #readSubheader(content: Bytes): void {
    const reader = this.#readerOf(content);
    if (this.#shape.wide && !this.#shape.littleEndian) reader.at = 4;
    const signature = content.length < 8 ? 0 : reader.u32();
    if (signature === SUBHEADER.rowSize) this.#readRowSize(reader);
    else if (signature === SUBHEADER.text) this.#readText(content);
    else if (signature === SUBHEADER.names) this.#readNames(reader, content.length);
    else if (signature === SUBHEADER.attributes) this.#readAttributes(reader, content.length);
    else if (signature === SUBHEADER.format) this.#formats.push(this.#place(reader, 3 * this.#word + 22));
    else if (!KNOWN.has(signature) && this.#packing && this.#rows.length < this.#rowCount)
      this.#rows.push(content.length < this.#rowBytes ? unpackRow(content, this.#rowBytes, this.#packing) : content);
  }

  #readRowSize(reader: ByteReader): void {
    reader.at = 5 * this.#word;
    this.#rowBytes = this.#length(reader);
    this.#rowCount = this.#length(reader);
    reader.at = 15 * this.#word;
    this.#rowsOnMixedPage = this.#length(reader);
    if (this.#rowBytes === 0) throw corrupt('rows of no length');
  }

  #readText(content: Bytes): void {
    const text = content.subarray(this.#word);
    if (this.#texts.length === 0) {
      const start = textAt(text, 0, 64);
      if (start.includes('SASYZCRL')) this.#packing = 'SASYZCRL';
      else if (start.includes('SASYZCR2')) this.#packing = 'SASYZCR2';
    }
    this.#texts.push(text);
  }

  #readNames(reader: ByteReader, length: number): void {
    const count = Math.floor((length - 2 * this.#word - 12) / 8);
    for (let index = 1; index <= count; index += 1) this.#names.push(this.#place(reader, this.#word + 8 * index));
  }

  #readAttributes(reader: ByteReader, length: number): void {
    const each = this.#word + 8;
    const count = Math.floor((length - 2 * this.#word - 12) / each);
    for (let index = 0; index < count; index += 1) {
      reader.at = this.#word + 8 + index * each;
      const at = this.#length(reader);
      const bytes = reader.u32();
      reader.skip(2);
      this.#columns.push({ at, length: bytes, isNumber: reader.u8() === 1 });
    }
  }

  #place(reader: ByteReader, start: number): Place {
    reader.at = start;
    return { block: reader.u16(), at: reader.u16(), length: reader.u16() };
  }

  #textAt(place: Place | undefined): Bytes {
    const block = place && this.#texts[place.block];
    return block ? block.subarray(place.at, place.at + place.length) : new Uint8Array();
  }

  #length(reader: ByteReader): number {
    return this.#shape.wide ? reader.uint(8) : reader.u32();
  }

  #readerOf(bytes: Bytes): ByteReader {
    const reader = new ByteReader(bytes, { littleEndian: true });
    reader.littleEndian = this.#shape.littleEndian;
    return reader;
  }
}
