import { expect, test } from 'vitest';
import { peaksOf } from './waveform.ts';

test('the loudest part is 1, and silence is 0', () => {
  expect(peaksOf(new Float32Array([0, 0.25, -0.5, 0.1]), 2)).toEqual([0.5, 1]);
  expect(peaksOf(new Float32Array(8), 4)).toEqual([0, 0, 0, 0]);
  expect(peaksOf(new Float32Array(0), 3)).toEqual([0, 0, 0]);
});

test('a recording with fewer samples than parts leaves parts empty', () => {
  expect(peaksOf(new Float32Array([1]), 3)).toEqual([0, 0, 1]);
});
