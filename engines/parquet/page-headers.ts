import { ByteReader } from '@bakkum/bytes/reader';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { assertDepth } from '@bakkum/data-tree/value';

/** A struct in Thrift's compact protocol: numbers and structs by field; everything else is skipped. */
type Struct = ReadonlyMap<number, number | Struct>;

const FIELD = { unpackedBytes: 2, packedBytes: 3, dataPage: 5, dataPage2: 8, values: 1 } as const;
/** Page size limit. Pages are a megabyte by convention, and readers hold one in memory. */
const MAX_PAGE_BYTES = 256 * 1024 * 1024;

/**
 * Validates the page headers of a column before anything is unpacked: sizes must fit the file and add up to the column's values.
 * Errors: `corrupt`, `too-large`.
 */
export function checkPages(column: Uint8Array<ArrayBuffer>, values: number): void {
  const cursor = new ByteReader(column);
  let met = 0;
  while (met < values) {
    const header = readStruct(cursor, 0);
    const packed = numberIn(header, FIELD.packedBytes);
    if (numberIn(header, FIELD.unpackedBytes) > MAX_PAGE_BYTES) throw new ConversionError('too-large', 'a page past all measure');
    cursor.skip(packed);
    const page = header.get(FIELD.dataPage) ?? header.get(FIELD.dataPage2);
    const inPage = page instanceof Map ? numberIn(page, FIELD.values) : 0;
    met += inPage;
    if (met > values) throw corrupt('pages of more values than their column');
  }
}

function numberIn(struct: Struct, field: number): number {
  const value = struct.get(field);
  if (typeof value !== 'number' || value < 0) throw corrupt('a page without a length');
  return value;
}

const TYPE = {
  stop: 0,
  yes: 1,
  no: 2,
  byte: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  map: 11,
  struct: 12,
} as const;

function readStruct(cursor: ByteReader, depth: number): Struct {
  assertDepth(depth);
  const fields = new Map<number, number | Struct>();
  for (let field = 0, head = cursor.u8(); (head & 15) !== TYPE.stop; head = cursor.u8()) {
    field = head >> 4 ? field + (head >> 4) : zigzag(cursor);
    const value = readValue(cursor, head & 15, depth + 1);
    if (value !== undefined) fields.set(field, value);
  }
  return fields;
}

function readValue(cursor: ByteReader, type: number, depth: number): number | Struct | undefined {
  switch (type) {
    case TYPE.yes:
    case TYPE.no:
      return undefined;
    case TYPE.byte:
      return cursor.u8();
    case TYPE.i16:
    case TYPE.i32:
    case TYPE.i64:
      return zigzag(cursor);
    case TYPE.double:
      cursor.skip(8);
      return undefined;
    case TYPE.binary:
      cursor.skip(cursor.varint());
      return undefined;
    case TYPE.list:
    case TYPE.set:
      return passList(cursor, depth);
    case TYPE.struct:
      return readStruct(cursor, depth);
    default:
      throw corrupt(`a field of type ${type}`);
  }
}

function passList(cursor: ByteReader, depth: number): undefined {
  const head = cursor.u8();
  const size = head >> 4 === 15 ? cursor.varint() : head >> 4;
  if (size > cursor.left) throw corrupt('a list longer than the file');
  for (let index = 0; index < size; index += 1) readValue(cursor, head & 15, depth);
}

function zigzag(cursor: ByteReader): number {
  const value = cursor.varint();
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
