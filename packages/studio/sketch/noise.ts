import { createRandom } from './random.ts';

/** A smooth field of values from -1 to 1 over the plane, with one hill per unit. */
export type Noise = (x: number, y: number) => number;

const SIZE = 256;
const MASK = SIZE - 1;

/** Creates gradient noise; the same seed always gives the same field. */
export function createNoise(seed: number): Noise {
  const random = createRandom(seed);
  const order = new Uint8Array(SIZE).map((_, index) => index);
  for (let index = SIZE - 1; index > 0; index--) {
    const other = Math.floor(random.next() * (index + 1));
    const kept = order[index] ?? 0;
    order[index] = order[other] ?? 0;
    order[other] = kept;
  }
  const gradientX = new Float32Array(SIZE);
  const gradientY = new Float32Array(SIZE);
  for (let index = 0; index < SIZE; index++) {
    const angle = random.next() * Math.PI * 2;
    gradientX[index] = Math.cos(angle);
    gradientY[index] = Math.sin(angle);
  }
  return (x, y) => {
    const column = Math.floor(x);
    const row = Math.floor(y);
    const dx = x - column;
    const dy = y - row;
    const u = dx * dx * dx * (dx * (dx * 6 - 15) + 10);
    const v = dy * dy * dy * (dy * (dy * 6 - 15) + 10);
    const left = order[column & MASK] ?? 0;
    const right = order[(column + 1) & MASK] ?? 0;
    const a = order[(left + row) & MASK] ?? 0;
    const b = order[(right + row) & MASK] ?? 0;
    const c = order[(left + row + 1) & MASK] ?? 0;
    const d = order[(right + row + 1) & MASK] ?? 0;
    const na = (gradientX[a] ?? 0) * dx + (gradientY[a] ?? 0) * dy;
    const nb = (gradientX[b] ?? 0) * (dx - 1) + (gradientY[b] ?? 0) * dy;
    const nc = (gradientX[c] ?? 0) * dx + (gradientY[c] ?? 0) * (dy - 1);
    const nd = (gradientX[d] ?? 0) * (dx - 1) + (gradientY[d] ?? 0) * (dy - 1);
    const top = na + u * (nb - na);
    const bottom = nc + u * (nd - nc);
    return (top + v * (bottom - top)) * 1.42;
  };
}

/** Adds octaves of noise, each with half the size and half the amplitude; the result is roughly -1 to 1. */
export function layered(noise: Noise, x: number, y: number, octaves: number): number {
  let sum = 0;
  let strength = 0.5;
  let scale = 1;
  for (let octave = 0; octave < octaves; octave++) {
    sum += noise(x * scale + octave * 17.3, y * scale + octave * 9.1) * strength;
    strength *= 0.5;
    scale *= 2.03;
  }
  return sum;
}

/** Noise with sharp crests instead of round hills, 0 to 1. */
export function ridged(noise: Noise, x: number, y: number, octaves: number): number {
  let sum = 0;
  let strength = 0.5;
  let scale = 1;
  for (let octave = 0; octave < octaves; octave++) {
    const crest = 1 - Math.abs(noise(x * scale + octave * 31.7, y * scale));
    sum += crest * crest * strength;
    strength *= 0.5;
    scale *= 2.1;
  }
  return sum;
}
