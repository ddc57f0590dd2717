import { describe, expect, it } from 'vitest';
import { guessSeparator, textColumns } from './text-input.ts';

describe('tables', () => {
  it.each([
    ['a,b,c\n1,2,3', ','],
    ['a;b;c\n1,5;2,5;3', ';'],
    ['a\tb\n"1\t2",3\n4\t5', '\t'],
    ['a|b|c\nd|e|f', '|'],
    ['"a;b","c;d"\n"e;f","g"', ','],
    ['one column\nonly', ','],
  ])('finds the separator of %j', (text, separator) => expect(guessSeparator(text)).toBe(separator));

  it('columns that must stay text', () => {
    expect(textColumns('name,phone,card,amount\nA,01012345678,1234567812345678,1250\nB,"007",2,0.5\n', ',')).toEqual([2, 3]);
    expect(textColumns('a,b\n1,2\n0,3\n10,2026-01-05', ',')).toEqual([]);
  });
});
