import { compoundOf } from '@bakkum/document-office/test-compound-file';
import { deflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readRecords, recordsIn, writeRecords } from './records.ts';

const header = (properties: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(256);
  bytes[36] = properties;
  return bytes;
};

const SMALL = { tag: 21, level: 1, body: Uint8Array.of(1, 2, 3) };
const LARGE = { tag: 67, level: 0, body: new Uint8Array(5000).fill(7) };

describe('the records of a version 5 document', () => {
  it('are written as they are read, large ones too', () => {
    expect([...recordsIn(writeRecords([SMALL, LARGE]))]).toEqual([SMALL, LARGE]);
  });

  it('are inflated if the header says so', () => {
    const records = writeRecords([SMALL]);
    const packed = compoundOf({ FileHeader: header(1), DocInfo: deflateSync(records) });
    expect(readRecords(packed, 'DocInfo')).toEqual(records);
    expect(readRecords(compoundOf({ FileHeader: header(0), DocInfo: records }), 'DocInfo')).toEqual(records);
  });

  it('are none in damaged or huge streams', () => {
    const streams = {
      FileHeader: header(1),
      Damaged: new Uint8Array(5000).fill(255),
      Huge: deflateSync(new Uint8Array(150_000_000)),
    };
    for (const name of ['Damaged', 'Huge', 'None']) expect(readRecords(compoundOf(streams), name)).toBeUndefined();
  });

  it('end where the bytes do', () => {
    expect([...recordsIn(Uint8Array.of(21, 0, 240, 255, 9))]).toEqual([]);
  });
});
