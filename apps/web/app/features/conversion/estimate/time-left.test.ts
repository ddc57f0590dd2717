import { expect, test } from 'vitest';
import { TimeLeft } from './time-left.ts';

test('returns nothing before enough was measured', () => {
  const left = new TimeLeft();
  expect(left.estimate()).toBeUndefined();
  left.add(0, 0.01);
  left.add(1900, 0.5);
  expect(left.estimate()).toBeUndefined();
  left.add(2000, 0.51);
  expect(left.estimate()).toBeCloseTo(1960, 0);
});

test('a slow start does not affect a fast rest', () => {
  const left = new TimeLeft();
  for (let second = 0; second <= 60; second++) left.add(second * 1000, second <= 30 ? second / 1000 : 0.03 + (second - 30) / 100);
  expect(left.estimate()).toBeCloseTo(67_000, -3);
});

test('rare progress is measured from the last report', () => {
  const left = new TimeLeft();
  left.add(0, 0);
  left.add(40_000, 0.25);
  expect(left.estimate()).toBe(120_000);
  left.add(80_000, 0.5);
  expect(left.estimate()).toBe(80_000);
});
