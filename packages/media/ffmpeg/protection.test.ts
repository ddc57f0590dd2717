import { describe, expect, it } from 'vitest';
import { isProtected } from './protection.ts';

const readerOf = (bytes: readonly number[]) => ({
  size: bytes.length,
  async read(into: Uint8Array, position: number) {
    const part = bytes.slice(position, position + into.length);
    into.set(part);
    return part.length;
  },
});

const bytesOf = (hex: string): number[] => hex.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
/** Builds a Matroska element: its id, the length of the content in one byte, and the content. */
const element = (id: string, ...content: readonly number[][]): number[] => {
  const inside = content.flat();
  return [...bytesOf(id), 0x80 + inside.length, ...inside];
};
const box = (type: string, ...content: readonly number[][]): number[] => {
  const inside = content.flat();
  return [0, 0, 0, inside.length + 8, ...new TextEncoder().encode(type), ...inside];
};

const film = (encodings: readonly number[]): number[] => [
  ...element('1a45dfa3', [0x42, 0x86, 0x81, 1]),
  // A segment of unknown length, as in streams.
  ...bytesOf('18538067ff'),
  ...element('1549a966', [0, 0]),
  ...element('1654ae6b', element('ae', element('d7', [1]), [...encodings])),
  ...element('1f43b675', element('e7', [0])),
];

describe('isProtected', () => {
  it.each([
    ['Matroska without encodings', film([]), false],
    ['Matroska with packed headers', film(element('6d80', element('6240', element('5034', [])))), false],
    ['Matroska with encryption', film(element('6d80', element('6240', element('5031', [0]), element('5035', [])))), true],
    ['MPEG-4 in the clear', [...box('ftyp', [0, 0, 0, 0]), ...box('moov', box('trak'))], false],
    ['nothing', [], false],
    ['an element of unknown length', bytesOf('1a45dfa300'), false],
  ])('detects %s', async (_, bytes, expected) => {
    expect(await isProtected(readerOf(bytes))).toBe(expected);
  });
});
