import { expect, it } from 'vitest';
import { separateRunningLines, type TextPage } from './running-lines.ts';

/** Pages of 1,000 points with words at the given heights, each on its own line. */
function pagesWith(count: number, tops: readonly number[], text: (at: number) => string): readonly TextPage[] {
  return Array.from({ length: count }, (_, page) => ({
    height: 1000,
    words: tops.map((top, at) => ({
      text: text(at),
      key: text(at),
      page,
      boxes: [{ left: 0, top, right: 20, bottom: top + 0.5 }],
      isSpaced: true,
      isBroken: false,
    })),
  }));
}

it('separates a line that repeats at the top of pages', () => {
  const pages = pagesWith(3, [10, 500], (at) => (at === 0 ? 'Title' : 'text'));
  const { before } = separateRunningLines(pages, pages);
  expect(before.running.map(({ pattern }) => pattern)).toEqual(['Title']);
  expect(before.body.map(({ text }) => text)).toEqual(['text', 'text', 'text']);
});

it('takes a margin full of tiny lines for text', () => {
  const tops = Array.from({ length: 101 }, (_, at) => at);
  const pages = pagesWith(3, tops, (at) => `word${at}`);
  const { before } = separateRunningLines(pages, pages);
  expect(before.running).toEqual([]);
  expect(before.body).toHaveLength(303);
});
