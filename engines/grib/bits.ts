import { corrupt } from '@bakkum/conversion/errors';

/** Reads numbers of any bit width, most significant bit first. Errors: `corrupt` past the end. */
export class Bits {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Reads up to 32 bits. */
  take(count: number): number {
    if (count > 32 || this.#at + count > this.#bytes.length * 8) throw corrupt('its numbers end too early');
    let value = 0;
    for (let left = count; left > 0; ) {
      const free = 8 - (this.#at % 8);
      const used = Math.min(free, left);
      const byte = this.#bytes[this.#at >>> 3] ?? 0;
      value = value * 2 ** used + ((byte >>> (free - used)) & (2 ** used - 1));
      this.#at += used;
      left -= used;
    }
    return value;
  }

  /** Advances to the next byte boundary. */
  align(): void {
    this.#at = Math.ceil(this.#at / 8) * 8;
  }
}

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
