import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { framesOf, meanError, testPicture } from '@bakkum/tests/test-picture';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const decode = (input: Blob) => convertWith({ engine, manifest }, { input, from: 'bpg', to: 'raster' });
const read = async (input: Blob) => {
  const { outputs, warnings } = await decode(input);
  const { raster, frames } = await framesOf(outputs[0].content);
  const [first] = frames;
  if (!first) throw new TypeError('no picture');
  return { raster, pixels: first.read, codes: warnings.map(({ code }) => code) };
};
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'a result',
    (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
  );

/** The corner of the image both fixtures were made from. */
function corner(width: number, height: number) {
  const { data } = testPicture(64, 48);
  const rows = Array.from({ length: height }, (_, row) => [...data.slice(row * 64 * 4, (row * 64 + width) * 4)]);
  return { depth: 8, width, height, data: new Uint8ClampedArray(rows.flat()) } as const;
}

describe('BPG images', () => {
  it('of odd size match their source, with metadata', async () => {
    const { raster, pixels, codes } = await read(await fixture('images/bpg.bpg'));
    expect(meanError(pixels, corner(63, 47))).toBeLessThan(3);
    expect(raster.mayHaveAlpha).toBe(false);
    expect(new TextDecoder().decode(raster.metadata.xmp)).toContain('adobe:ns:meta/');
    expect(codes).toEqual([]);
  });

  it('in RGB keep their alpha', async () => {
    const { raster, pixels } = await read(await fixture('images/bpg-alpha.bpg'));
    expect(raster.mayHaveAlpha).toBe(true);
    expect(meanError(pixels, testPicture(64, 48, { alpha: true }))).toBeLessThan(3);
  });

  it('with premultiplied alpha get their colours back', async () => {
    const bytes = await (await fixture('images/bpg-alpha.bpg')).bytes();
    const plain = (await read(new Blob([bytes]))).pixels;
    bytes[5] = (bytes[5] ?? 0) | 0x04;
    const { pixels } = await read(new Blob([bytes]));
    const at = (24 * 64 + 32) * 4;
    const alpha = plain.data[at + 3] ?? 0;
    expect(pixels.data[at]).toBe(Math.min(255, Math.round(((plain.data[at] ?? 0) * 255) / alpha)));
  });

  it('are refused if CMYK, too large or not an image', async () => {
    const bytes = await (await fixture('images/bpg.bpg')).bytes();
    const changed = (at: number, ...values: number[]) => new Blob([bytes.with(at, values[0] ?? 0)]);
    expect(await codeOf(decode(changed(5, 0x0c)))).toBe('unsupported-feature');
    expect(await codeOf(decode(changed(0, 0)))).toBe('corrupt');
    const huge = new Blob([bytes.slice(0, 6), new Uint8Array([0x8f, 0xff, 0xff, 0x7f, 0x8f, 0xff, 0xff, 0x7f]), bytes.slice(8)]);
    expect(await codeOf(decode(huge))).toBe('too-large');
  });

  it('are refused or read when truncated or changed', async () => {
    const whole = await (await fixture('images/bpg.bpg')).bytes();
    const codes = new Set<unknown>();
    for (let at = 4; at < 120; at += 9) {
      codes.add(await codeOf(decode(new Blob([whole.with(at, (whole[at] ?? 0) ^ 0xff)]))));
      codes.add(await codeOf(decode(new Blob([whole.slice(0, at)]))));
    }
    const allowed = ['a result', 'corrupt', 'unsupported-feature', 'too-large', 'out-of-memory'];
    expect([...codes].filter((code) => !allowed.includes(String(code)))).toEqual([]);
  });
});
