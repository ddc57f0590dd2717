import { compoundOf } from '@bakkum/document-office/test-compound-file';
import { deflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { barePageNumbers } from './page-numbers.ts';
import { writeRecords } from './records.ts';

const MIB = 1024 * 1024;

/** A compressed document of sections that each have a page number and other records of this many bytes. */
function documentWith(sides: readonly string[], otherBytes = 0): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(256);
  header[36] = 1;
  const sections = sides.map((side, index) => {
    const body = new Uint8Array(16);
    body.set(new TextEncoder().encode('pngp'));
    body[14] = side.charCodeAt(0) || 0;
    const other = { tag: 67, level: 0, body: new Uint8Array(otherBytes) };
    return [`Section${index}`, deflateSync(new Uint8Array(writeRecords([{ tag: 71, level: 1, body }, other])))] as const;
  });
  return compoundOf({ FileHeader: header, ...Object.fromEntries(sections) });
}

describe('the page numbers of a version 5 document', () => {
  it('are bare without side characters, in all sections', () => {
    expect(barePageNumbers(documentWith(['', '-', '']))).toEqual([true, false, true]);
  });

  it('are read from a limited number of bytes', () => {
    expect(barePageNumbers(documentWith(['', '', '', ''], 100 * MIB))).toEqual([true, true, true]);
  });
});
