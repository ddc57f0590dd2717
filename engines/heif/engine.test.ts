import { concat, uint32BE } from '@bakkum/bytes/bytes';
import type { ConvertResult } from '@bakkum/conversion/engine';
import { readExifFacts } from '@bakkum/image-metadata/exif';
import { describe, expect, it } from 'vitest';
import { convertWith, fixture } from '../../tests/engine-context.ts';
import { framesOf, meanError, testPicture } from '../../tests/test-picture.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const decode = (input: Blob, signal?: AbortSignal): Promise<ConvertResult> =>
  convertWith({ engine, manifest }, { input, from: 'heic', to: 'raster' }, signal);
const decodeFixture = async (name: string): Promise<ConvertResult> => decode(await fixture(`heic/${name}`));
const readFixture = async (name: string) => new Uint8Array(await (await fixture(`heic/${name}`)).arrayBuffer());

describe('HEIC photos', () => {
  it('match their source pixels, with metadata set to upright', async () => {
    const { outputs, warnings } = await decodeFixture('photo.heic');
    const { raster, frames } = await framesOf(outputs[0].content);
    expect(warnings).toEqual([]);
    expect(raster).toMatchObject({ kind: 'still', mayHaveAlpha: false });
    // The Exif block requests a rotation, but in HEIC only the container's properties apply, and they do not rotate.
    expect(meanError(frames[0]?.read ?? testPicture(1, 1), testPicture(64, 48))).toBeLessThan(3);
    expect(readExifFacts(raster.metadata.exif ?? new Uint8Array()).orientation).toBe(1);
    expect(Buffer.from(raster.metadata.exif ?? []).toString('latin1')).toContain('Hong Gildong');
    raster.release();
  });

  it('keep alpha', async () => {
    const { raster, frames } = await framesOf((await decodeFixture('alpha.heic')).outputs[0].content);
    expect(raster.mayHaveAlpha).toBe(true);
    expect(meanError(frames[0]?.read ?? testPicture(1, 1), testPicture(64, 48, { alpha: true }))).toBeLessThan(3);
  });

  it('in a collection become pages, the primary one first', async () => {
    const { raster, frames } = await framesOf((await decodeFixture('two-pages.heic')).outputs[0].content);
    expect(raster).toMatchObject({ kind: 'pages', frameCount: 2 });
    for (const [index, squareAt] of [0, 32].entries()) {
      expect(meanError(frames[index]?.read ?? testPicture(1, 1), testPicture(64, 48, { squareAt }))).toBeLessThan(3);
    }
  });

  it('of more than 8 bits come with a warning', async () => {
    const { outputs, warnings } = await decodeFixture('ten-bit.heic');
    expect(warnings).toEqual([{ code: 'depth-reduced' }]);
    const { frames } = await framesOf(outputs[0].content);
    expect(meanError(frames[0]?.read ?? testPicture(1, 1), testPicture(64, 48))).toBeLessThan(3);
  });
});

describe('refusals', () => {
  it('are typed for damaged files', async () => {
    const file = await readFixture('photo.heic');
    for (const damaged of [new Uint8Array(), new Uint8Array(500).fill(7), file.slice(0, 100), file.slice(0, -100)]) {
      await expect(decode(new Blob([damaged]))).rejects.toMatchObject({ code: 'corrupt' });
    }
  });

  it('are typed for scrambled files', async () => {
    const file = await readFixture('two-pages.heic');
    for (let at = 40; at < file.length; at += 97) {
      const damaged = file.slice();
      damaged.fill(0xa5, at, at + 4);
      const ended = await decode(new Blob([damaged])).then(
        () => 'converted',
        (thrown: { code?: string }) => thrown.code,
      );
      expect(['converted', 'corrupt', 'unsupported-feature', 'too-large', 'out-of-memory']).toContain(ended);
    }
  });

  it('of oversized images happen before decoding', async () => {
    const file = await readFixture('photo.heic');
    const size = Buffer.from(file).indexOf('ispe') + 8;
    const bomb = concat([file.subarray(0, size), uint32BE(17_000), uint32BE(17_000), file.subarray(size + 8)]);
    await expect(decode(new Blob([bomb]))).rejects.toMatchObject({ code: 'too-large' });
  });

  it('happen before any work if already cancelled', async () => {
    await expect(decode(await fixture('heic/photo.heic'), AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});
