import { describe, expect, it, vi } from 'vitest';
import { readCompoundFile } from './storage.ts';

const SECTOR = 4096;
const SECTORS = 8;

/** A file whose header lists one table sector 109 times, and whose directory is a loop. */
function looping(): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(SECTORS * SECTOR);
  file.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  const view = new DataView(file.buffer);
  view.setUint16(30, 12, true);
  view.setUint16(32, 6, true);
  view.setUint32(48, 1, true);
  view.setUint32(60, 0xfffffffe, true);
  view.setUint32(68, 0xfffffffe, true);
  view.setUint32(SECTOR + 4, 1, true);
  return file;
}

describe('a compound file', () => {
  it('is refused with a directory in a loop before more than its size is copied', () => {
    const copied = vi.spyOn(Uint8Array.prototype, 'set');
    try {
      const file = looping();
      copied.mockClear();
      expect(() => readCompoundFile(file)).toThrow('a chain without an end');
      expect(copied.mock.calls.length).toBeLessThan(4 * SECTORS);
    } finally {
      copied.mockRestore();
    }
  });
});
