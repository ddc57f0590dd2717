import { expect, it } from 'vitest';
import { BitWriter, LsbBits, MsbBits } from './bits.ts';
import { EndOfBytes } from './errors.ts';

const BYTES = Uint8Array.of(0b1010_0110, 0b1111_0000, 0xff, 0x01, 0x80, 0x7f, 0x10);

it('reads the most significant bit first', () => {
  const bits = new MsbBits(BYTES);
  expect([bits.read(1), bits.read(3), bits.read(8), bits.read(0), bits.at]).toEqual([1, 0b010, 0b0110_1111, 0, 12]);
});

it('reads the least significant bit first', () => {
  const bits = new LsbBits(BYTES);
  expect([bits.read(1), bits.read(3), bits.read(8), bits.read(0), bits.at]).toEqual([0, 0b011, 0b0000_1010, 0, 12]);
});

it('reads more than 32 bits exactly', () => {
  expect(new MsbBits(BYTES).read(53)).toBe(Number(0xa6f0ff01807f10n >> 3n));
  expect(new LsbBits(BYTES).read(53)).toBe(Number(0x107f8001fff0a6n & (2n ** 53n - 1n)));
});

it.each([
  ['most', new MsbBits(BYTES.subarray(0, 1)), 0b110],
  ['least', new LsbBits(BYTES.subarray(0, 1)), 0b101],
])('refuses to read past the end, %s significant first', (_, bits, last) => {
  bits.read(5);
  expect(() => bits.read(4)).toThrow(EndOfBytes);
  expect(() => bits.read(-1)).toThrow(EndOfBytes);
  expect([bits.left, bits.read(3), bits.left]).toEqual([3, last, 0]);
});

it('reads zeros in the padding', () => {
  const bits = new MsbBits(BYTES.subarray(0, 1), { padding: 1 });
  expect([bits.read(12), bits.left]).toEqual([0b1010_0110_0000, -4]);
  expect(() => bits.read(5)).toThrow(EndOfBytes);
});

it('aligns to the next byte', () => {
  const bits = new LsbBits(BYTES);
  bits.align();
  bits.read(1);
  bits.align();
  expect([bits.at, bits.read(8)]).toEqual([8, 0b1111_0000]);
});

it('reads its own output', () => {
  const bytes = new BitWriter()
    .put(5, 3)
    .putExpGolomb(0)
    .putExpGolomb(41)
    .put(0xdeadbeef, 32)
    .put(2 ** 52 + 1, 53)
    .finish();
  const bits = new MsbBits(bytes);
  expect([bits.read(3), bits.expGolomb(), bits.expGolomb(), bits.read(32), bits.read(53)]).toEqual([
    5,
    0,
    41,
    0xdeadbeef,
    2 ** 52 + 1,
  ]);
});

it('fills the last byte with zeros', () => {
  expect([...new BitWriter().put(1, 1).finish()]).toEqual([0x80]);
  expect([...new BitWriter().finish()]).toEqual([]);
});

it('refuses an Exp-Golomb number without an end', () => {
  expect(() => new MsbBits(new Uint8Array(16)).expGolomb()).toThrow(EndOfBytes);
  expect(() => new MsbBits(new Uint8Array(1)).expGolomb()).toThrow(EndOfBytes);
});
