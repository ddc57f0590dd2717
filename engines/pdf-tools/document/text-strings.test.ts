import { PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { decodeName, decodeText } from './text-strings.ts';

it.each([
  ['plain', PDFString.of('A (text) with \\(escapes\\) and \\101'), 'A (text) with (escapes) and A'],
  ['PDFDocEncoding', PDFHexString.of('80a083 e9'), '\u2022\u20ac\u2026\u00e9'],
  ['UTF-16', PDFHexString.fromText('한글 😀'), '한글 😀'],
  ['UTF-16 with the low byte first', PDFHexString.of('fffe5cd500ae'), '\ud55c\uae00'],
  ['half a pair', PDFHexString.of('feffd83d0041'), '\ufffdA'],
  ['an odd byte', PDFHexString.of('feff004100'), 'A\ufffd'],
  ['nothing', PDFString.of(''), ''],
])('decodes %s', (_kind, string, text) => {
  expect(decodeText(string)).toBe(text);
});

it('decodes texts and names of any length', () => {
  const long = 'a'.repeat(1_000_000);
  expect(decodeText(PDFString.of(long))).toBe(long);
  expect(decodeText(PDFHexString.fromText(long))).toBe(long);
  expect(decodeName(PDFName.of(long))).toBe(long);
});
