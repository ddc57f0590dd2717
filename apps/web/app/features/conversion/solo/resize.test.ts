import { expect, test } from 'vitest';
import { changesOf, otherSide, SIZE_CHOICES, sizeAfterEdit, sizeChoiceOf, sizeOf } from './resize.ts';

const image = { width: 3024, height: 4032 };

test('every choice is recognized from its own values', () => {
  for (const choice of SIZE_CHOICES) {
    if (choice === 'custom') continue;
    expect(sizeChoiceOf(changesOf(choice, image), image)).toBe(choice);
  }
  expect(sizeChoiceOf({ width: 777 }, image)).toBe('custom');
  expect(sizeChoiceOf({ width: 1080, height: 1080, fit: 'stretch' }, image)).toBe('custom');
});

test('a percentage keeps the proportions', () => {
  expect(changesOf('50%', image)).toEqual({ width: 1512, height: null, fit: 'contain' });
  expect(sizeOf('50%', image)).toEqual({ width: 1512, height: 2016 });
  expect(otherSide('width', 1512, image)).toBe(2016);
  expect(otherSide('height', 2016, image)).toBe(1512);
  expect(otherSide('width', 1, { width: 9000, height: 10 })).toBe(1);
});

test('the size of a social network fills it', () => {
  expect(changesOf('story', image)).toEqual({ width: 1080, height: 1920, fit: 'cover' });
  expect(sizeOf('story', image)).toEqual({ width: 1080, height: 1920 });
});

test('a rotated image keeps its percentage, its sides and the size of a social network', () => {
  const rotated = { width: 4032, height: 3024 };
  const after = (values: Parameters<typeof sizeAfterEdit>[0]) => sizeAfterEdit(values, image, rotated, true);
  expect(after(changesOf('50%', image))).toEqual(changesOf('50%', rotated));
  expect(after({ width: 777 })).toEqual({ width: null, height: 777 });
  expect(after(changesOf('story', image))).toEqual({});
  expect(after({})).toEqual({});
});
