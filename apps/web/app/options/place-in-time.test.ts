import { expect, test } from 'vitest';
import { parsePlace, writePlace } from './place-in-time.ts';

test.each([
  ['75.5', 75.5, '1:15.500'],
  ['1:15.5', 75.5, '1:15.500'],
  [' 0:00,25 ', 0.25, '0:00.250'],
  ['1:02:03', 3723, '1:02:03.000'],
  ['59.9996', undefined, undefined],
  ['1:75', undefined, undefined],
  ['1:60:00', undefined, undefined],
  ['ten', undefined, undefined],
  ['', undefined, undefined],
])('"%s" is %s seconds', (text, seconds, written) => {
  expect(parsePlace(text)).toBe(seconds);
  if (seconds !== undefined) expect(writePlace(seconds)).toBe(written);
});
