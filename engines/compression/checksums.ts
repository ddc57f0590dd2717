import { viewOf } from '@bakkum/bytes/bytes';

const PRIMES = [2654435761, 2246822519, 3266489917, 668265263, 374761393] as const;
const [PRIME_1, PRIME_2, PRIME_3, PRIME_4, PRIME_5] = PRIMES;
const LANES = 16;

const rotated = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

/** Streaming xxHash32 with seed 0. */
export class XxHash32 {
  readonly #lanes = Int32Array.of(PRIME_1 + PRIME_2, PRIME_2, 0, -PRIME_1);
  readonly #open = new Uint8Array(LANES);
  #total = 0;

  update(bytes: Uint8Array): void {
    let at = 0;
    const held = this.#total % LANES;
    this.#total += bytes.length;
    if (held > 0) {
      at = Math.min(bytes.length, LANES - held);
      this.#open.set(bytes.subarray(0, at), held);
      if (held + at < LANES) return;
      this.#round(new DataView(this.#open.buffer), 0);
    }
    const view = viewOf(bytes);
    for (; at + LANES <= bytes.length; at += LANES) this.#round(view, at);
    this.#open.set(bytes.subarray(at));
  }

  #round(view: DataView, at: number): void {
    for (let lane = 0; lane < 4; lane += 1) {
      const mixed = (this.#lanes[lane] ?? 0) + Math.imul(view.getInt32(at + lane * 4, true), PRIME_2);
      this.#lanes[lane] = Math.imul(rotated(mixed, 13), PRIME_1);
    }
  }

  digest(): number {
    const [one = 0, two = 0, three = 0, four = 0] = this.#lanes;
    const spread = rotated(one, 1) + rotated(two, 7) + rotated(three, 12) + rotated(four, 18);
    let hash = ((this.#total >= LANES ? spread : PRIME_5) + this.#total) | 0;
    const view = new DataView(this.#open.buffer, 0, this.#total % LANES);
    let at = 0;
    for (; at + 4 <= view.byteLength; at += 4)
      hash = Math.imul(rotated(hash + Math.imul(view.getInt32(at, true), PRIME_3), 17), PRIME_4);
    for (; at < view.byteLength; at += 1) hash = Math.imul(rotated(hash + Math.imul(view.getUint8(at), PRIME_5), 11), PRIME_1);
    hash = Math.imul(hash ^ (hash >>> 15), PRIME_2);
    hash = Math.imul(hash ^ (hash >>> 13), PRIME_3);
    return (hash ^ (hash >>> 16)) >>> 0;
  }
}

export function xxHash32(bytes: Uint8Array): number {
  const hash = new XxHash32();
  hash.update(bytes);
  return hash.digest();
}
