import type { BitReader } from './zp.ts';

/** Coefficients of one colour plane: blocks of 32 × 32 pixels, each in 64 groups of 16 from coarse to fine. */
export type Plane = {
  readonly width: number;
  readonly height: number;
  /** Blocks per row. */
  readonly columns: number;
  readonly blocks: Int32Array;
};

/** Reads the next slices of a plane; each refines some coefficients. */
export type PlaneReader = { readonly plane: Plane; readSlice(bits: BitReader): void };

const BLOCK = 32;
const COEFFICIENTS = BLOCK * BLOCK;
const GROUP = 16;
const BANDS = 10;
/** First group and number of groups per band (DjVu 3 specification, appendix 5). */
const BAND_GROUPS = [
  [0, 1],
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 4],
  [8, 4],
  [12, 4],
  [16, 16],
  [32, 16],
  [48, 16],
] as const;

/** Initial quantization steps: per coefficient in the coarsest group, per band elsewhere. */
const FIRST_STEPS = [
  ...[0x4000, 0x8000, 0x8000, 0x10000],
  ...[0x10000, 0x10000, 0x10000, 0x10000],
  ...[0x10000, 0x10000, 0x10000, 0x10000],
  ...[0x20000, 0x20000, 0x20000, 0x20000],
];
const BAND_STEPS = [0, 0x20000, 0x20000, 0x40000, 0x40000, 0x40000, 0x80000, 0x40000, 0x40000, 0x80000];

const ZERO = 1;
const ACTIVE = 2;
const NEW = 4;
const UNKNOWN = 8;
/** Steps above this do not produce any bits yet. */
const FIRST_USED_STEP = 0x8000;

type Coder = {
  readonly bits: BitReader;
  readonly blocks: Int32Array;
  readonly steps: Int32Array;
  readonly bandStep: number;
  readonly band: number;
  readonly root: Uint8Array;
  readonly groups: Uint8Array;
  readonly starts: Uint8Array;
  readonly mantissa: Uint8Array;
  readonly states: Uint8Array;
  readonly groupStates: Uint8Array;
};

export function createPlaneReader(width: number, height: number): PlaneReader {
  const columns = Math.ceil(width / BLOCK);
  const count = columns * Math.ceil(height / BLOCK);
  const plane: Plane = { width, height, columns, blocks: new Int32Array(count * COEFFICIENTS) };
  const steps = Int32Array.from(FIRST_STEPS);
  const bandSteps = Int32Array.from(BAND_STEPS);
  const memory = {
    blocks: plane.blocks,
    steps,
    root: new Uint8Array(1),
    groups: new Uint8Array(BANDS * 8),
    starts: new Uint8Array(32),
    mantissa: new Uint8Array(1),
    states: new Uint8Array(GROUP * GROUP),
    groupStates: new Uint8Array(GROUP),
  };
  let band = 0;
  let isDone = false;
  const next = (): void => {
    bandSteps[band] = (bandSteps[band] ?? 0) >> 1;
    if (band === 0) for (let index = 0; index < GROUP; index += 1) steps[index] = (steps[index] ?? 0) >> 1;
    band += 1;
    if (band < BANDS) return;
    band = 0;
    isDone = bandSteps[BANDS - 1] === 0;
  };
  return {
    plane,
    readSlice(bits) {
      if (isDone) return;
      const coder: Coder = { ...memory, bits, band, bandStep: bandSteps[band] ?? 0 };
      if (isUsed(coder)) for (let block = 0; block < count; block += 1) readBlock(coder, block * COEFFICIENTS);
      next();
    },
  };
}

function isUsed({ band, bandStep, steps, states }: Coder): boolean {
  const usable = (step: number): boolean => step > 0 && step < FIRST_USED_STEP;
  if (band > 0) return usable(bandStep);
  for (let index = 0; index < GROUP; index += 1) states[index] = usable(steps[index] ?? 0) ? UNKNOWN : ZERO;
  return steps.some(usable);
}

