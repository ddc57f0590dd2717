import { expect, test } from 'vitest';
import { optionsOfTrim, trimOf, withEdge } from './trim.ts';

test('without options, the whole recording is kept', () => {
  expect(trimOf({}, 12.5)).toEqual({ start: 0, end: 12.5 });
  expect(optionsOfTrim({ start: 0, end: 12.5 }, 12.5)).toEqual({ trimStart: null, trimEnd: null });
});

test('an edge stops before the other one and at the ends of the recording', () => {
  const trim = { start: 2, end: 8 };
  expect(withEdge(trim, 'start', 9, 10)).toEqual({ start: 7.9, end: 8 });
  expect(withEdge(trim, 'start', -1, 10)).toEqual({ start: 0, end: 8 });
  expect(withEdge(trim, 'end', 0, 10)).toEqual({ start: 2, end: 2.1 });
  expect(withEdge(trim, 'end', 11, 10)).toEqual({ start: 2, end: 10 });
});

test('a recording shorter than the smallest part keeps its length', () => {
  const whole = { start: 0, end: 0.05 };
  expect(withEdge(whole, 'start', 0.04, 0.05)).toEqual(whole);
  expect(withEdge(whole, 'end', 0.01, 0.05)).toEqual(whole);
});

test('typed values outside the recording are clamped to its ends', () => {
  expect(trimOf({ trimStart: 20, trimEnd: 30 }, 10)).toEqual({ start: 10, end: 10 });
  expect(trimOf({ trimStart: 9, trimEnd: 4 }, 10)).toEqual({ start: 4, end: 4 });
});

test('positions are whole milliseconds', () => {
  expect(optionsOfTrim({ start: 1.23456, end: 7.0004 }, 10)).toEqual({ trimStart: 1.235, trimEnd: 7 });
});
