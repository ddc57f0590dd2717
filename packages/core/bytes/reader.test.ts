import { describe, expect, it } from 'vitest';
import { encodeLatin1 } from './bytes.ts';
import { EndOfBytes } from './errors.ts';
import { ByteReader } from './reader.ts';

const NUMBERS = Uint8Array.of(0x81, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x88);

describe('numbers', () => {
  it('are big-endian by default', () => {
    const read = () => new ByteReader(NUMBERS);
    expect([read().u8(), read().i8()]).toEqual([0x81, -127]);
    expect([read().u16(), read().i16()]).toEqual([0x8102, 0x8102 - 0x1_0000]);
    expect([read().u32(), read().i32()]).toEqual([0x81020304, 0x81020304 - 2 ** 32]);
    expect([read().u64(), read().i64()]).toEqual([0x8102030405060788n, 0x8102030405060788n - 2n ** 64n]);
  });

  it('are little-endian on request', () => {
    const read = () => new ByteReader(NUMBERS, { littleEndian: true });
    expect([read().u16(), read().u32(), read().u64()]).toEqual([0x0281, 0x04030281, 0x8807060504030281n]);
  });

  it('can have any width', () => {
    expect([1, 3, 6].map((width) => new ByteReader(NUMBERS).uint(width))).toEqual([0x81, 0x810203, 0x810203040506]);
    expect(new ByteReader(NUMBERS, { littleEndian: true }).uint(3)).toBe(0x030281);
    expect(new ByteReader(Uint8Array.of(0x20, 0, 0, 0, 0, 0, 0)).uint(7)).toBe(2 ** 53);
  });

  it('keep the payload of floating point, infinities and NaN', () => {
    const nan = Uint8Array.of(0x7f, 0xf8, 0, 0, 0, 0, 0, 0);
    expect(new ByteReader(nan).f64()).toBeNaN();
    expect(new ByteReader(Uint8Array.of(0x7f, 0xc0, 0, 0)).f32()).toBeNaN();
    expect(new ByteReader(Uint8Array.of(0xff, 0x80, 0, 0)).f32()).toBe(Number.NEGATIVE_INFINITY);
    expect(new ByteReader(Uint8Array.of(0x80, 0, 0, 0)).f32()).toBe(-0);
  });

  it('have variable length', () => {
    const reader = new ByteReader(Uint8Array.of(0x7f, 0xac, 0x02, ...Array(7).fill(0x80), 0x10));
    expect([reader.varint(), reader.varint(), reader.varint()]).toEqual([127, 300, 2 ** 53]);
    expect(() => new ByteReader(new Uint8Array(11).fill(0x80)).varint()).toThrow(EndOfBytes);
    expect(() => new ByteReader(Uint8Array.of(0x80)).varint()).toThrow(EndOfBytes);
  });
});

describe('the end', () => {
  it('is refused by every method without moving', () => {
    const reader = new ByteReader(NUMBERS.subarray(0, 3), { at: 2 });
    for (const read of [
      () => reader.u16(),
      () => reader.u32(),
      () => reader.u64(),
      () => reader.f32(),
      () => reader.f64(),
      () => reader.take(2),
      () => reader.latin1(2),
      () => reader.uint(2),
    ])
      expect(read).toThrow(EndOfBytes);
    expect([reader.at, reader.left, reader.u8(), reader.left]).toEqual([2, 1, 3, 0]);
  });

  it('is a RangeError with the code of a damaged file', () => {
    const refused = () => new ByteReader(new Uint8Array()).u8();
    expect(refused).toThrow(RangeError);
    expect(refused).toThrow(expect.objectContaining({ code: 'corrupt' }));
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses a length of %s', (length) => {
    expect(() => new ByteReader(NUMBERS).take(length)).toThrow(EndOfBytes);
  });

  it.each([-1, 9])('refuses to read at offset %s', (at) => {
    expect(() => new ByteReader(NUMBERS, { at }).u8()).toThrow(EndOfBytes);
  });
});

it('reads inside its part of a buffer only', () => {
  const reader = new ByteReader(NUMBERS.subarray(1, 4), { littleEndian: true });
  const part = reader.part(2);
  expect(part.u16()).toBe(0x0302);
  expect(() => part.u8()).toThrow(EndOfBytes);
  expect(reader.u8()).toBe(4);
});

it('aligns to a multiple', () => {
  const reader = new ByteReader(NUMBERS, { at: 1 });
  reader.align(4);
  reader.align(4);
  expect(reader.at).toBe(4);
});

it('reads text', () => {
  const reader = new ByteReader(Uint8Array.of(...encodeLatin1('é'), ...new TextEncoder().encode('한'), 0xff));
  expect([reader.latin1(1), reader.utf8(3), reader.utf8(1)]).toEqual(['é', '한', '\ufffd']);
});

it('refuses invalid UTF-8 where text must be exact', () => {
  const reader = new ByteReader(Uint8Array.of(0x41, 0xef, 0xbb, 0xbf, 0xff));
  expect([reader.strictUtf8(1), reader.strictUtf8(3)]).toEqual(['A', '\ufeff']);
  expect(() => reader.strictUtf8(1)).toThrow(expect.objectContaining({ code: 'corrupt' }));
  expect(() => reader.strictUtf8(1)).toThrow(EndOfBytes);
});
