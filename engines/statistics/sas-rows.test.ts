import { expect, test } from 'vitest';
import { unpackRow } from './sas-rows.ts';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

test('unpacks runs: literals, spaces, zeros and repeated bytes', () => {
  const packed = Uint8Array.of(0x82, 0x61, 0x62, 0x63, 0xe1, 0xc0, 0x78, 0xf0, 0x82, 0x64, 0x65, 0x66);
  expect(text(unpackRow(packed, 14, 'SASYZCRL'))).toBe('abc   xxx\0\0def');
});

test('unpacks copies: literals, repeats and back references', () => {
  // Bits: five literals, a repeat, a copy of three from five back.
  const packed = Uint8Array.of(0b0000_0110, 0x00, 0x61, 0x62, 0x63, 0x64, 0x65, 0x01, 0x7a, 0x32, 0x00);
  expect(text(unpackRow(packed, 12, 'SASYZCR2'))).toBe('abcdezzzzezz');
});

test('a row longer or shorter than declared is corrupt', () => {
  expect(() => unpackRow(Uint8Array.of(0x80, 0x61), 2, 'SASYZCRL')).toThrow('length');
  expect(() => unpackRow(Uint8Array.of(0x81, 0x61, 0x62), 1, 'SASYZCRL')).toThrow('longer');
  expect(() => unpackRow(Uint8Array.of(0x85, 0x61), 6, 'SASYZCRL')).toThrow('early');
});
