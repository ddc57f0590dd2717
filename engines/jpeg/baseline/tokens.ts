import { ZIGZAG } from '@bakkum/raster/zigzag';
import { SYMBOLS } from './huffman.ts';

/** How often each symbol occurs. */
export type Statistics = { readonly dc: Uint32Array; readonly ac: Uint32Array };

export const newStatistics = (): Statistics => ({ dc: new Uint32Array(SYMBOLS), ac: new Uint32Array(SYMBOLS) });

/**
 * Part of a scan as symbols in the order in which they are written: `symbol << 16 | bits`. The low four bits of a symbol are the number of
 * bits that follow its code.
 */
export type TokenChunk = { readonly tokens: Uint32Array; length: number; blocks: number };

/** Number of tokens that are allocated together. */
const CHUNK_TOKENS = 2 ** 18;
/** Maximum number of tokens of a block: one per coefficient. */
const MAX_BLOCK_TOKENS = 64;

export const newChunk = (): TokenChunk => ({ tokens: new Uint32Array(CHUNK_TOKENS), length: 0, blocks: 0 });

export const hasRoom = ({ length }: TokenChunk, blocks: number): boolean => length + blocks * MAX_BLOCK_TOKENS <= CHUNK_TOKENS;

/** What a block of a component needs to be quantized. */
export type Quantizer = {
  /** In zigzag order. */
  readonly factors: Float64Array;
  /** Magnitudes of a transformed block, in zigzag order, below which a quantized coefficient is zero. */
  readonly thresholds: Float64Array;
  readonly statistics: Statistics;
  /** DC coefficient of the component's last block. */
  lastDc: number;
};

export function newQuantizer(factors: Float64Array, statistics: Statistics): Quantizer {
  return { factors, thresholds: factors.map((factor) => 0.5 / factor), statistics, lastDc: 0 };
}

const MAX_AC = 1023;
const END_OF_BLOCK = 0;
const SIXTEEN_ZEROS = 0xf0;

/**
 * A coefficient that rounds to ±1 becomes zero if it is less than this above one half, by the number of zeros before it. Its code would
 * cost more bits than the smaller error is worth.
 */
const DEAD_ZONES = Float64Array.of(0.05, 0.1, 0.12, 0.14, 0.16, 0.18, 0.19, 0.2, 0.21, 0.22, 0.23, 0.24, 0.25, 0.25, 0.25, 0.25);
/** The same for a coefficient that would need one more bit than the next smaller one. */
const LEVEL_ZONE = 0.05;
/** Mean square of AC coefficients at which errors count half: they are less visible between details. */
const MASKING_ENERGY = 1448;
const MAX_TOLERANCE = 3;

/**
 * Quantizes a transformed block and appends its tokens. Coefficients are chosen for few bits as well as small errors.
 * @param energy mean square of the AC coefficients before quantization
 */
export function addTokens(chunk: TokenChunk, quantizer: Quantizer, block: Float64Array, energy: number): void {
  const { factors, thresholds, statistics } = quantizer;
  const { ac } = statistics;
  addDc(chunk, quantizer, (block[0] ?? 0) * (factors[0] ?? 0));
  const tolerance = Math.min(MAX_TOLERANCE, 1 + energy / MASKING_ENERGY);
  let zeros = 0;
  for (let at = 1; at < 64; at += 1) {
    const coefficient = block[ZIGZAG[at] ?? 0] ?? 0;
    const threshold = thresholds[at] ?? 0;
    if (coefficient < threshold && coefficient > -threshold) {
      zeros += 1;
      continue;
    }
    const exact = coefficient * (factors[at] ?? 0);
    const level = levelFor(exact < 0 ? -exact : exact, zeros, tolerance);
    if (level === 0) {
      zeros += 1;
      continue;
    }
    for (; zeros > 15; zeros -= 16) add(chunk, ac, SIXTEEN_ZEROS, 0);
    const bits = 32 - Math.clz32(level);
    add(chunk, ac, (zeros << 4) | bits, bitsOf(exact < 0 ? -level : level, bits));
    zeros = 0;
  }
  if (zeros > 0) add(chunk, ac, END_OF_BLOCK, 0);
  chunk.blocks += 1;
}

function add(chunk: TokenChunk, frequencies: Uint32Array, symbol: number, bits: number): void {
  frequencies[symbol] = (frequencies[symbol] ?? 0) + 1;
  chunk.tokens[chunk.length] = (symbol << 16) | bits;
  chunk.length += 1;
}

/** Rounds a coefficient of at least one half. @param zeros number of zeros before it */
function levelFor(exact: number, zeros: number, tolerance: number): number {
  const level = Math.min(MAX_AC, exact + 0.5) | 0;
  const excess = exact + 0.5 - level;
  if (level < 2) return excess < (DEAD_ZONES[zeros < 15 ? zeros : 15] ?? 0) * tolerance ? 0 : level;
  return (level & (level - 1)) === 0 && excess < LEVEL_ZONE * tolerance ? level - 1 : level;
}

/** Appends a block with the mean of the last one. */
export function addEmptyBlock(chunk: TokenChunk, { statistics: { dc, ac } }: Quantizer): void {
  add(chunk, dc, 0, 0);
  add(chunk, ac, END_OF_BLOCK, 0);
  chunk.blocks += 1;
}

/** Appends a DC coefficient, which is stored as the difference from the last one. */
function addDc(chunk: TokenChunk, quantizer: Quantizer, exact: number): void {
  // An integer also for the compiler: a field with numbers of both kinds would slow down all blocks.
  const value = Math.floor(exact + 0.5) | 0;
  const change = (value - quantizer.lastDc) | 0;
  quantizer.lastDc = value;
  const bits = 32 - Math.clz32(change < 0 ? -change : change);
  add(chunk, quantizer.statistics.dc, bits, bitsOf(change, bits));
}

/** Returns the bits of a value: its own, or those of a negative value minus 1 (T.81 F.1.2.1). */
function bitsOf(value: number, bits: number): number {
  return (value < 0 ? value - 1 : value) & ((1 << bits) - 1);
}
