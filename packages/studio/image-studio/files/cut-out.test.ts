import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { prepareCutOut } from './cut-out.ts';

const size = { width: 64, height: 64 };

/** A red image with a square that is as opaque as given. */
async function redWith(opacity: (x: number, y: number) => number): Promise<Uint8Array> {
  const pixels = Buffer.alloc(64 * 64 * 4);
  for (let at = 0; at < 64 * 64; at += 1) pixels.set([200, 100, 50, opacity(at % 64, at >> 6)], at * 4);
  return sharp(pixels, { raw: { ...size, channels: 4 } })
    .png()
    .toBuffer();
}

describe('an image without its background', () => {
  it.each([
    ['the same', 64],
    ['a smaller', 32],
  ])('hides nothing under its clear pixels, at %s size', async (_, side) => {
    const answer = await redWith((x) => (x < 32 ? 0 : 255));
    const kept = await prepareCutOut(answer, { width: side, height: side }, 'ai');
    const { data, info } = await sharp(kept).raw().toBuffer({ resolveWithObject: true });
    const pixel = (x: number): number[] => [...data.subarray((info.width + x) * 4, (info.width + x + 1) * 4)];
    expect([pixel(0), pixel(side - 1)]).toEqual([
      [0, 0, 0, 0],
      [200, 100, 50, 255],
    ]);
    const clear = Array.from({ length: side * side }, (_pixel, at) => data.subarray(at * 4, at * 4 + 4)).filter(
      ([, , , a]) => a === 0,
    );
    expect(clear.length).toBeGreaterThan((side * side) / 3);
    expect(clear.every((pixelOf) => pixelOf.every((value) => value === 0))).toBe(true);
  });

  it('keeps half opaque colors', async () => {
    const kept = await prepareCutOut(await redWith((x) => [0, 128, 255][x % 3] ?? 0), size, 'ai');
    const { data } = await sharp(kept).raw().toBuffer({ resolveWithObject: true });
    const [red = 0, green = 0, blue = 0, opacity] = data.subarray(4, 8);
    expect(opacity).toBe(128);
    expect([red - 200, green - 100, blue - 50].every((difference) => Math.abs(difference) <= 1)).toBe(true);
  });

  it.each([
    ['opaque', () => 255],
    ['clear', () => 0],
    ['faint', () => 40],
    ['clear except for a pixel', (x: number, y: number) => (x + y === 0 ? 255 : 0)],
  ] as const)('is refused if it is %s', async (_, opacity) => {
    await expect(prepareCutOut(await redWith(opacity), size, 'ai')).rejects.toMatchObject({ code: 'bad-answer' });
  });
});
