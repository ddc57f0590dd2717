import { expect, it } from 'vitest';
import { contentOf } from './page-content.ts';

const DPI = 72;

it('keeps the space between words whose boxes overlap', () => {
  const place = { top: 10, bottom: 22, confidence: 95 };
  const words = [
    { ...place, text: '1월', left: 10, right: 30 },
    { ...place, text: '2018', left: 28, right: 60 },
  ];
  const line = { left: 10, top: 10, right: 60, bottom: 22, words };
  const rules = { horizontal: [], vertical: [] };
  const { glyphs } = contentOf({ width: 100, height: 100, quarters: 0, angle: 0, lines: [line], rules, pictures: [] }, DPI);
  const sorted = glyphs.toSorted((a, b) => a.left - b.left);
  expect(sorted.map(({ text }) => text).join('')).toBe('1월 2018');
});
