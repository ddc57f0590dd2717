import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { framesOf, meanError, testPicture } from '@bakkum/tests/test-picture';
import { describe, expect, it } from 'vitest';
import { decodeBitmap } from './bitmap.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';
import { decodeTiff } from './tiff.ts';

async function read(input: Blob, from: string) {
  const { outputs, warnings } = await convertWith({ engine, manifest }, { input, from, to: 'raster' });
  const { frames } = await framesOf(outputs[0].content);
  const [first] = frames;
  if (!first) throw new Error('no picture');
  return { pixels: first.read, warnings: warnings.map(({ code }) => code) };
}

const le16 = (...values: number[]): number[] => values.flatMap((value) => [value & 255, (value >> 8) & 255]);
const le32 = (...values: number[]): number[] => values.flatMap((value) => [...le16(value), ...le16(value >>> 16)]);
const levels = (data: Uint8ClampedArray): number[] => [...data].filter((_, at) => at % 4 === 0);

describe('files with embedded previews', () => {
  it.each([
    'preview-inside/sldprt.sldprt',
    'preview-inside/max.max',
    'preview-inside/zvi.zvi',
    'preview-inside/dwg.dwg',
    'preview-inside/dwf.dwf',
    'preview-inside/cdr.cdr',
    'preview-inside/indd.indd',
    'images/eps.eps',
    'preview-inside/thmx.thmx',
    'preview-inside/sketch.sketch',
    'preview-inside/procreate.procreate',
    'preview-inside/pdn.pdn',
    'preview-inside/psp.psp',
    'preview-inside/gcode.gcode',
  ])('yield it with a warning that it is a preview: %s', async (file) => {
    const { pixels, warnings } = await read(await fixture(file), /\.(\w+)$/.exec(file)?.[1] ?? '');
    expect(meanError(pixels, testPicture(64, 48))).toBeLessThan(4);
    expect(warnings).toEqual(['preview-only']);
  });

  it.each(['ora', 'kra'])('yield the full image if it is stored: %s', async (format) => {
    const { pixels, warnings } = await read(await fixture(`preview-inside/${format}.${format}`), format);
    expect(meanError(pixels, testPicture(64, 48))).toBe(0);
    expect(warnings).toEqual([]);
  });

  it('are refused if the preview is missing', async () => {
    const script = new Blob(['%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 1 1\nshowpage\n']);
    await expect(read(script, 'eps')).rejects.toMatchObject({ code: 'unsupported-feature' });
    await expect(read(new Blob(['; G28\nG28\n']), 'gcode')).rejects.toMatchObject({ code: 'unsupported-feature' });
  });

  it.each(['sldprt', 'max', 'dwg', 'cdr', 'indd', 'psp', 'thmx', 'gcode'])('are refused if truncated: %s', async (format) => {
    const whole = await fixture(`preview-inside/${format}.${format}`);
    await expect(read(whole.slice(0, whole.size / 2), format)).rejects.toMatchObject({
      code: expect.stringMatching(/corrupt|unsupported-feature/),
    });
  });

  it('are read from PostScript comments with 1 as ink', async () => {
    const script = '%!PS-Adobe-2.0 EPSF-1.2\n%%BeginPreview: 4 2 1 2\n% 50\n% A0\n%%EndPreview\n';
    expect(levels((await read(new Blob([script]), 'eps')).pixels.data as Uint8ClampedArray)).toEqual([
      255, 0, 255, 0, 0, 255, 0, 255,
    ]);
  });

  it("are read from Photoshop's data in PostScript", async () => {
    const jpeg = new Uint8Array(await (await fixture('images/jpeg.jpg')).arrayBuffer());
    const size = 28 + jpeg.length;
    const block = [...'8BIM'].map((sign) => sign.charCodeAt(0));
    const bytes = [
      ...block,
      0x04,
      0x0c,
      0,
      0,
      size >>> 24,
      (size >> 16) & 255,
      (size >> 8) & 255,
      size & 255,
      ...new Uint8Array(28),
      ...jpeg,
    ];
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
    const script = `%!PS-Adobe-3.0 EPSF-3.0\n%BeginPhotoshop: ${bytes.length}\n% ${hex}\n%EndPhotoshop\n`;
    expect(meanError((await read(new Blob([script]), 'eps')).pixels, testPicture(64, 48))).toBeLessThan(4);
  });
});

describe('embedded bitmaps', () => {
  const header = (width: number, height: number, bits: number, compression: number) => [
    ...le32(40, width, height),
    ...le16(1, bits),
    ...le32(compression, 0, 0, 0, 2, 0),
  ];
  const palette = [0, 0, 0, 0, 255, 255, 255, 0];

  it('are read bottom-up, or top-down if the height is negative', () => {
    const rows = [0x40, 0, 0, 0, 0x80, 0, 0, 0];
    expect(levels(decodeBitmap(Uint8Array.from([...header(2, 2, 1, 0), ...palette, ...rows])).data)).toEqual([255, 0, 0, 255]);
    expect(levels(decodeBitmap(Uint8Array.from([...header(2, -2, 1, 0), ...palette, ...rows])).data)).toEqual([0, 255, 255, 0]);
  });

  it('are read from run lengths: runs, literals, jumps and ends', () => {
    const runs = [2, 1, 1, 0, 0, 0, 0, 3, 1, 0, 1, 0, 0, 0, 0, 2, 2, 0, 1, 1, 0, 1];
    expect(levels(decodeBitmap(Uint8Array.from([...header(3, 3, 8, 1), ...palette, ...runs])).data)).toEqual([
      0, 0, 255, 255, 0, 255, 255, 255, 0,
    ]);
    expect(() => decodeBitmap(Uint8Array.from([...header(3, 3, 8, 1), ...palette, 2, 1]))).toThrow('without an end');
  });

  it('are read from PackBits strips', () => {
    const entry = (tag: number, value: number) => [...le16(tag, 3), ...le32(1, value)];
    const fields = [
      entry(256, 3),
      entry(257, 1),
      entry(258, 8),
      entry(259, 32_773),
      entry(262, 0),
      entry(273, 100),
      entry(279, 4),
    ];
    const file = new Uint8Array(104);
    file.set([0x49, 0x49, 42, 0, ...le32(8), ...le16(fields.length), ...fields.flat()]);
    file.set([255, 10, 0, 200], 100);
    expect(levels(decodeTiff(file).data)).toEqual([245, 245, 55]);
  });
});
