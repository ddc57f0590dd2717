import { describe, expect, it } from 'vitest';
import { decodeText, guessSeparator, textColumns } from './text-input.ts';

const bytes = (...values: readonly number[]) => new Uint8Array(values);

describe('encodings', () => {
  it.each([
    ['UTF-8', new TextEncoder().encode('한글'), '한글'],
    ['UTF-8 with a mark', bytes(0xef, 0xbb, 0xbf, 0x41), 'A'],
    ['UTF-16, little end first', bytes(0xff, 0xfe, 0x00, 0xac), '가'],
    ['UTF-16, big end first', bytes(0xfe, 0xff, 0xac, 0x00), '가'],
    ['CP949', bytes(0xc7, 0xd1, 0xb1, 0xdb, 0x8c, 0x63), '한글똠'],
    ['Windows Latin', bytes(0x63, 0x61, 0x66, 0xe9), 'café'],
  ])('%s', (_, given, text) => expect(decodeText(given)).toBe(text));
});

describe('tables', () => {
  it.each([
    ['a,b,c\n1,2,3', ','],
    ['a;b;c\n1,5;2,5;3', ';'],
    ['a\tb\n"1\t2",3\n4\t5', '\t'],
    ['a|b|c\nd|e|f', '|'],
    ['"a;b","c;d"\n"e;f","g"', ','],
    ['one column\nonly', ','],
  ])('separator of %j', (text, separator) => expect(guessSeparator(text)).toBe(separator));

  it('columns that numbers would spoil', () => {
    expect(textColumns('name,phone,card,amount\nA,01012345678,1234567812345678,1250\nB,"007",2,0.5\n', ',')).toEqual([2, 3]);
    expect(textColumns('a,b\n1,2\n0,3\n10,2026-01-05', ',')).toEqual([]);
  });
});
