import { viewOf } from '@bakkum/bytes/bytes';

/** Bytes per value of each field type (TIFF 6.0 §2 and BigTIFF); the index is the type number. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];

export type TiffField = {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** Offset of the value, inside the entry or elsewhere. */
  readonly valueOffset: number;
  readonly byteLength: number;
};

export type TiffStructure = {
  readonly littleEndian: boolean;
  readonly big: boolean;
  readonly firstDirectory: number;
};

/** Header of a TIFF file or Exif block; undefined when the bytes are neither. */
export function readTiffHeader(bytes: Uint8Array): TiffStructure | undefined {
  if (bytes.length < 8) return undefined;
  const order = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  if (order !== 0x4949 && order !== 0x4d4d) return undefined;
  const littleEndian = order === 0x4949;
  const view = viewOf(bytes);
  const version = view.getUint16(2, littleEndian);
  if (version === 43 && bytes.length >= 16) {
    return { littleEndian, big: true, firstDirectory: Number(view.getBigUint64(8, littleEndian)) };
  }
  // Some cameras write numbers other than 42 (Olympus, Panasonic raw files); their directories are the same.
  return { littleEndian, big: false, firstDirectory: view.getUint32(4, littleEndian) };
}

/** Fields of the directory at `offset`, without those whose values are outside the bytes. */
export function readDirectory(bytes: Uint8Array, tiff: TiffStructure, offset: number): readonly TiffField[] {
  return listFields(bytes, tiff, offset).fields.filter((field) => isInside(bytes, field));
}

/** Tags whose values are outside the bytes; undefined when part of the directory itself is. */
export function truncatedTags(bytes: Uint8Array, tiff: TiffStructure, offset: number): readonly number[] | undefined {
  const { fields, isWhole } = listFields(bytes, tiff, offset);
  return isWhole ? fields.filter((field) => !isInside(bytes, field)).map(({ tag }) => tag) : undefined;
}

function isInside(bytes: Uint8Array, { valueOffset, byteLength }: TiffField): boolean {
  return valueOffset + byteLength <= bytes.length;
}

function listFields(bytes: Uint8Array, tiff: TiffStructure, offset: number): { fields: readonly TiffField[]; isWhole: boolean } {
  const view = viewOf(bytes);
  const countBytes = tiff.big ? 8 : 2;
  const entryBytes = tiff.big ? 20 : 12;
  if (!(offset >= 8) || offset + countBytes > bytes.length) return { fields: [], isWhole: false };
  const declared = tiff.big ? Number(view.getBigUint64(offset, tiff.littleEndian)) : view.getUint16(offset, tiff.littleEndian);
  const present = Math.floor((bytes.length - offset - countBytes) / entryBytes);
  const fields: TiffField[] = [];
  for (let index = 0; index < Math.min(declared, present, 4096); index += 1) {
    const field = readField(view, tiff, offset + countBytes + index * entryBytes);
    if (field) fields.push(field);
  }
  return { fields, isWhole: declared <= present };
}

function readField(view: DataView, tiff: TiffStructure, at: number): TiffField | undefined {
  const tag = view.getUint16(at, tiff.littleEndian);
  const type = view.getUint16(at + 2, tiff.littleEndian);
  const count = tiff.big ? Number(view.getBigUint64(at + 4, tiff.littleEndian)) : view.getUint32(at + 4, tiff.littleEndian);
  const unit = TYPE_BYTES[type];
  if (!unit) return undefined;
  const byteLength = unit * count;
  const inlineAt = at + (tiff.big ? 12 : 8);
  if (byteLength <= (tiff.big ? 8 : 4)) return { tag, type, count, valueOffset: inlineAt, byteLength };
  const valueOffset = tiff.big
    ? Number(view.getBigUint64(inlineAt, tiff.littleEndian))
    : view.getUint32(inlineAt, tiff.littleEndian);
  return { tag, type, count, valueOffset, byteLength };
}

/** First value of an integer or rational field as a number. */
export function numberOf(bytes: Uint8Array, tiff: TiffStructure, field: TiffField | undefined): number | undefined {
  if (!field || field.count < 1) return undefined;
  const view = viewOf(bytes);
  switch (field.type) {
    case 1:
      return view.getUint8(field.valueOffset);
    case 3:
      return view.getUint16(field.valueOffset, tiff.littleEndian);
    case 4:
    case 13:
      return view.getUint32(field.valueOffset, tiff.littleEndian);
    case 5: {
      const denominator = view.getUint32(field.valueOffset + 4, tiff.littleEndian);
      return denominator === 0 ? undefined : view.getUint32(field.valueOffset, tiff.littleEndian) / denominator;
    }
    case 16:
    case 18:
      return Number(view.getBigUint64(field.valueOffset, tiff.littleEndian));
    default:
      return undefined;
  }
}

/** All values of an integer field; empty when it is missing or of another type. */
export function numbersOf(bytes: Uint8Array, tiff: TiffStructure, field: TiffField | undefined): readonly number[] {
  const unit = field ? (TYPE_BYTES[field.type] ?? 0) : 0;
  if (!field || unit === 0) return [];
  const numbers: number[] = [];
  for (let index = 0; index < field.count; index += 1) {
    const number = numberOf(bytes, tiff, { ...field, count: 1, valueOffset: field.valueOffset + index * unit });
    if (number === undefined) return [];
    numbers.push(number);
  }
  return numbers;
}

/** Offset of the directory after the one at `offset`, 0 after the last; undefined when it is outside the bytes. */
export function nextDirectory(bytes: Uint8Array, tiff: TiffStructure, offset: number): number | undefined {
  const view = viewOf(bytes);
  const at = nextDirectoryAt(bytes, tiff, offset);
  if (at === undefined) return undefined;
  const next = tiff.big ? Number(view.getBigUint64(at, tiff.littleEndian)) : view.getUint32(at, tiff.littleEndian);
  return next < bytes.length ? next : undefined;
}

/** Where a directory stores the offset of the next one; undefined when that is outside the bytes. */
export function nextDirectoryAt(bytes: Uint8Array, tiff: TiffStructure, offset: number): number | undefined {
  const view = viewOf(bytes);
  const countBytes = tiff.big ? 8 : 2;
  if (offset + countBytes > bytes.length) return undefined;
  const count = tiff.big ? Number(view.getBigUint64(offset, tiff.littleEndian)) : view.getUint16(offset, tiff.littleEndian);
  const at = offset + countBytes + count * (tiff.big ? 20 : 12);
  return at + (tiff.big ? 8 : 4) <= bytes.length ? at : undefined;
}
