import { type BitReader, type Contexts, createBitReader } from './zp.ts';

/** State of a number type: the root of an adaptive context tree. */
export type NumberKind = { root: number };

/** Reads the numbers of JB2, coded along a binary tree of contexts (DjVu 3 specification, appendix 2). */
export type NumberReader = {
  readonly bits: BitReader;
  number(low: number, high: number, kind: NumberKind): number;
  /** Reads a number in the full range of the format. */
  any(kind: NumberKind): number;
  count(kind: NumberKind): number;
  flag(kind: Contexts): number;
  /** Resets the contexts of all number types. */
  reset(): void;
};

export const LARGEST = 262_142;
const MAX_STATES = 4_000_000;
const WHOLE_RANGE = 0xffffffff;

/** Reads one decision and moves down the tree; `told` is set if the bounds determine the decision. */
type Walk = (told: boolean | undefined) => boolean;

type Trees = { walk(kind: NumberKind): Walk; reset(): void };

function createTrees(bits: BitReader): Trees {
  let states = new Uint8Array(4096);
  let branches = new Int32Array(8192);
  let used = 1;
  let age = 0;
  const ages = new WeakMap<NumberKind, number>();
  const grow = (): number => {
    if (used === states.length) {
      if (used >= MAX_STATES) throw new RangeError('too many states');
      states = enlarged(states, new Uint8Array(used * 2));
      branches = enlarged(branches, new Int32Array(used * 4));
    }
    used += 1;
    return used - 1;
  };
  return {
    walk(kind) {
      if (ages.get(kind) !== age) {
        kind.root = 0;
        ages.set(kind, age);
      }
      let parent = -1;
      return (told) => {
        let place = parent < 0 ? kind.root : (branches[parent] ?? 0);
        if (place === 0) {
          place = grow();
          if (parent < 0) kind.root = place;
          else branches[parent] = place;
        }
        const decision = told ?? bits.bit(states, place) === 1;
        parent = place * 2 + (decision ? 1 : 0);
        return decision;
      };
    },
    reset() {
      states = new Uint8Array(4096);
      branches = new Int32Array(8192);
      used = 1;
      age += 1;
    },
  };
}

export function createNumberReader(data: Uint8Array): NumberReader {
  const bits = createBitReader(data);
  const trees = createTrees(bits);
  const number = (low: number, high: number, kind: NumberKind): number => readNumber(trees.walk(kind), low, high);
  return {
    bits,
    number,
    any: (kind) => number(-LARGEST - 1, LARGEST, kind),
    count: (kind) => number(0, LARGEST, kind),
    flag: (kind) => bits.bit(kind, 0),
    reset: trees.reset,
  };
}

/** Reads the sign, then the interval between powers of two, then the position within it. */
function readNumber(walk: Walk, least: number, most: number): number {
  let [low, high, cut] = [least, most, 0];
  const isAbove = (): boolean => {
    if (low >= cut) return walk(true);
    return walk(high >= cut ? undefined : false);
  };
  const isNegative = !isAbove();
  if (isNegative) [low, high] = [-high - 1, -low - 1];
  cut = 1;
  while (isAbove()) {
    cut += cut + 1;
    if (cut > WHOLE_RANGE) throw new RangeError('a number beyond all bounds');
  }
  let range = (cut + 1) / 2;
  cut = range === 1 ? 0 : cut - range / 2;
  while (range !== 1) {
    const decision = isAbove();
    range /= 2;
    if (range !== 1) cut += decision ? range / 2 : -range / 2;
    else if (!decision) cut -= 1;
  }
  return isNegative ? -cut - 1 : cut;
}

function enlarged<List extends Uint8Array | Int32Array>(list: List, larger: List): List {
  larger.set(list);
  return larger;
}
