import { expect, it } from 'vitest';
import { ByteReader } from './reader.ts';
import { ByteWriter } from './writer.ts';

it.each([true, false])('writes what the reader reads, little-endian %s', (littleEndian) => {
  const writer = new ByteWriter({ littleEndian });
  writer
    .u8(1, 255)
    .u16(0xfffe)
    .u32(0xfffffffd)
    .u64(2n ** 64n - 4n)
    .f32(Number.NaN)
    .f64(-0)
    .latin1('é');
  const reader = new ByteReader(writer.finish(), { littleEndian });
  expect([reader.u8(), reader.u8(), reader.u16(), reader.u32()]).toEqual([1, 255, 0xfffe, 0xfffffffd]);
  expect([reader.u64(), reader.f32(), reader.f64(), reader.latin1(1)]).toEqual([2n ** 64n - 4n, Number.NaN, -0, 'é']);
  expect(reader.left).toBe(0);
});

it('grows without losing its contents', () => {
  const writer = new ByteWriter();
  for (let count = 0; count < 1000; count += 1) writer.u8(count & 255);
  writer.put(new Uint8Array(5000).fill(7)).u32(0x01020304);
  const bytes = writer.finish();
  expect([writer.length, bytes.length, bytes[999], bytes[1000], bytes.at(-1)]).toEqual([6004, 6004, 999 & 255, 7, 4]);
});

it('writes several numbers, and text in UTF-16', () => {
  const bytes = new ByteWriter().u16(1, 0x1_0002).u32(-1).utf16('한').finish();
  expect([...bytes]).toEqual([0, 1, 0, 2, 255, 255, 255, 255, 0xd5, 0x5c]);
  expect([...new ByteWriter().utf8('한').u64(-2n).finish()]).toEqual([0xed, 0x95, 0x9c, ...Array(7).fill(255), 254]);
});

it('pads with zeros', () => {
  const writer = new ByteWriter().u8(1).align(4).align(4);
  expect([writer.skip(2), ...writer.finish()]).toEqual([4, 1, 0, 0, 0, 0, 0]);
  expect([...new ByteWriter().u8(1).padTo(3).padTo(3).finish()]).toEqual([1, 0, 0]);
  expect(() => new ByteWriter().u8(1, 2).padTo(1)).toThrow(RangeError);
  expect(new ByteWriter().finish().length).toBe(0);
});
