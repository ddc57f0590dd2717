import type { Addition } from '@bakkum/conversion/pages/page-additions';
import { describe, expect, it } from 'vitest';
import { placedOn } from './new-addition.ts';
import { additionsIn, fitted, isOnPage, isPageList, MAX_WRITTEN, writtenAdditions } from './placed-additions.ts';

const TEXT = { type: 'text', text: 'Kim', size: 10, font: 'sans', bold: false, italic: false, colour: '#000000' } as const;
const IMAGE = { type: 'image', pages: '', x: 0, y: 0, image: 'data:image/png;base64,AAAA', width: 40 } as const;

describe('additions', () => {
  it.each(['{', '[1]', undefined, 5])('are none for %j', (text) => {
    expect(additionsIn(text)).toEqual([]);
  });

  it('are refused if they are too long together', () => {
    const image = `data:image/png;base64,${'A'.repeat(MAX_WRITTEN)}`;
    expect(writtenAdditions([{ ...IMAGE, image }])).toBeUndefined();
    expect(additionsIn(writtenAdditions([IMAGE]))).toEqual([IMAGE]);
  });

  it.each([
    ['', true],
    ['2', true],
    ['1-3', true],
    ['1,3', false],
    ['7', false],
    ['x', false],
  ])('on pages %j are on page 2: %s', (pages, isOn) => {
    expect(isOnPage({ ...IMAGE, pages }, 2, 3)).toBe(isOn);
  });

  it.each([
    ['', true],
    ['1, 3-5', true],
    ['9', false],
    ['blank', false],
    ['1;2', false],
    ['2@90', false],
  ])('can be on pages %j: %s', (text, isPossible) => {
    expect(isPageList(text, 5)).toBe(isPossible);
  });
});

describe('an item', () => {
  const from = { x: 10, y: 20, width: 40, height: 20 };
  const to = { x: 30, y: 40, width: 60, height: 30 };
  const placed = (addition: object): Addition => ({ ...addition, pages: '1', x: 10, y: 20 }) as Addition;

  it('is moved without changing its size', () => {
    expect(fitted(placed(TEXT), from, { ...from, x: 0 })).toEqual({ ...placed(TEXT), x: 0 });
  });

  it('is scaled by its kind', () => {
    expect(fitted(placed(TEXT), from, to)).toMatchObject({ x: 30, y: 40, size: 15 });
    expect(fitted(placed({ ...IMAGE, height: 8 }), from, to)).toMatchObject({ width: 60, height: 12 });
    expect(fitted(placed(IMAGE), from, to)).not.toHaveProperty('height');
  });

  it('starts in the middle of its page', () => {
    const page = { width: 200, height: 100 };
    expect(placedOn({ type: 'image', image: IMAGE.image, ratio: 2, isSignature: false }, 3, page)).toEqual({
      ...IMAGE,
      pages: '3',
      x: 60,
      y: 30,
      width: 80,
    });
    const tall = placedOn({ type: 'drawing', path: 'M0 0', box: [10, 100], stroke: 1, colour: '#000000' }, 1, page);
    expect(tall).toMatchObject({ width: 3 });
    expect(placedOn(TEXT, 1, page)).toMatchObject({ x: 93, y: 45 });
  });
});