function readBlock(coder: Coder, block: number): void {
  const { bits, band, groupStates, root } = coder;
  const [first, count] = BAND_GROUPS[band] ?? [0, 0];
  let state = lookAround(coder, block, first, count);
  if (count < GROUP || (state & ACTIVE) !== 0) state |= NEW;
  else if ((state & UNKNOWN) !== 0 && bits.bit(root, 0) === 1) state |= NEW;
  if ((state & NEW) !== 0) {
    readGroups(coder, block, first, count, state);
    for (let group = 0; group < count; group += 1)
      if (((groupStates[group] ?? 0) & NEW) !== 0) readNew(coder, block + (first + group) * GROUP, group);
  }
  if ((state & ACTIVE) === 0) return;
  for (let group = 0; group < count; group += 1)
    if (((groupStates[group] ?? 0) & ACTIVE) !== 0) refine(coder, block + (first + group) * GROUP, group);
}

/** Collects the state of each coefficient, each group and the block in this band. */
function lookAround({ blocks, states, groupStates, band }: Coder, block: number, first: number, count: number): number {
  let all = 0;
  for (let group = 0; group < count; group += 1) {
    let state = 0;
    for (let index = 0; index < GROUP; index += 1) {
      const at = group * GROUP + index;
      const isFixed = band === 0 && states[at] === ZERO;
      if (!isFixed) states[at] = blocks[block + (first + group) * GROUP + index] === 0 ? UNKNOWN : ACTIVE;
      state |= states[at] ?? 0;
    }
    groupStates[group] = state;
    all |= state;
  }
  return all;
}

/** Decodes whether a group has new coefficients, with its four coarser parents as context. */
function readGroups(
  { bits, blocks, band, groups, groupStates }: Coder,
  block: number,
  first: number,
  count: number,
  state: number,
): void {
  for (let group = 0; group < count; group += 1) {
    if (((groupStates[group] ?? 0) & UNKNOWN) === 0) continue;
    let context = 0;
    if (band > 0) {
      const parent = block + (first + group) * 4;
      for (let index = 0; index < 4 && context < 3; index += 1) if (blocks[parent + index] !== 0) context += 1;
    }
    if ((state & ACTIVE) !== 0) context |= 4;
    if (bits.bit(groups, band * 8 + context) === 1) groupStates[group] = (groupStates[group] ?? 0) | NEW;
  }
}

const MAX_PASSES_WITHOUT_GAIN = 7;

/** Decodes coefficients that become significant in this slice, with their signs. */
function readNew({ bits, blocks, states, groupStates, starts, steps, bandStep, band }: Coder, at: number, group: number): void {
  let hope = 0;
  for (let index = 0; index < GROUP; index += 1) if (((states[group * GROUP + index] ?? 0) & UNKNOWN) !== 0) hope += 1;
  const isActive = ((groupStates[group] ?? 0) & ACTIVE) !== 0;
  for (let index = 0; index < GROUP; index += 1) {
    if (((states[group * GROUP + index] ?? 0) & UNKNOWN) === 0) continue;
    if (bits.bit(starts, Math.min(hope, MAX_PASSES_WITHOUT_GAIN) | (isActive ? 8 : 0)) === 1) {
      const step = band === 0 ? (steps[index] ?? 0) : bandStep;
      const half = step >> 1;
      const value = step + half - (half >> 2);
      blocks[at + index] = bits.skewed() === 1 ? -value : value;
      hope = 0;
    } else if (hope > 0) hope -= 1;
  }
}

/** Refines coefficients that are already significant by one bit. */
function refine({ bits, blocks, states, mantissa, steps, bandStep, band }: Coder, at: number, group: number): void {
  for (let index = 0; index < GROUP; index += 1) {
    if (((states[group * GROUP + index] ?? 0) & ACTIVE) === 0) continue;
    const step = band === 0 ? (steps[index] ?? 0) : bandStep;
    const before = blocks[at + index] ?? 0;
    let value = Math.abs(before);
    const isSecond = value <= 3 * step;
    if (isSecond) value += step >> 2;
    const isMore = (isSecond ? bits.bit(mantissa, 0) : bits.skewed()) === 1;
    value += isMore ? step >> 1 : (step >> 1) - step;
    blocks[at + index] = before < 0 ? -value : value;
  }
}
