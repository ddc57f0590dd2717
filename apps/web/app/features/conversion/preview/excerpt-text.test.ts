import { expect, test } from 'vitest';
import { excerptText } from './excerpt-text.ts';

test.each([
  ['UTF-8', [0xed, 0x95, 0x9c, 0xea, 0xb8, 0x80], '한글'],
  ['UTF-8 cut within a character', [0xed, 0x95, 0x9c, 0xea, 0xb8], '한'],
  ['EUC-KR', [0xc7, 0xd1, 0xb1, 0xdb], '한글'],
  ['UTF-16 with its mark', [0xff, 0xfe, 0x5c, 0xd5], '한'],
  ['Windows-1252', [0x63, 0x61, 0x66, 0xe9, 0x20, 0xff], 'café ÿ'],
])('reads %s', (_, bytes, text) => {
  expect(excerptText(Uint8Array.from(bytes))).toBe(text);
});
