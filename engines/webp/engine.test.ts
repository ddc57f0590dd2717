import type { ConvertResult } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { embedMetadata } from '@bakkum/image-metadata/embed';
import { extractMetadata } from '@bakkum/image-metadata/extract';
import { frameOf, sequenceRaster, stillRaster } from '@bakkum/raster/construct';
import type { Raster } from '@bakkum/raster/raster';
import { afterAll, describe, expect, it } from 'vitest';
import { convertWith } from '../../tests/engine-context.ts';
import { hasProgram, workbench } from '../../tests/native.ts';
import { framesOf, meanError, testPicture } from '../../tests/test-picture.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const bench = workbench();
afterAll(() => bench.dispose());

const encode = (raster: Raster, options: OptionValues = {}): Promise<ConvertResult> =>
  convertWith({ engine, manifest }, { input: raster, from: 'raster', to: 'webp', options });
const decode = (file: Blob | Uint8Array<ArrayBuffer>): Promise<ConvertResult> =>
  convertWith({ engine, manifest }, { input: file instanceof Blob ? file : new Blob([file]), from: 'webp', to: 'raster' });

function blobOf(result: ConvertResult): Blob {
  const { content } = result.outputs[0];
  if (!(content instanceof Blob)) throw new Error('expected a file');
  return content;
}

const bytesOf = async (result: ConvertResult) => new Uint8Array(await blobOf(result).arrayBuffer());

const exif = Uint8Array.from(Buffer.from('49492a0008000000010012010300010000000600000000000000', 'hex'));
const xmp = new TextEncoder().encode('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>');

const still = (pixels = testPicture(61, 47), metadata = {}) => stillRaster(pixels, { ...pixels, metadata });

/** Three images with a moving square; the last frame repeats the previous one. */
const steps = [0, 7, 14].map((squareAt) => testPicture(40, 30, { squareAt }));
const animation = () =>
  sequenceRaster({
    kind: 'animation',
    frameCount: 4,
    loopCount: 5,
    metadata: { xmp },
    frames: async function* () {
      for (const [index, picture] of [steps[0], steps[1], steps[2], steps[2]].entries()) {
        if (picture) yield frameOf({ ...picture, data: picture.data.slice() }, 100 + index * 10);
      }
    },
  });

describe('still WebP images', () => {
  it.each([
    ['high', 3],
    ['medium', 4],
    ['low', 6],
  ])('are nearly unchanged after a round trip at quality %s', async (quality, most) => {
    const back = await framesOf((await decode(blobOf(await encode(still(), { quality })))).outputs[0].content);
    expect(back.raster.kind).toBe('still');
    expect(meanError(back.frames[0]?.read ?? testPicture(1, 1), testPicture(61, 47))).toBeLessThan(most);
  });

  it('are unchanged if lossless, alpha included', async () => {
    const picture = testPicture(33, 21, { alpha: true });
    const back = await framesOf((await decode(blobOf(await encode(still(picture), { lossless: true })))).outputs[0].content);
    expect(meanError(back.frames[0]?.read ?? picture, picture)).toBe(0);
    expect(back.raster.mayHaveAlpha).toBe(true);
  });

  it('fit a target size', async () => {
    const picture = testPicture(400, 300);
    for (let index = 0; index < picture.data.length; index += 4)
      picture.data[index] = (picture.data[index] ?? 0) ^ ((index * 2_654_435_761) >>> 27);
    expect((await encode(still(picture))).outputs).toHaveLength(1);
    const size = blobOf(await encode(still(picture), { targetSize: 9 })).size;
    expect(size).toBeLessThanOrEqual(9000);
    expect(size).toBeGreaterThan(5000);
  });

  it('keep metadata, and drop it on request', async () => {
    const kept = await extractMetadata(await bytesOf(await encode(still(undefined, { exif, xmp }))), 'webp');
    expect(kept).toMatchObject({ exif, xmp });
    const stripped = await extractMetadata(
      await bytesOf(await encode(still(undefined, { exif, xmp }), { metadata: 'strip' })),
      'webp',
    );
    expect(stripped).toEqual({ orientation: 1, bitDepth: 8 });
  });

  it('are rotated upright', async () => {
    const turned = await embedMetadata(await bytesOf(await encode(still())), 'webp', { exif });
    const { raster, frames } = await framesOf((await decode(turned)).outputs[0].content);
    expect(frames[0]).toMatchObject({ width: 47, height: 61 });
    expect(raster.metadata.exif?.[18]).toBe(1);
  });

  it('are scaled down to the size limit of WebP', async () => {
    const result = await encode(still(testPicture(16_500, 2)), { quality: 'low' });
    expect(result.warnings.map(({ code }) => code)).toEqual(['resized-to-fit']);
    expect((await framesOf((await decode(blobOf(result))).outputs[0].content)).frames[0]?.width).toBe(16_383);
  });
});

