import { ByteReader } from '@bakkum/bytes/reader';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { assertCells } from '@bakkum/data-tree/tables';
import { type Value } from '@bakkum/data-tree/value';
import type { Labels, Variable } from './dataset.ts';
import { type CellType, layoutOf, widthOf } from './dta-layout.ts';
import { dateTimeAt, dayAt, EPOCHS } from './moments.ts';
import { type Decoder, decoderFor, trimmed } from './words.ts';

/** Reads Stata data sets of versions 8 to 19 (`help dta`): `dta-layout.ts` locates the parts, this file interprets them. */
export function readDta(bytes: Uint8Array<ArrayBuffer>): readonly Variable[] {
  const reader = new ByteReader(bytes, { littleEndian: true });
  const layout = layoutOf(reader);
  const decode = decoderFor(layout.release >= 118 ? 'utf-8' : undefined, undefined, bytes);
  const { variables, cases } = layout;
  assertCells(variables.length, cases);
  const rowBytes = variables.reduce((sum, { type }) => sum + widthOf(type), 0);
  if (rowBytes * cases > bytes.length) throw corrupt('fewer cases than it says');
  const long = longTexts(reader, layout.longTextsAt, layout.release, decode);
  const labels = labelTables(reader, layout.labelsAt, layout.release, decode);
  const values = variables.map((): Value[] => []);
  reader.at = layout.dataAt;
  for (let row = 0; row < cases; row += 1)
    for (const [column, { type, format }] of variables.entries()) {
      values[column]?.push(
        type.kind === 'long-text'
          ? (long.get(longKey(reader, layout.release)) ?? '')
          : shownAs(readCell(reader, type, decode), format),
      );
    }
  return variables.map(({ name, labelTable }, column) => ({
    name: trimmed(decode(name)),
    values: values[column] ?? [],
    labels: labels.get(trimmed(decode(labelTable))),
  }));
}

/** The largest values of each type that are not one of its 27 missing values. */
const LARGEST = { byte: 100, int: 32_740, long: 2_147_483_620, float: 1.701_411_733e38, double: 8.988_465_674e307 } as const;

function readCell(reader: ByteReader, type: Exclude<CellType, { kind: 'long-text' }>, decode: Decoder): string | number | null {
  switch (type.kind) {
    case 'text':
      return trimmed(decode(reader.take(type.width)));
    case 'byte':
      return present(reader.i8(), LARGEST.byte);
    case 'int':
      return present(reader.i16(), LARGEST.int);
    case 'long':
      return present(reader.i32(), LARGEST.long);
    case 'float':
      return present(shortest(reader.f32()), LARGEST.float);
    default:
      return present(reader.f64(), LARGEST.double);
  }
}

const present = (value: number, largest: number): number | null => (value <= largest ? value : null);

/** Returns the shortest decimal for a 32-bit float: 0.1 instead of 0.10000000149. */
function shortest(value: number): number {
  const short = Number(value.toPrecision(7));
  return Math.fround(short) === value ? short : value;
}

const DAY_MS = 86_400_000;

function shownAs(value: string | number | null, format: string): Value {
  if (typeof value !== 'number') return value;
  if (/^%-?t?d/.test(format)) return dayAt(EPOCHS.sixty + value * DAY_MS);
  return /^%-?t[cC]/.test(format) ? dateTimeAt(EPOCHS.sixty + value) : value;
}

/** Reads long strings stored after the data, by variable and case. */
function longTexts(reader: ByteReader, at: number | undefined, release: number, decode: Decoder): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  if (at === undefined) return texts;
  reader.at = at;
  while (reader.left >= 3 && reader.latin1(3) === 'GSO') {
    const variable = reader.u32();
    const owner = release === 117 ? reader.u32() : reader.uint(8);
    const isText = reader.u8() === 130;
    const content = reader.take(reader.u32());
    texts.set(`${variable} ${owner}`, isText ? trimmed(decode(content)) : new TextDecoder('latin1').decode(content));
  }
  return texts;
}

/** Key of a long string in the data: 4 and 4 bytes, later 2 and 6, later 3 and 5. */
function longKey(reader: ByteReader, release: number): string {
  if (release === 117) return `${reader.u32()} ${reader.u32()}`;
  const split = release === 118 ? 2 : 3;
  const bytes = reader.take(8);
  const number = (part: Uint8Array): number => {
    const digits = reader.littleEndian ? part.toReversed() : part;
    return digits.reduce((sum, byte) => sum * 256 + byte, 0);
  };
  return `${number(bytes.subarray(0, split))} ${number(bytes.subarray(split))}`;
}

/** Reads tables of value labels by name: count, text offsets, codes, texts. */
function labelTables(reader: ByteReader, at: number | undefined, release: number, decode: Decoder): ReadonlyMap<string, Labels> {
  const tables = new Map<string, Labels>();
  if (at === undefined) return tables;
  const isTagged = release >= 117;
  const nameBytes = release >= 118 ? 129 : 33;
  reader.at = at;
  while (reader.left > nameBytes + 16) {
    if (isTagged && reader.latin1(5) !== '<lbl>') break;
    const length = reader.u32();
    const name = trimmed(decode(reader.take(nameBytes)));
    reader.skip(3);
    const end = reader.at + length;
    if (end > reader.bytes.length) throw new ConversionError('corrupt', 'labels past the end');
    tables.set(name, readTable(reader, end, decode));
    reader.at = end + (isTagged ? 6 : 0);
  }
  return tables;
}

function readTable(reader: ByteReader, end: number, decode: Decoder): Labels {
  const count = reader.u32();
  reader.skip(4);
  if (count * 8 > end - reader.at) throw corrupt('more labels than there is room for');
  const starts = Array.from({ length: count }, () => reader.u32());
  const codes = Array.from({ length: count }, () => reader.i32());
  const texts = reader.bytes.subarray(reader.at, end);
  return new Map(codes.map((code, index) => [code, trimmed(decode(texts.subarray(starts[index] ?? 0)))]));
}
