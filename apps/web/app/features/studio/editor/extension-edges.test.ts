import { extendedSize } from '@bakkum/studio-options/extending';
import { expect, it } from 'vitest';
import { edgesFor, isTooLarge, shapesOf } from './extension-edges.ts';

it('adds the pixels that a shape lacks, on both sides', () => {
  const square = { width: 1024, height: 1024 };
  expect(edgesFor(square, '16:9')).toEqual({ left: 398, right: 398, up: 0, down: 0 });
  expect(edgesFor(square, '9:16')).toEqual({ left: 0, right: 0, up: 398, down: 398 });
  expect(extendedSize(square, edgesFor(square, 'around'))).toEqual({ width: 1280, height: 1280 });
  expect(edgesFor({ width: 301, height: 200 }, '16:9')).toEqual({ left: 27, right: 28, up: 0, down: 0 });
});

it('offers the shapes that an image does not have', () => {
  expect(shapesOf({ width: 512, height: 512 })).toEqual(['around', '4:3', '16:9', '3:4', '9:16']);
  expect(shapesOf({ width: 1280, height: 720 })).toEqual(['around', '1:1', '4:3', '3:4', '9:16']);
});

it('knows where fewer pixels make an extension possible', () => {
  const none = { left: 0, right: 0, up: 0, down: 0 };
  const [square, largest] = [
    { width: 1024, height: 1024, vector: false },
    { width: 4096, height: 4096, vector: false },
  ];
  expect(isTooLarge(square, { ...none, left: 100 })).toBe(false);
  expect(isTooLarge(square, { ...none, left: 2000, right: 2000 })).toBe(true);
  expect(isTooLarge(largest, { ...none, left: 2000 })).toBe(false);
});
