import { MsbBits } from '@bakkum/bytes/bits';
import { signed } from './bits.ts';

/** Converts stored integers to values: `(reference + number × scale) × factor`. */
export type Scaling = { readonly reference: number; readonly scale: number; readonly factor: number; readonly width: number };

/** Common start of every packing template (5.0). */
export const scalingOf = (packing: DataView): Scaling => ({
  reference: packing.getFloat32(11),
  scale: 2 ** signed(packing, 15, 2),
  factor: 10 ** -signed(packing, 17, 2),
  width: packing.getUint8(19),
});

/** Reads consecutive numbers of one bit width. */
export function plainValues(data: Uint8Array, { reference, scale, factor, width }: Scaling, count: number): Float64Array {
  const values = new Float64Array(count);
  if (width === 0) return values.fill(reference * factor);
  const bits = new MsbBits(data);
  for (let index = 0; index < count; index += 1) values[index] = (reference + bits.read(width) * scale) * factor;
  return values;
}
