import { AFTER_LIKELY, AFTER_UNLIKELY, PROBABILITY, THRESHOLD } from './zp-table.ts';

/** Adaptive bit states, one per context. */
export type Contexts = Uint8Array;

/** Decodes bits of DjVu's adaptive arithmetic coder, ZP (DjVu 3 specification, appendix 3). */
export type BitReader = {
  /** Decodes a bit with the state at an index, and updates that state. */
  bit(contexts: Contexts, place: number): number;
  /** Decodes a bit with even probability. */
  plain(): number;
  /** Decodes a bit with even probability and the skew used by wavelets. */
  skewed(): number;
};

/** The coder reads ones past the end of the data. This many extra bytes mean the data is truncated. */
const MAX_BYTES_PAST_END = 4096;

/** Reads the bytes after the first two, bit by bit. */
function createSource(data: Uint8Array): (count: number) => number {
  let at = 2;
  let buffer = 0;
  let bits = 0;
  return (count) => {
    while (bits < count) {
      if (at > data.length + MAX_BYTES_PAST_END) throw new RangeError('coded bits are cut off');
      buffer = ((buffer << 8) | (data[at] ?? 0xff)) & 0xffffff;
      at += 1;
      bits += 8;
    }
    bits -= count;
    return (buffer >>> bits) & ((1 << count) - 1);
  };
}

export function createBitReader(data: Uint8Array): BitReader {
  const next = createSource(data);
  let width = 0;
  let code = ((data[0] ?? 0xff) << 8) | (data[1] ?? 0xff);

  /** Handles the less probable bit: the remaining upper part becomes the interval. */
  const above = (part: number): void => {
    const rest = 0x10000 - part;
    width += rest;
    code += rest;
    // Number of leading ones in the sixteen bits.
    const count = Math.clz32(~(width << 16));
    width = (width << count) & 0xffff;
    code = ((code << count) | next(count)) & 0xffff;
  };

  const below = (part: number): void => {
    width = (part << 1) & 0xffff;
    code = ((code << 1) | next(1)) & 0xffff;
  };

  const unlearnt = (part: number): number => {
    if (part > code) {
      above(part);
      return 1;
    }
    below(part);
    return 0;
  };

  return {
    bit(contexts, place) {
      const state = contexts[place] ?? 0;
      const likely = state & 1;
      let part = width + (PROBABILITY[state] ?? 0);
      if (part <= Math.min(code, 0x7fff)) {
        width = part;
        return likely;
      }
      part = Math.min(part, 0x6000 + ((part + width) >> 2));
      if (part > code) {
        above(part);
        contexts[place] = AFTER_UNLIKELY[state] ?? 0;
        return likely ^ 1;
      }
      if (width >= (THRESHOLD[state] ?? 0)) contexts[place] = AFTER_LIKELY[state] ?? 0;
      below(part);
      return likely;
    },
    plain: () => unlearnt(0x8000 + (width >> 1)),
    skewed: () => unlearnt(0x8000 + ((width + width + width) >> 3)),
  };
}
