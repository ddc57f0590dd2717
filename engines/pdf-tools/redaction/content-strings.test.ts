import { expect, test } from 'vitest';
import { contentStrings } from './content-strings.ts';

test('reads literal and hexadecimal strings, without numbers and operators', () => {
  expect(contentStrings('1 0 0 1 20 300 Tm (he) Tj [(l) -20 (lo)] TJ <776f> Tj')).toBe('hellowo');
});

test('reads escapes and nested brackets', () => {
  expect(contentStrings(String.raw`(a\)b \172 (c)) Tj (d) Tj`)).toBe('a)b z (c)d');
});

test('skips dictionaries, and reads an unbalanced string to the end', () => {
  expect(contentStrings('/P <</MCID 100>> BDC (x) Tj')).toBe('x');
  expect(contentStrings('(open 100')).toBe('open 100');
  expect(contentStrings('<41')).toBe('A');
});

test('takes linear time for brackets that never close', () => {
  expect(contentStrings('('.repeat(300_000))).toHaveLength(299_999);
});
