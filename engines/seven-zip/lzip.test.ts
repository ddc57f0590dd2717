import { expect, it } from 'vitest';
import { lzipMembers } from './lzip.ts';

// Quadratic time would exceed the time limit of a test.
it('lists members in order, in linear time', () => {
  const count = 300_000;
  const bytes = 26;
  const file = new Uint8Array(count * bytes);
  const view = new DataView(file.buffer);
  for (let index = 0; index < count; index += 1) {
    const start = index * bytes;
    file.set([0x4c, 0x5a, 0x49, 0x50, 1, 12], start);
    view.setUint32(start + 6, index, true);
    view.setBigUint64(start + 18, BigInt(bytes), true);
  }
  expect(lzipMembers(file).every(({ crc }, index) => crc === index)).toBe(true);
});
