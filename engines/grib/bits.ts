/** Reads a sign-magnitude integer. */
export function signed(view: DataView, at: number, bytes: number): number {
  let value = 0;
  for (let index = 0; index < bytes; index += 1) value = value * 256 + view.getUint8(at + index);
  const sign = 2 ** (bytes * 8 - 1);
  return value >= sign ? -(value - sign) : value;
}

/** Inserts the gaps of a bitmap, for which `stored` has no values. */
export function spread(stored: Float64Array, bitmap: Uint8Array | undefined, points: number): Float64Array {
  if (!bitmap) return stored;
  const values = new Float64Array(points).fill(Number.NaN);
  let next = 0;
  for (let index = 0; index < points; index += 1) {
    if (((bitmap[index >>> 3] ?? 0) >>> (7 - (index % 8))) % 2 === 0) continue;
    values[index] = stored[next] ?? Number.NaN;
    next += 1;
  }
  return values;
}

/** Number of points with a value according to a bitmap. */
export function counted(bitmap: Uint8Array, points: number): number {
  let count = 0;
  for (let index = 0; index < points; index += 1) count += ((bitmap[index >>> 3] ?? 0) >>> (7 - (index % 8))) % 2;
  return count;
}
