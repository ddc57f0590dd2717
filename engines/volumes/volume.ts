import { viewOf } from '@bakkum/bytes/bytes';
import { inflate } from '@bakkum/bytes/streams';
import { corrupt } from '@bakkum/conversion/errors';

/** Measured values or colours in slices with rows from top to bottom. */
export type Volume = {
  readonly width: number;
  readonly height: number;
  readonly slices: number;
  /** Values per point: one, or red, green and blue up to 255. */
  readonly channels: 1 | 3;
  /** Returns the value at an index in file order. */
  readonly value: (place: number) => number;
  /** Rows are stored bottom-up. */
  readonly isUpsideDown?: boolean;
  /** Large values are dark. */
  readonly isNegative?: boolean;
  /** Display window in the file: centre and width. */
  readonly window?: readonly [number, number];
};

export type NumberType = 'i8' | 'u8' | 'i16' | 'u16' | 'i32' | 'u32' | 'f32' | 'f64';

export const BYTES: Readonly<Record<NumberType, number>> = { i8: 1, u8: 1, i16: 2, u16: 2, i32: 4, u32: 4, f32: 4, f64: 8 };

/**
 * Reads the number at an index.
 * @throws ConversionError `corrupt` if there are fewer than `count`
 */
export function numbersIn(bytes: Uint8Array, type: NumberType, isLittle: boolean, count: number): (place: number) => number {
  if (!(count > 0) || count * BYTES[type] > bytes.length) throw corrupt(`${count} numbers announced in ${bytes.length} bytes`);
  const view = viewOf(bytes);
  const readers: Readonly<Record<NumberType, (at: number) => number>> = {
    i8: (at) => view.getInt8(at),
    u8: (at) => view.getUint8(at),
    i16: (at) => view.getInt16(at * 2, isLittle),
    u16: (at) => view.getUint16(at * 2, isLittle),
    i32: (at) => view.getInt32(at * 4, isLittle),
    u32: (at) => view.getUint32(at * 4, isLittle),
    f32: (at) => view.getFloat32(at * 4, isLittle),
    f64: (at) => view.getFloat64(at * 8, isLittle),
  };
  return readers[type];
}

/** Parses a positive integer of a header. */
export function sizeOf(value: unknown): number {
  const size = Number(value);
  if (!Number.isSafeInteger(size) || size < 1) throw corrupt(`size ${String(value).slice(0, 20)}`);
  return size;
}

/** Unpacked size limit; more is a bomb. */
const MAX_BYTES = 1024 * 1024 * 1024;

export function inflated(bytes: Uint8Array<ArrayBuffer>, format: 'gzip' | 'deflate'): Promise<Uint8Array<ArrayBuffer>> {
  return inflate(bytes, format, { maxBytes: MAX_BYTES });
}
