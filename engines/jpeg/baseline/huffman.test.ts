import { expect, test } from 'vitest';
import { type HuffmanTable, huffmanTable, SYMBOLS } from './huffman.ts';

const frequenciesOf = (given: readonly number[]): Uint32Array =>
  Uint32Array.from({ length: SYMBOLS }, (_, symbol) => given[symbol] ?? 0);

/** The code of each symbol in order, as text. */
function codesOf({ codes, symbols }: HuffmanTable): readonly string[] {
  return symbols.map((symbol) => {
    const code = codes[symbol] ?? 0;
    return (code >>> 5).toString(2).padStart(code & 31, '0');
  });
}

const FIBONACCI = Array.from({ length: 40 }).reduce<number[]>(
  (numbers) => [...numbers, (numbers.at(-1) ?? 0) + (numbers.at(-2) ?? 1)],
  [],
);

test.each([
  ['one symbol', [0, 0, 7]],
  ['two symbols', [1, 1_000_000]],
  ['equally frequent symbols', Array.from({ length: 256 }, () => 3)],
  ['symbols that would need more than 16 bits', FIBONACCI],
  ['all symbols, from rare to frequent', Array.from({ length: 256 }, (_, symbol) => 1 + symbol ** 3)],
])('gives %s codes of which none begins with another', (_, given) => {
  const table = huffmanTable(frequenciesOf(given));
  const codes = codesOf(table);
  expect(codes.length).toBe(given.filter((frequency) => frequency > 0).length);
  expect(table.counts.length).toBe(16);
  expect(table.counts.reduce((sum, count) => sum + count)).toBe(codes.length);
  for (const [index, code] of codes.entries()) {
    expect(code.length).toBeLessThanOrEqual(16);
    expect(code).toContain('0');
    expect(codes.filter((other) => other.startsWith(code))).toEqual([codes[index]]);
  }
});

test('gives frequent symbols shorter codes', () => {
  const lengths = codesOf(huffmanTable(frequenciesOf([1, 2, 4, 8, 16, 32, 64]))).map((code) => code.length);
  expect(lengths).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('stores the number of codes of each length', () => {
  expect(huffmanTable(frequenciesOf([0, 5, 0, 20])).counts.slice(0, 3)).toEqual([1, 1, 0]);
});
