import { ByteReader } from '@bakkum/bytes/reader';
import { corrupt } from '@bakkum/conversion/errors';
import { assertCells } from '@bakkum/data-tree/tables';
import { type Value } from '@bakkum/data-tree/value';
import type { Variable } from './dataset.ts';
import { momentOrNumber } from './sas-moments.ts';
import { decoderFor, trimmed } from './words.ts';

/**
 * SAS transport files of versions 5 and 8 (https://documentation.sas.com, "Record Layout of a SAS Version 5 or 6 Data Set in SAS
 * Transport Format"): 80-byte records with IBM floating-point numbers. Only the first member is read.
 */

const RECORD = 80;
const NUMBER = 1;

type Described = {
  readonly name: Uint8Array<ArrayBuffer>;
  /** Version 8 only, with up to 32 characters. */
  readonly longName: Uint8Array<ArrayBuffer>;
  readonly isNumber: boolean;
  readonly length: number;
  readonly at: number;
  readonly format: string;
};

export function readTransport(bytes: Uint8Array<ArrayBuffer>): readonly Variable[] {
  const reader = new ByteReader(bytes, { littleEndian: true });
  reader.littleEndian = false;
  const descriptorBytes = Number(seek(reader, ['MEMBER', 'MEMBV8']).slice(74, 78)) || 140;
  const count = Number(seek(reader, ['NAMESTR', 'NAMSTV8']).slice(54, 58));
  if (!(count > 0)) throw corrupt('a member without variables');
  const described = Array.from({ length: count }, () => describedBy(reader.take(descriptorBytes)));
  const isLater = seek(reader, ['OBS ', 'OBSV8']).includes('OBSV8');
  const rowBytes = described.reduce((sum, { at, length }) => Math.max(sum, at + length), 0);
  const rows = rowsIn(reader, rowBytes);
  assertCells(count, rows);
  const decode = decoderFor(undefined, undefined, bytes);
  const start = reader.at;
  return described.map(({ name, longName, isNumber, length, at, format }) => {
    const cell = (row: number): Value => {
      const content = bytes.subarray(start + row * rowBytes + at, start + row * rowBytes + at + length);
      return isNumber ? momentOrNumber(ibmNumber(content), format) : trimmed(decode(content));
    };
    return { name: trimmed(decode(isLater ? longName : name)), values: Array.from({ length: rows }, (_, row) => cell(row)) };
  });
}

/** Moves past the next header record of one of these types and returns it. */
function seek(reader: ByteReader, kinds: readonly string[]): string {
  reader.at = Math.ceil(reader.at / RECORD) * RECORD;
  for (;;) {
    const record = reader.latin1(RECORD);
    if (kinds.some((kind) => record.startsWith(`HEADER RECORD*******${kind}`))) return record;
  }
}

/** The last record is padded with spaces. */
function rowsIn(reader: ByteReader, rowBytes: number): number {
  let rows = Math.floor(reader.left / rowBytes);
  const isBlank = (row: number): boolean => {
    const start = reader.at + row * rowBytes;
    return reader.bytes.subarray(start, start + rowBytes).every((byte) => byte === 0x20);
  };
  for (let spare = Math.ceil(RECORD / rowBytes); spare > 0 && rows > 0 && isBlank(rows - 1); spare -= 1) rows -= 1;
  return rows;
}

function describedBy(bytes: Uint8Array<ArrayBuffer>): Described {
  const reader = new ByteReader(bytes, { littleEndian: true });
  reader.littleEndian = false;
  const isNumber = reader.u16() === NUMBER;
  reader.skip(2);
  const length = reader.u16();
  reader.skip(2);
  const name = reader.take(8);
  reader.skip(40);
  const format = reader.latin1(8).trim();
  reader.at = 84;
  const at = reader.u32();
  return { name, longName: bytes.subarray(88, 120), isNumber, length, at, format };
}

/** Base 16: a sign, an exponent biased by 64, a fraction. A letter, point or underscore before zeros means missing. */
function ibmNumber(bytes: Uint8Array): number | null {
  const [first = 0, ...rest] = bytes;
  if (rest.every((byte) => byte === 0)) return first === 0 ? 0 : null;
  const fraction = rest.reduce((sum, byte, index) => sum + byte / 256 ** (index + 1), 0);
  return (first & 0x80 ? -1 : 1) * fraction * 16 ** ((first & 0x7f) - 64);
}
