import { concat, encodeLatin1, uint32BE } from '@bakkum/bytes/bytes';
import type { ConvertResult } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { extractMetadata } from '@bakkum/image-metadata/extract';
import { stillRaster } from '@bakkum/raster/construct';
import { toDepth16 } from '@bakkum/raster/depth';
import type { Pixels, Raster } from '@bakkum/raster/raster';
import { afterAll, describe, expect, it } from 'vitest';
import { convertWith } from '../../tests/engine-context.ts';
import { hasProgram, workbench } from '../../tests/native.ts';
import { framesOf, meanError, testPicture } from '../../tests/test-picture.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const bench = workbench();
afterAll(() => bench.dispose());

const encode = (raster: Raster, options: OptionValues = {}): Promise<ConvertResult> =>
  convertWith({ engine, manifest }, { input: raster, from: 'raster', to: 'avif', options });
const decode = (file: Blob | Uint8Array<ArrayBuffer>): Promise<ConvertResult> =>
  convertWith({ engine, manifest }, { input: file instanceof Blob ? file : new Blob([file]), from: 'avif', to: 'raster' });

async function bytesOf(result: ConvertResult): Promise<Uint8Array<ArrayBuffer>> {
  const { content } = result.outputs[0];
  if (!(content instanceof Blob)) throw new Error('expected a file');
  return new Uint8Array(await content.arrayBuffer());
}

async function roundTrip(pixels: Pixels, options = {}): Promise<Pixels> {
  const { frames } = await framesOf((await decode(await bytesOf(await encode(still(pixels), options)))).outputs[0].content);
  return frames[0]?.read ?? testPicture(1, 1);
}

const still = (pixels: Pixels = testPicture(61, 47), metadata = {}) => stillRaster(pixels, { ...pixels, metadata });
const exif = Uint8Array.from(Buffer.from('49492a0008000000010012010300010000000100000000000000', 'hex'));
const xmp = new TextEncoder().encode('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>');

describe('AVIF images', () => {
  it.each([
    ['high', 3],
    ['medium', 4],
    ['low', 6],
  ])('are nearly unchanged after a round trip at quality %s', async (quality, most) => {
    expect(meanError(await roundTrip(testPicture(61, 47), { quality }), testPicture(61, 47))).toBeLessThan(most);
  });

  it('keep alpha', async () => {
    const picture = testPicture(64, 48, { alpha: true });
    expect(meanError(await roundTrip(picture), picture)).toBeLessThan(3);
  });

  it('keep more than 8 bits', async () => {
    const picture = toDepth16(testPicture(64, 48));
    const back = await roundTrip(picture);
    expect(back.depth).toBe(16);
    expect(meanError(back, picture)).toBeLessThan(3);
    expect((await extractMetadata(await bytesOf(await encode(still(picture))), 'avif')).bitDepth).toBe(10);
  });

  it('fit a target size', async () => {
    const picture = testPicture(300, 200);
    for (let index = 0; index < picture.data.length; index += 4)
      picture.data[index] = (picture.data[index] ?? 0) ^ ((index * 2_654_435_761) >>> 27);
    const free = (await bytesOf(await encode(still(picture)))).length;
    const bound = (await bytesOf(await encode(still(picture), { targetSize: Math.floor(free / 2000) }))).length;
    expect(bound).toBeLessThanOrEqual(Math.floor(free / 2000) * 1000);
  });

  it('keep metadata, and drop it on request', async () => {
    const kept = await encode(still(undefined, { exif, xmp }));
    expect(kept.warnings).toEqual([]);
    expect(await extractMetadata(await bytesOf(kept), 'avif')).toMatchObject({ exif, xmp });
    const stripped = await extractMetadata(
      await bytesOf(await encode(still(undefined, { exif, xmp }), { metadata: 'strip' })),
      'avif',
    );
    expect(stripped).toEqual({ orientation: 1, bitDepth: 8 });
  });
});

describe('native programs', () => {
  it.skipIf(!hasProgram('avifdec'))('read our output, metadata included', async () => {
    bench.write('ours.avif', await bytesOf(await encode(still(undefined, { exif, xmp }))));
    const info = bench.run('avifdec', '--info', 'ours.avif');
    expect(info).toMatch(/Resolution\s*: 61x47/);
    expect(info).toMatch(/XMP Metadata\s*: Present/);
  });

  it.skipIf(!hasProgram('avifenc') || !hasProgram('ffmpeg'))('write files we read, with orientation applied', async () => {
    bench.run('ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', 'testsrc=s=64x48', '-frames:v', '1', '-y', 'a.png');
    bench.run(
      'ffmpeg',
      '-v',
      'error',
      '-i',
      'a.png',
      '-vf',
      'transpose=1',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgba',
      '-y',
      'turned.rgba',
    );
    bench.run('avifenc', '-s', '10', '--min', '0', '--max', '5', '--irot', '3', 'a.png', 'turned.avif');
    const { frames } = await framesOf((await decode(bench.read('turned.avif'))).outputs[0].content);
    const data = new Uint8ClampedArray(bench.read('turned.rgba').buffer);
    expect(meanError(frames[0]?.read ?? testPicture(1, 1), { depth: 8, width: 48, height: 64, data })).toBeLessThan(2);
  });

  it.skipIf(!hasProgram('avifenc') || !hasProgram('ffmpeg'))(
    'write sequences, of which only the first image is read, with a warning',
    async () => {
      bench.run('ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', 'testsrc=s=64x48:r=4:d=1', '-pix_fmt', 'yuv444p', '-y', 'a.y4m');
      bench.run('avifenc', '-s', '10', 'a.y4m', 'a.avifs');
      const result = await decode(bench.read('a.avifs'));
      expect(result.warnings).toEqual([{ code: 'animation-flattened', params: { count: 4 } }]);
      expect((await framesOf(result.outputs[0].content)).frames).toHaveLength(1);
    },
  );
});

describe('refusals', () => {
  it('are typed for damaged files', async () => {
    const file = await bytesOf(await encode(still()));
    for (const damaged of [new Uint8Array(), new Uint8Array(500).fill(7), file.slice(0, 100), file.slice(0, -20)]) {
      await expect(decode(damaged)).rejects.toMatchObject({ code: 'corrupt' });
    }
  });

  it('of oversized images happen before decoding', async () => {
    const file = await bytesOf(await encode(still()));
    const size = Buffer.from(file).indexOf('ispe') + 8;
    const bomb = concat([file.subarray(0, size), uint32BE(17_000), uint32BE(17_000), file.subarray(size + 8)]);
    expect(Buffer.from(bomb.subarray(4, 8))).toEqual(Buffer.from(encodeLatin1('ftyp')));
    await expect(decode(bomb)).rejects.toMatchObject({ code: 'too-large' });
  });

  it('happen before any work if already cancelled', async () => {
    const job = { input: still(), from: 'raster', to: 'avif' };
    await expect(convertWith({ engine, manifest }, job, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});
