/** A deterministic random number generator. */
export type Random = {
  /** Returns a number from 0 up to, but not including, 1. */
  readonly next: () => number;
  readonly between: (low: number, high: number) => number;
  readonly pick: <T>(choices: readonly [T, ...T[]]) => T;
  readonly chance: (probability: number) => boolean;
};

/** Creates a generator with 32 bits of state (mulberry32), enough for an image. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number): number => low + (high - low) * next();
  return {
    next,
    between,
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
    chance: (probability) => next() < probability,
  };
}

/** Derives a seed from a text and a number (FNV-1a). */
export function seedOf(text: string, seed: number): number {
  let hash = (0x811c9dc5 ^ Math.trunc(seed)) >>> 0;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}
