import { describe, expect, it } from 'vitest';
import { shareDrawing } from './share-drawing.server.ts';

const textsOf = (svg: string): readonly string[] => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, words = '']) => words);
const linesOf = (line: string): readonly string[] =>
  textsOf(shareDrawing({ brand: 'Brand', title: 'Title', line, sheets: [] })).slice(2);

const SENTENCE = 'Converts files in your browser without sending them anywhere.';

describe('the line of a preview image', () => {
  it('is one line if it fits', () => {
    expect(linesOf('Converts files.')).toEqual(['Converts files.']);
  });

  it('breaks into two lines, without the sentences that do not fit', () => {
    const lines = linesOf([SENTENCE, SENTENCE, SENTENCE].join(' '));
    expect(lines).toHaveLength(2);
    expect(lines.join(' ')).toBe(SENTENCE);
  });

  it('is truncated if its first sentence is longer', () => {
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`);
    const lines = linesOf(`${words.join(' ')}.`);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/word\d+ …$/);
  });
});

describe('the sheets of a preview image', () => {
  const drawn = (sheets: readonly string[]) => shareDrawing({ brand: 'Brand', title: 'Title', line: 'Line', sheets });
  const left = (svg: string) => [...svg.matchAll(/<text x="([\d.]+)"[^>]*text-anchor="middle"/g)].map(([, x]) => Number(x));

  it('are three beside each other, within the margins', () => {
    const svg = drawn(['PDF', 'HEIC', 'MP4']);
    expect(textsOf(svg)).toEqual(['Brand', 'PDF', 'HEIC', 'MP4', 'Title', 'Line']);
    const [first = 0, second = 0, third = 0] = left(svg);
    expect(second - first).toBeCloseTo(third - second);
    expect(first).toBeGreaterThan(88);
    expect(third).toBeLessThan(1200 - 88);
  });

  it('have an arrow between two only', () => {
    const strokes = (svg: string) => svg.match(/stroke-linecap/g)?.length ?? 0;
    expect([['A'], ['A', 'B'], ['A', 'B', 'C']].map((sheets) => strokes(drawn(sheets)))).toEqual([0, 1, 0]);
  });
});
