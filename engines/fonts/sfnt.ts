import { type Bytes, textAt, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

/** The first four bytes of a font identify its outlines (OpenType 1.9, "Organization of an OpenType font"). */
export const TRUETYPE = 0x00010000;
export const APPLE_TRUETYPE = 0x74727565; // 'true'
export const CFF_OUTLINES = 0x4f54544f; // 'OTTO'
export const COLLECTION = 0x74746366; // 'ttcf'

export type Table = { readonly tag: string; readonly data: Bytes };

/** A font as its tables in file order. Tables that need no change are never rewritten. */
export type Sfnt = { readonly flavour: number; readonly tables: readonly Table[] };

/** More tables than any font has; about seventy are registered. */
const MAX_TABLES = 256;
const RECORD = 16;

export const tableOf = ({ tables }: Sfnt, tag: string): Bytes | undefined => tables.find((table) => table.tag === tag)?.data;

/** @throws corrupt if a required table is missing */
export function neededTable(font: Sfnt, tag: string): Bytes {
  const table = tableOf(font, tag);
  if (!table) throw new ConversionError('corrupt', `a font without ${tag}`);
  return table;
}

/** Runs a reader of binary data; reading past the end means damage. */
export function whole<T>(read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new ConversionError('corrupt', 'a font is cut off', { cause: thrown });
    throw thrown;
  }
}

/** @param at offset of the header; table offsets are relative to the file */
export function readSfnt(file: Bytes, at = 0): Sfnt {
  return whole(() => {
    const view = viewOf(file);
    const flavour = view.getUint32(at);
    if (![TRUETYPE, APPLE_TRUETYPE, CFF_OUTLINES].includes(flavour)) throw new ConversionError('corrupt', 'no font');
    const count = view.getUint16(at + 4);
    if (count === 0 || count > MAX_TABLES) throw new ConversionError('corrupt', `a font of ${count} tables`);
    const records = Array.from({ length: count }, (_, index) => {
      const record = at + 12 + index * RECORD;
      const [offset, length] = [view.getUint32(record + 8), view.getUint32(record + 12)];
      const tag = textAt(file, record, 4);
      if (offset + length > file.length) throw new ConversionError('corrupt', `${tag} is cut off`);
      return { tag, offset, data: file.subarray(offset, offset + length) };
    });
    return { flavour, tables: records.toSorted((one, other) => one.offset - other.offset) };
  });
}

/** Writes a header sorted by tag, tables in their order aligned to four bytes, and correct checksums. */
export function writeSfnt({ flavour, tables }: Sfnt): Bytes {
  const start = 12 + tables.length * RECORD;
  const file = new Uint8Array(tables.reduce((total, { data }) => total + padded(data.length), start));
  const view = viewOf(file);
  writeHeader(view, flavour, tables.length);
  let at = start;
  const records = tables.map(({ tag, data }) => {
    file.set(data, at);
    if (tag === 'head' && data.length >= 12) view.setUint32(at + 8, 0); // its own checksum adjustment is excluded
    const record = { tag, offset: at, length: data.length, sum: checksum(file.subarray(at, at + padded(data.length))) };
    at += padded(data.length);
    return record;
  });
  for (const [index, { tag, offset, length, sum }] of records.toSorted(byTag).entries()) {
    const record = 12 + index * RECORD;
    for (let place = 0; place < 4; place += 1) file[record + place] = tag.charCodeAt(place);
    view.setUint32(record + 4, sum);
    view.setUint32(record + 8, offset);
    view.setUint32(record + 12, length);
  }
  const head = records.find(({ tag, length }) => tag === 'head' && length >= 12);
  if (head) view.setUint32(head.offset + 8, (0xb1b0afba - checksum(file)) >>> 0);
  return file;
}

export const padded = (length: number): number => Math.ceil(length / 4) * 4;

const byTag = (one: { readonly tag: string }, other: { readonly tag: string }): number => (one.tag < other.tag ? -1 : 1);

/** Search fields are derived from the number of tables. */
function writeHeader(view: DataView, flavour: number, count: number): void {
  const power = Math.floor(Math.log2(count));
  view.setUint32(0, flavour);
  view.setUint16(4, count);
  view.setUint16(6, 2 ** power * RECORD);
  view.setUint16(8, power);
  view.setUint16(10, count * RECORD - 2 ** power * RECORD);
}

/** Sums 32-bit words; a partial last word is padded with zeros. */
export function checksum(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  let sum = 0;
  let at = 0;
  for (; at + 4 <= bytes.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  let last = 0;
  for (let place = 0; place < 4; place += 1) last = last * 256 + (bytes[at + place] ?? 0);
  return at < bytes.length ? (sum + last) >>> 0 : sum;
}

/** Reads the fonts of a collection, which share tables. */
export function readCollection(file: Bytes): readonly Sfnt[] {
  return whole(() => {
    const view = viewOf(file);
    if (view.getUint32(0) !== COLLECTION) throw new ConversionError('corrupt', 'no collection of fonts');
    const count = view.getUint32(8);
    if (count === 0 || count > MAX_TABLES) throw new ConversionError('corrupt', `a collection of ${count} fonts`);
    return Array.from({ length: count }, (_, index) => readSfnt(file, view.getUint32(12 + index * 4)));
  });
}
