import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { BYTES, inflated, type NumberType, numbersIn, sizeOf, type Volume } from './volume.ts';

const TYPES: Readonly<Record<number, NumberType>> = {
  2: 'u8',
  4: 'i16',
  8: 'i32',
  16: 'f32',
  64: 'f64',
  128: 'u8',
  256: 'i8',
  512: 'u16',
  768: 'u32',
};
const COLOUR = 128;
const HEADER = 348;

/** Reads single-file NIfTI-1, compressed or not. Rows run from back to front, so the first one is drawn last. */
export async function readNifti(given: Uint8Array<ArrayBuffer>): Promise<Volume> {
  const file = given[0] === 0x1f && given[1] === 0x8b ? await inflated(given, 'gzip') : given;
  if (file.length < HEADER) throw corrupt('a header is cut off');
  const view = viewOf(file);
  const isLittle = view.getInt32(0, true) === HEADER;
  if (!isLittle && view.getInt32(0) !== HEADER) throw corrupt('no NIfTI');
  const code = view.getInt16(70, isLittle);
  const type = TYPES[code];
  if (!type) throw new ConversionError('unsupported-feature', `values of type ${code}`);
  const sizes = Array.from({ length: 7 }, (_, axis) =>
    axis < view.getInt16(40, isLittle) ? sizeOf(view.getInt16(42 + axis * 2, isLittle)) : 1,
  );
  const [width = 1, height = 1, ...rest] = sizes;
  const slices = rest.reduce((all, size) => all * size, 1);
  const channels = code === COLOUR ? 3 : 1;
  const start = Math.max(HEADER, Math.floor(view.getFloat32(108, isLittle)));
  const count = width * height * slices * channels;
  const value = numbersIn(file.subarray(start, start + count * BYTES[type]), type, isLittle, count);
  const slope = view.getFloat32(112, isLittle) || 1;
  const offset = Number.isFinite(slope) ? view.getFloat32(116, isLittle) : 0;
  const scaled = Number.isFinite(slope) && channels === 1 ? (place: number): number => value(place) * slope + offset : value;
  return { width, height, slices, channels, value: scaled, isUpsideDown: true };
}
