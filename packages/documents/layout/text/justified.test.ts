import { describe, expect, it } from 'vitest';
import { line } from '../test-page.ts';
import { joinJustified } from './justified.ts';
import { segmentsOf, textOf } from './segments.ts';

/** Glyphs of a line, with extra space after each letter and after each word. */
function spread(text: string, letterGap: number, wordGap: number, isWritten: boolean) {
  let shift = 0;
  return line(text, 72, 100).flatMap((glyph) => {
    const moved = { ...glyph, left: glyph.left + shift, right: glyph.right + shift };
    shift += glyph.text === ' ' ? wordGap : letterGap;
    return glyph.text === ' ' && !isWritten ? [] : [moved];
  });
}

const textsOf = (glyphs: ReturnType<typeof spread>): readonly string[] => joinJustified(segmentsOf(glyphs)).map(textOf);

describe('Korean lines set wide', () => {
  it.each([0.5, 2, 4, 6])('have no spaces between letters %f points apart, and keep those between words', (gap) => {
    for (const isWritten of [true, false])
      expect(textsOf(spread('우리나라 말이 중국과 달라', gap, 1, isWritten))).toEqual(['우리나라 말이 중국과 달라']);
  });

  it('keep their spaces when only these are stretched', () => {
    for (const isWritten of [true, false])
      expect(textsOf(spread('우리나라 말이 중국과 서로 달라', 0, 8, isWritten))).toEqual(['우리나라 말이 중국과 서로 달라']);
  });

  it('are not joined across columns', () => {
    const cells = ['가', '나', '다', '라'].flatMap((letter, index) => line(letter, 72 + index * 60, 100));
    expect(textsOf(cells)).toEqual(['가', '나', '다', '라']);
  });
});
