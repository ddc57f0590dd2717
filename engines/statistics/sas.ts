import type { Bytes } from '@bakkum/bytes/bytes';
import { ByteReader } from '@bakkum/bytes/reader';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { assertCells } from '@bakkum/data-tree/tables';
import type { Variable } from './dataset.ts';
import { momentOrNumber } from './sas-moments.ts';
import { type SasColumn, SasPages, type SasShape } from './sas-pages.ts';
import { decoderFor, trimmed } from './words.ts';

const WIDE = 0x33;
/** Encodings by SAS number for non-Latin scripts; the others are guessed. */
const ENCODINGS: Readonly<Record<number, string>> = {
  20: 'utf-8',
  29: 'windows-1252',
  62: 'windows-1252',
  123: 'big5',
  125: 'gb18030',
  134: 'euc-jp',
  138: 'shift_jis',
  140: 'euc-kr',
};

/** Reads native SAS data sets (sas7bdat), packed or not, following the analysis by Matt Shotwell (2013). */
export function readSas(bytes: Bytes): readonly Variable[] {
  const { shape, encoding } = headOf(bytes);
  const { columns, rows } = new SasPages(shape).read(bytes);
  if (columns.length === 0) throw new ConversionError('unsupported-feature', 'no data set, but another file of SAS');
  assertCells(columns.length, rows.length);
  const decode = decoderFor(ENCODINGS[encoding], undefined, bytes);
  return columns.map((column) => {
    const format = trimmed(decode(column.format));
    const values = rows.map((row) => {
      const cell = row.subarray(column.at, column.at + column.length);
      return column.isNumber ? momentOrNumber(numberIn(cell, shape), format) : trimmed(decode(cell));
    });
    return { name: nameOf(column, decode), values };
  });
}

function nameOf({ name }: SasColumn, decode: (bytes: Uint8Array) => string): string {
  return trimmed(decode(name));
}

function headOf(bytes: Bytes): { readonly shape: SasShape; readonly encoding: number } {
  const wide = bytes[32] === WIDE;
  const padding = bytes[35] === WIDE ? 4 : 0;
  const littleEndian = bytes[37] === 1;
  const reader = new ByteReader(bytes, { littleEndian: true });
  reader.littleEndian = littleEndian;
  reader.at = 196 + padding;
  const pagesAt = reader.u32();
  const pageBytes = reader.u32();
  if (pageBytes < 256 || pagesAt < 256) throw corrupt('pages of no size');
  return { shape: { wide, littleEndian, pagesAt, pageBytes }, encoding: bytes[70] ?? 0 };
}

/** Reads doubles whose trailing zero bytes may have been omitted. */
function numberIn(cell: Bytes, { littleEndian }: SasShape): number | null {
  const whole = new Uint8Array(8);
  whole.set(cell, littleEndian ? 8 - cell.length : 0);
  const value = new DataView(whole.buffer).getFloat64(0, littleEndian);
  return Number.isNaN(value) ? null : value;
}
