import { concat, utf16le } from '@bakkum/bytes/bytes';
import { compoundOf } from '@bakkum/document-office/test-compound-file';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { titleOf } from './title.ts';

/** A property set with one property, a UTF-16 string. */
function summary(property: number, text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(72);
  const view = new DataView(bytes.buffer);
  for (const [at, value] of [
    [44, 48],
    [52, 1],
    [56, property],
    [60, 16],
    [64, 31],
    [68, text.length],
  ] as const)
    view.setUint32(at, value, true);
  return concat([bytes, utf16le(text), new Uint8Array(5000)]);
}

const SUMMARY = '\u0005HwpSummaryInformation';

describe('the title of a Hangul document', () => {
  it('is in the summary of version 5', () => {
    expect(titleOf(compoundOf({ [SUMMARY]: summary(2, '보고서\0') }))).toBe('보고서');
  });

  it('is empty without one, or in a damaged summary', () => {
    expect(titleOf(compoundOf({ [SUMMARY]: summary(3, '글쓴이') }))).toBe('');
    expect(titleOf(compoundOf({ [SUMMARY]: new Uint8Array(5000).fill(255) }))).toBe('');
    expect(titleOf(new Uint8Array(100))).toBe('');
  });

  it('is in the description of a package', () => {
    const contents = '<opf:package><opf:metadata><opf:title> 제목 </opf:title></opf:metadata></opf:package>';
    expect(titleOf(new Uint8Array(zipSync({ 'Contents/content.hpf': strToU8(contents) })))).toBe('제목');
    expect(titleOf(new Uint8Array(zipSync({ 'Contents/content.hpf': strToU8('<opf:package>') })))).toBe('');
  });
});
