import { compoundOf } from '@bakkum/document-office/test-compound-file';
import { deflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { withDrawnLetters } from './letters.ts';
import { readRecords, writeRecords } from './records.ts';

/** A compressed document with letters at half their size. */
function documentWith(emptyRecords: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(5000);
  header[36] = 1;
  const shape = { tag: 21, level: 1, body: new Uint8Array(74).fill(100, 14, 28).fill(50, 28, 35) };
  new DataView(shape.body.buffer).setInt32(42, 1000, true);
  const empty = new Uint8Array(emptyRecords * 4);
  const info = new Uint8Array([...deflateSync(new Uint8Array([...writeRecords([shape]), ...empty]))]);
  const padded = new Uint8Array(Math.max(5000, info.length));
  padded.set(info);
  const file = compoundOf({ FileHeader: header, DocInfo: padded });
  new DataView(file.buffer).setUint32(56, 4096, true);
  return file;
}

describe('the letters of a version 5 document', () => {
  it('get their relative size', () => {
    const records = readRecords(withDrawnLetters(documentWith(10), new Map()), 'DocInfo');
    expect(records && new DataView(records.slice().buffer).getInt32(4 + 42, true)).toBe(500);
  });

  it('stay as they are in a file that inflates to many records or has a damaged header', () => {
    const many = documentWith(300_000);
    expect(withDrawnLetters(many, new Map())).toBe(many);
    const damaged = documentWith(10);
    new DataView(damaged.buffer).setUint32(56, 0x30000000, true);
    expect(withDrawnLetters(damaged, new Map())).toBe(damaged);
  });
});
