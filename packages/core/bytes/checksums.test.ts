import { expect, it } from 'vitest';
import { encodeLatin1 } from './bytes.ts';
import { adler32, crc16, crc32, crc32c } from './checksums.ts';

const CHECK = encodeLatin1('123456789');

it('gives the check values of the catalogue of CRC algorithms', () => {
  expect([crc32(CHECK), crc32c(CHECK), crc16(CHECK)]).toEqual([0xcbf43926, 0xe3069283, 0xbb3d]);
  expect([crc32(new Uint8Array()), crc16(new Uint8Array())]).toEqual([0, 0]);
});

it('continues a CRC over several parts', () => {
  expect(crc32(CHECK.subarray(4), crc32(CHECK.subarray(0, 4)))).toBe(crc32(CHECK));
});

it('gives Adler-32 as zlib does, also over more bytes than fit before a remainder', () => {
  expect([adler32(CHECK), adler32(new Uint8Array())]).toEqual([0x091e01de, 1]);
  expect(adler32(new Uint8Array(100_000).fill(0xff))).toBe(0x149a302c);
});
