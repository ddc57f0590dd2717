import { decodeWindows949 } from './windows-949.ts';

/** Decoders of bytes that carry no mark, most telling first: each refuses what is not its own. */
const GUESSES: readonly ((bytes: Uint8Array) => string | undefined)[] = [
  (bytes) => decodeStrictly(bytes, 'utf-8'),
  decodeWindows949,
  (bytes) => decodeStrictly(bytes, 'shift_jis'),
  (bytes) => decodeStrictly(bytes, 'gb18030'),
];

/** Text as its characters: by its byte-order mark, else the first encoding that accepts every byte, else Windows Latin. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  for (const guess of GUESSES) {
    const text = guess(bytes);
    if (text !== undefined) return text;
  }
  return new TextDecoder('windows-1252').decode(bytes);
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (refusal) {
    if (refusal instanceof TypeError) return undefined; // bytes that this encoding does not have
    throw refusal;
  }
}

const CANDIDATES = [',', ';', '\t', '|'] as const;
const LINES_LOOKED_AT = 20;

/** What separates the cells: the candidate that splits most lines into the same number of cells, quoted text left out. */
export function guessSeparator(text: string): string {
  const lines = text
    .slice(0, 65_536)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== '')
    .slice(0, LINES_LOOKED_AT);
  const scored = CANDIDATES.map((candidate) => ({ candidate, score: agreement(lines, candidate) }));
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).candidate;
}

/** Lines that have as many separators as the commonest number of them, weighed by that number; 0 where there are none. */
function agreement(lines: readonly string[], separator: string): number {
  const counts = lines.map((line) => line.split(separator).length - 1).filter((count) => count > 0);
  const groups = [...Map.groupBy(counts, (count) => count)].map(([count, same]) => same.length + Math.min(count, 9) / 10);
  return Math.max(0, ...groups);
}

/** Columns, from 1, that numbers would spoil: leading zeros, or more digits than a number keeps. */
export function textColumns(text: string, separator: string): readonly number[] {
  const columns = new Set<number>();
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (!/(?:^|[^\d.])0\d|\d{16}/.test(line)) continue;
    for (const [index, cell] of line.split(separator).entries())
      if (/^"?\s*(?:0\d+|\d{16,})\s*"?$/.test(cell)) columns.add(index + 1);
  }
  return [...columns].sort((a, b) => a - b);
}
