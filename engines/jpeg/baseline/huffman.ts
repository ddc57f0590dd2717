/** A Huffman table whose codes have at most 16 bits. */
export type HuffmanTable = {
  /** Number of codes of each length from 1 to 16 bits. */
  readonly counts: readonly number[];
  /** Symbols in the order of their codes. */
  readonly symbols: readonly number[];
  /** `code << 5 | length` for each symbol. */
  readonly codes: Uint32Array;
};

/** Number of different symbols. */
export const SYMBOLS = 256;
const MAX_LENGTH = 16;

/**
 * Returns the shortest codes for symbols of these frequencies (ITU-T T.81 annex K.2). No code has ones only.
 * @param frequencies by symbol
 */
export function huffmanTable(frequencies: Uint32Array): HuffmanTable {
  const lengths = codeLengths(frequencies);
  const counts = limitedCounts(lengths);
  const symbols = [...frequencies.keys()]
    .filter((symbol) => (lengths[symbol] ?? 0) > 0)
    .sort((one, other) => (lengths[one] ?? 0) - (lengths[other] ?? 0) || one - other);
  return { counts, symbols, codes: codesOf(counts, symbols) };
}

type Group = { readonly frequency: number; readonly symbols: readonly number[] };

/**
 * Returns the code length of each symbol, without a limit. Includes one more symbol, which is rarer than all others and never occurs: it gets
 * the code that has ones only.
 */
function codeLengths(frequencies: Uint32Array): readonly number[] {
  const lengths = Array.from({ length: SYMBOLS + 1 }, () => 0);
  const groups: Group[] = [...frequencies, 1]
    .flatMap((frequency, symbol) => (frequency > 0 ? [{ frequency, symbols: [symbol] }] : []))
    .sort((one, other) => one.frequency - other.frequency)
    .sort((one, other) => Number(other.symbols.includes(SYMBOLS)) - Number(one.symbols.includes(SYMBOLS)));
  for (let [least, next] = groups; least && next; [least, next] = groups) {
    const frequency = least.frequency + next.frequency;
    const symbols = [...least.symbols, ...next.symbols];
    for (const symbol of symbols) lengths[symbol] = (lengths[symbol] ?? 0) + 1;
    const place = groups.findIndex((group, index) => index > 1 && group.frequency >= frequency);
    groups.splice(place < 0 ? groups.length : place, 0, { frequency, symbols });
    groups.splice(0, 2);
  }
  return lengths;
}

/** Returns the number of codes of each length, at most 16 bits, without the code that has ones only (T.81 figure K.3). */
function limitedCounts(lengths: readonly number[]): readonly number[] {
  const counts = Array.from({ length: SYMBOLS + 2 }, () => 0);
  const add = (length: number, change: number): void => {
    counts[length] = (counts[length] ?? 0) + change;
  };
  for (const length of lengths) if (length > 0) add(length, 1);
  for (let length = counts.length - 1; length > MAX_LENGTH; length -= 1)
    while ((counts[length] ?? 0) > 0) {
      // The two longest codes share all bits but the last: the first loses that bit, the second moves next to a shorter code, which grows.
      const shorter = counts.findLastIndex((count, each) => count > 0 && each <= length - 2);
      add(length, -2);
      add(length - 1, 1);
      add(shorter + 1, 2);
      add(shorter, -1);
    }
  add(
    counts.findLastIndex((count) => count > 0),
    -1,
  );
  return counts.slice(1, MAX_LENGTH + 1);
}

function codesOf(counts: readonly number[], symbols: readonly number[]): Uint32Array {
  const codes = new Uint32Array(SYMBOLS);
  let [code, from] = [0, 0];
  for (const [index, count] of counts.entries()) {
    for (const symbol of symbols.slice(from, from + count)) {
      codes[symbol] = (code << 5) | (index + 1);
      code += 1;
    }
    from += count;
    code <<= 1;
  }
  return codes;
}
