import { viewOf } from '@bakkum/bytes/bytes';
import { ByteWriter } from '@bakkum/bytes/writer';
import { describe, expect, it } from 'vitest';
import { GlyphReader } from './glyf.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const HEADER = [0, 0, 0, 0];
/** A square of 100 units. */
const SQUARE = new ByteWriter()
  .u16(1, ...HEADER, 3, 0)
  .u8(1, 1, 1, 1)
  .u16(0, 100, 0, -100)
  .u16(0, 0, 100, 0)
  .finish();

/** A glyph of components, each with its flags and arguments as 16-bit numbers. */
function composite(...components: readonly (readonly number[])[]): Bytes {
  const writer = new ByteWriter().u16(0xffff, ...HEADER);
  for (const [index, [flags = 0, ...values]] of components.entries())
    writer.u16(flags | (index < components.length - 1 ? 0x20 : 0), ...values);
  return writer.finish();
}

function reader(...glyphs: readonly Bytes[]): GlyphReader {
  const loca = new Uint8Array((glyphs.length + 1) * 4);
  let at = 0;
  for (const [index, glyph] of glyphs.entries()) {
    at += glyph.length;
    viewOf(loca).setUint32(index * 4 + 4, at);
  }
  return new GlyphReader(new ByteWriter().put(glyphs.flatMap((glyph) => [...glyph])).finish(), loca, true);
}

const corners = (from: GlyphReader, glyph: number) =>
  from.contours(glyph).map((contour) => contour.map(({ x, y }) => [x, y] as const));

describe('components', () => {
  it('are moved, scaled and mirrored', () => {
    const moved = [0x0003, 0, 10, 0xfff6];
    const halved = [0x000b, 0, 0, 0, 0x2000];
    const mirrored = [0x0043, 0, 0, 0, 0xc000, 0x4000];
    const [one, two, three] = corners(reader(SQUARE, composite(moved, halved, mirrored)), 1);
    expect(one?.[2]).toEqual([110, 90]);
    expect(two?.[2]).toEqual([50, 50]);
    expect(three?.[2]).toEqual([-100, 100]);
  });

  it('meet at a point', () => {
    const [, second] = corners(reader(SQUARE, composite([0x0003, 0, 0, 0], [0x0001, 0, 2, 0])), 1);
    expect(second?.[0]).toEqual([100, 100]);
  });
});

describe('parts', () => {
  it('are components that are only moved', () => {
    const glyphs = reader(SQUARE, composite([0x0003, 0, 10, 0xfff6], [0x0002, 0, 0x05fb]));
    expect(glyphs.parts(1)).toEqual([
      { glyph: 0, dx: 10, dy: -10 },
      { glyph: 0, dx: 5, dy: -5 },
    ]);
    expect(glyphs.parts(0)).toBeUndefined();
  });

  it('are not named if one is scaled or meets a point', () => {
    expect(reader(SQUARE, composite([0x0003, 0, 0, 0], [0x000b, 0, 0, 0, 0x2000])).parts(1)).toBeUndefined();
    expect(reader(SQUARE, composite([0x0003, 0, 0, 0], [0x0001, 0, 2, 0])).parts(1)).toBeUndefined();
  });
});

describe('hostile glyphs are refused:', () => {
  it('components of themselves', () => {
    expect(() => reader(composite([0x0003, 0, 0, 0])).contours(0)).toThrow('components without end');
  });

  it('components that multiply without points', () => {
    const many = (glyph: number): Bytes => composite(...Array.from({ length: 200 }, () => [0x0003, glyph, 0, 0]));
    expect(() => reader(new Uint8Array(), many(0), many(1), many(2), many(3)).contours(4)).toThrow('more points');
  });

  it('many points in few bytes, in many glyphs', () => {
    const dense = new ByteWriter().u16(1, ...HEADER, 59_999, 0);
    for (let points = 0; points < 60_000; points += 256) dense.u8(0x39, 255);
    const glyphs = reader(...Array.from({ length: 30 }, () => dense.finish()));
    expect(() => Array.from({ length: 30 }, (_, glyph) => glyphs.contours(glyph))).toThrow('more points');
  });

  it('contours that go back', () => {
    expect(() => reader(new ByteWriter().u16(2, ...HEADER, 3, 1, 0).finish()).contours(0)).toThrow('out of order');
  });
});
