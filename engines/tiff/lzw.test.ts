import { describe, expect, it } from 'vitest';
import { expandLzw, packLzw } from './lzw.ts';
import { expandPackBits } from './pack-bits.ts';

/** Deterministic noise with `alphabet` different values. */
function noise(length: number, alphabet: number): Uint8Array<ArrayBuffer> {
  let state = 12_345;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % alphabet;
  });
}

describe('LZW', () => {
  it.each([
    ['nothing', new Uint8Array()],
    ['one byte', Uint8Array.of(7)],
    ['one repeated byte', new Uint8Array(100_000).fill(9)],
    ['noise', noise(50_000, 256)],
    ['a little noise', noise(300_000, 3)],
  ])('survives a round trip of %s', (_, bytes) => {
    expect(expandLzw(packLzw(bytes), bytes.length)).toEqual(bytes);
  });

  it('changes the code width and clears the table where readers expect it', () => {
    // Every length around those after which a code gets wider or the table is full.
    const bytes = noise(4200, 256);
    for (const around of [253, 254, 255, 256, 765, 766, 767, 768, 1789, 1790, 1791, 3836, 3837, 3838, 3839, 3840, 4100]) {
      const part = bytes.subarray(0, around);
      const packed = packLzw(part);
      expect(expandLzw(packed, around + 10)).toEqual(part);
    }
  });

  it('starts with a clear code and ends with an end code, as in the specification', () => {
    // TIFF 6.0 §13: 7 7 7 8 8 7 7 6 6 is written as 256 7 258 8 8 258 6 6 257.
    const bits = [256, 7, 258, 8, 8, 258, 6, 6, 257].map((code) => code.toString(2).padStart(9, '0')).join('');
    const expected = Uint8Array.from({ length: Math.ceil(bits.length / 8) }, (_, index) =>
      Number.parseInt(bits.slice(index * 8, index * 8 + 8).padEnd(8, '0'), 2),
    );
    expect(packLzw(Uint8Array.of(7, 7, 7, 8, 8, 7, 7, 6, 6))).toEqual(expected);
  });

  it('returns the readable part of truncated or invalid data', () => {
    const bytes = noise(1000, 8);
    const packed = packLzw(bytes);
    const half = expandLzw(packed.subarray(0, packed.length / 2), 1000);
    expect(half.length).toBeGreaterThan(300);
    expect(half).toEqual(bytes.subarray(0, half.length));
    expect(expandLzw(new Uint8Array(100).fill(255), 1000)).toHaveLength(0);
  });
});

describe('PackBits', () => {
  it('repeats, copies and skips; stops at the size or the end of the data', () => {
    // The example of Apple's technical note 1023.
    const code = Uint8Array.of(0xfe, 0xaa, 0x02, 0x80, 0x00, 0x2a, 0x80, 0xfd, 0xaa, 0x01, 0x80, 0x00);
    const plain = [0xaa, 0xaa, 0xaa, 0x80, 0, 0x2a, 0xaa, 0xaa, 0xaa, 0xaa, 0x80, 0];
    expect([...expandPackBits(code, 12)]).toEqual(plain);
    expect([...expandPackBits(code, 8)]).toEqual(plain.slice(0, 8));
    expect([...expandPackBits(code.subarray(0, 5), 12)]).toEqual(plain.slice(0, 5));
  });
});
