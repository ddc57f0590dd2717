import { expect, it } from 'vitest';
import {
  areEqual,
  concat,
  decodeBase64,
  decodeLatin1,
  encodeBase64,
  encodeHex,
  encodeLatin1,
  startsWith,
  textAt,
  uint16BE,
  uint32BE,
  uint32LE,
  utf16le,
  viewOf,
} from './bytes.ts';

it('views a part of a buffer from its own start', () => {
  const part = Uint8Array.of(9, 1, 2, 9).subarray(1, 3);
  expect(viewOf(part).getUint16(0)).toBe(0x0102);
  expect(() => viewOf(part).getUint8(2)).toThrow(RangeError);
});

it('joins arrays, lists and nothing', () => {
  expect([...concat([Uint8Array.of(1), [2, 3], new Uint8Array()])]).toEqual([1, 2, 3]);
  expect(concat([]).length).toBe(0);
});

it('compares length and content', () => {
  expect(areEqual([1, 2], Uint8Array.of(1, 2))).toBe(true);
  expect(areEqual([1, 2], [1, 2, 3])).toBe(false);
  expect(areEqual([1, 2, 3], [1, 2])).toBe(false);
  expect(areEqual([], [])).toBe(true);
});

it('finds the start of a file by bytes or Latin-1 text', () => {
  const file = encodeLatin1('\x89PNG\r\n');
  expect(startsWith(file, '\x89PNG')).toBe(true);
  expect(startsWith(file, [0x50, 0x4e], 1)).toBe(true);
  expect(startsWith(file, 'PNG', 4)).toBe(false);
  expect(startsWith(file, '')).toBe(true);
});

it('decodes and encodes all 256 characters of Latin-1', () => {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  expect(decodeLatin1(all).codePointAt(0x80)).toBe(0x80);
  expect(encodeLatin1(decodeLatin1(all))).toEqual(all);
});

it('decodes more characters than a function call accepts arguments', () => {
  const long = new Uint8Array(300_001).fill(0x41);
  expect(decodeLatin1(long)).toBe('A'.repeat(300_001));
});

it('shortens text at the end of the array', () => {
  expect(textAt(encodeLatin1('abcdef'), 4, 10)).toBe('ef');
  expect(textAt(encodeLatin1('abcdef'), 8, 2)).toBe('');
});

it('encodes UTF-16 with surrogates', () => {
  expect([...utf16le('A😀')]).toEqual([0x41, 0, 0x3d, 0xd8, 0x00, 0xde]);
});

it('writes two hexadecimal digits per byte', () => {
  expect([encodeHex([0, 15, 255]), encodeHex([])]).toEqual(['000fff', '']);
});

it('encodes and decodes Base64', () => {
  expect(encodeBase64(Uint8Array.of(0, 255, 128))).toBe('AP+A');
  expect([...decodeBase64('AP+A\n')]).toEqual([0, 255, 128]);
  const long = Uint8Array.from({ length: 20_000 }, (_, index) => index);
  expect(decodeBase64(encodeBase64(long))).toEqual(long);
  expect([encodeBase64(new Uint8Array()), decodeBase64('').length]).toEqual(['', 0]);
  expect(() => decodeBase64('?')).toThrow(DOMException);
});

it('writes numbers in both byte orders', () => {
  expect([...uint16BE(0x1234)]).toEqual([0x12, 0x34]);
  expect([...uint32BE(0xfedcba98)]).toEqual([0xfe, 0xdc, 0xba, 0x98]);
  expect([...uint32LE(0xfedcba98)]).toEqual([0x98, 0xba, 0xdc, 0xfe]);
});