describe('animated WebP images', () => {
  it('keep frames, durations and loops, and merge equal frames', async () => {
    const file = await bytesOf(await encode(animation(), { lossless: true }));
    const { raster, frames } = await framesOf((await decode(file)).outputs[0].content);
    expect(raster).toMatchObject({ kind: 'animation', frameCount: 3, loopCount: 5, metadata: { xmp } });
    expect(frames.map(({ durationMs }) => durationMs)).toEqual([100, 110, 250]);
    for (const [index, step] of steps.entries()) expect(meanError(frames[index]?.read ?? step, step)).toBe(0);
  });

  it.skipIf(!hasProgram('webpmux'))('are recognised as animations by libwebp', async () => {
    bench.write('moving.webp', await bytesOf(await encode(animation())));
    const info = bench.run('webpmux', '-info', 'moving.webp');
    expect(info).toContain('Canvas size: 40 x 30');
    expect(info).toMatch(/Loop Count : 5/);
    expect(info).toContain('Number of frames: 3');
    expect(info.match(/^\s*\d+:.*$/gm)?.map((line) => line.trim().split(/\s+/)[6])).toEqual(['100', '110', '250']);
  });

  it.skipIf(!hasProgram('gif2webp') || !hasProgram('ffmpeg'))('from other programs are composed correctly', async () => {
    bench.run('ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=64x48:r=5:d=1', '-y', 'a.gif');
    bench.run('gif2webp', '-quiet', '-min_size', 'a.gif', '-o', 'a.webp');
    bench.run('ffmpeg', '-v', 'error', '-i', 'a.gif', '-f', 'rawvideo', '-pix_fmt', 'rgba', '-y', 'a.rgba');
    const { frames } = await framesOf((await decode(bench.read('a.webp'))).outputs[0].content);
    const raw = bench.read('a.rgba');
    expect(frames).toHaveLength(5);
    for (const [index, frame] of frames.entries()) {
      const data = new Uint8ClampedArray(raw.slice(index * 64 * 48 * 4, (index + 1) * 64 * 48 * 4));
      expect(meanError(frame.read, { depth: 8, width: 64, height: 48, data })).toBeLessThan(1);
    }
  });

  it('truncated at the end play up to the cut', async () => {
    const file = await bytesOf(await encode(animation()));
    const cut = await decode(file.slice(0, file.length - 200));
    expect(cut.warnings).toEqual([{ code: 'damaged-source' }]);
    expect((await framesOf(cut.outputs[0].content)).frames.length).toBeGreaterThan(0);
  });
});

describe('refusals', () => {
  it('are typed for damaged files', async () => {
    const file = await bytesOf(await encode(still()));
    for (const damaged of [new Uint8Array(), new Uint8Array(500).fill(7), file.slice(0, 30), file.slice(0, file.length >> 1)]) {
      await expect(decode(damaged)).rejects.toMatchObject({ code: 'corrupt' });
    }
  });

  it('happen before any work if already cancelled', async () => {
    const job = { input: still(), from: 'raster', to: 'webp' };
    await expect(convertWith({ engine, manifest }, job, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});
