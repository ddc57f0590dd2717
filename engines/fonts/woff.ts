import { type Bytes, textAt, viewOf } from '@bakkum/bytes/bytes';
import { deflate, inflateStart } from '@bakkum/bytes/streams';
import { ConversionError } from '@bakkum/conversion/errors';
import { checksum, padded, readSfnt, type Sfnt, type Table, whole, writeSfnt } from './sfnt.ts';

/** WOFF File Format 1.0, W3C Recommendation of 2012. */
const SIGNATURE = 0x774f4646;
const HEADER = 44;
const RECORD = 20;
const MAX_TABLES = 256;
/** Fonts with all Chinese characters take 30 MB; more is a bomb. */
export const MAX_FONT_BYTES = 256 * 1024 * 1024;

export async function readWoff(file: Bytes): Promise<Sfnt> {
  const { flavour, records } = whole(() => recordsOf(file));
  const tables: Table[] = [];
  for (const { tag, offset, packed, length } of records) {
    const part = file.subarray(offset, offset + packed);
    tables.push({ tag, data: packed < length ? await unpackTable(part, length) : part });
  }
  // Parsed again, so that any error in a packed font surfaces here.
  return readSfnt(writeSfnt({ flavour, tables }));
}

type Records = {
  readonly flavour: number;
  readonly records: readonly { tag: string; offset: number; packed: number; length: number }[];
};

function recordsOf(file: Bytes): Records {
  const view = viewOf(file);
  const count = view.getUint16(12);
  if (view.getUint32(0) !== SIGNATURE || count === 0 || count > MAX_TABLES) throw new ConversionError('corrupt', 'no WOFF');
  const records = Array.from({ length: count }, (_, index) => {
    const at = HEADER + index * RECORD;
    const [offset, packed, length] = [view.getUint32(at + 4), view.getUint32(at + 8), view.getUint32(at + 12)];
    const tag = textAt(file, at, 4);
    if (offset + packed > file.length || packed > length) throw new ConversionError('corrupt', `${tag} is cut off`);
    return { tag, offset, packed, length };
  });
  const total = records.reduce((sum, { length }) => sum + length, 0);
  if (total > MAX_FONT_BYTES) throw new ConversionError('too-large', `a font of ${total} bytes`);
  return { flavour: view.getUint32(4), records: records.toSorted((one, other) => one.offset - other.offset) };
}

async function unpackTable(packed: Bytes, length: number): Promise<Bytes> {
  const table = await inflateStart(packed, 'deflate', length + 1);
  if (table.length !== length) throw new ConversionError('corrupt', 'a table does not unpack');
  return table;
}

/** Compresses tables if that makes them smaller and keeps their order. */
export async function writeWoff(sfnt: Bytes): Promise<Bytes> {
  const font = readSfnt(sfnt);
  const parts: { tag: string; data: Bytes; stored: Bytes; offset: number }[] = [];
  let at = HEADER + font.tables.length * RECORD;
  for (const { tag, data } of font.tables) {
    const packed = await deflate(data);
    const stored = packed.length < data.length ? packed : data;
    parts.push({ tag, data, stored, offset: at });
    at += padded(stored.length);
  }
  const file = new Uint8Array(at);
  const view = viewOf(file);
  const version = font.tables.find(({ tag }) => tag === 'head')?.data ?? new Uint8Array();
  view.setUint32(0, SIGNATURE);
  view.setUint32(4, font.flavour);
  view.setUint32(8, file.length);
  view.setUint16(12, font.tables.length);
  view.setUint32(16, writeSfnt(font).length);
  if (version.length >= 8) file.set(version.subarray(4, 8), 20); // its revision
  for (const [index, { tag, data, stored, offset }] of parts.toSorted((one, other) => (one.tag < other.tag ? -1 : 1)).entries()) {
    const record = HEADER + index * RECORD;
    for (let place = 0; place < 4; place += 1) file[record + place] = tag.charCodeAt(place);
    view.setUint32(record + 4, offset);
    view.setUint32(record + 8, stored.length);
    view.setUint32(record + 12, data.length);
    view.setUint32(record + 16, tag === 'head' ? headChecksum(data) : checksum(data));
    file.set(stored, offset);
  }
  return file;
}

/** The checksum of `head` excludes its adjustment of the full font. */
function headChecksum(head: Bytes): number {
  const copy = new Uint8Array(head);
  copy.fill(0, 8, 12);
  return checksum(copy);
}
