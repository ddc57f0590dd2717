import { frameOf, sequenceRaster } from '@bakkum/raster/construct';
import { afterAll, describe, expect, it } from 'vitest';
import { convertWith } from '../../tests/engine-context.ts';
import { hasProgram, workbench } from '../../tests/native.ts';
import { framesOf, meanError, testPicture } from '../../tests/test-picture.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const bench = workbench();
afterAll(() => bench.dispose());

const steps = [0, 7, 14].map((squareAt) => testPicture(40, 30, { squareAt, alpha: true }));
const animation = () =>
  sequenceRaster({
    kind: 'animation',
    frameCount: 4,
    loopCount: 5,
    frames: async function* () {
      for (const [index, picture] of [steps[0], steps[1], steps[2], steps[2]].entries())
        if (picture) yield frameOf({ ...picture, data: picture.data.slice() }, 100 + index * 10);
    },
  });

const decode = (file: Blob) => convertWith({ engine, manifest }, { input: file, from: 'apng', to: 'raster' });

async function encoded(): Promise<Uint8Array<ArrayBuffer>> {
  const { outputs } = await convertWith({ engine, manifest }, { input: animation(), from: 'raster', to: 'apng' });
  if (!(outputs[0].content instanceof Blob)) throw new Error('expected a file');
  return new Uint8Array(await outputs[0].content.arrayBuffer());
}

describe('animated PNG', () => {
  it('keeps pixels, durations and loop count, and merges equal frames', async () => {
    const { raster, frames } = await framesOf((await decode(new Blob([await encoded()]))).outputs[0].content);
    expect(raster).toMatchObject({ kind: 'animation', frameCount: 3, loopCount: 5 });
    expect(frames.map(({ durationMs }) => durationMs)).toEqual([100, 110, 250]);
    for (const [index, step] of steps.entries()) expect(meanError(frames[index]?.read ?? step, step)).toBe(0);
  });

  it.skipIf(!hasProgram('ffmpeg'))('is read unchanged by other programs', async () => {
    bench.write('a.apng', await encoded());
    bench.run(
      'ffmpeg',
      '-v',
      'error',
      '-i',
      'a.apng',
      '-fps_mode',
      'passthrough',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgba',
      'a.rgba',
    );
    const raw = bench.read('a.rgba');
    const size = 40 * 30 * 4;
    for (const [index, step] of steps.entries()) {
      const data = new Uint8ClampedArray(raw.slice(index * size, (index + 1) * size));
      expect(meanError({ depth: 8, width: 40, height: 30, data }, step)).toBe(0);
    }
  });

  it.skipIf(!hasProgram('ffmpeg'))('written by other programs is composed correctly', async () => {
    bench.run('ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=64x48:r=5:d=1', '-plays', '3', '-f', 'apng', 'b.apng');
    bench.run('ffmpeg', '-v', 'error', '-i', 'b.apng', '-f', 'rawvideo', '-pix_fmt', 'rgba', 'b.rgba');
    const raw = bench.read('b.rgba');
    const { raster, frames } = await framesOf((await decode(new Blob([bench.read('b.apng')]))).outputs[0].content);
    expect([raster.loopCount, frames.length, frames[0]?.durationMs]).toEqual([3, 5, 200]);
    for (const [index, { read }] of frames.entries()) {
      const data = new Uint8ClampedArray(raw.slice(index * 64 * 48 * 4, (index + 1) * 64 * 48 * 4));
      expect(meanError(read, { depth: 8, width: 64, height: 48, data })).toBe(0);
    }
  });

  it('plays up to the cut if truncated, and is corrupt without a frame', async () => {
    const file = await encoded();
    const cut = await decode(new Blob([file.slice(0, file.length - 30)]));
    expect(cut.warnings).toEqual([{ code: 'damaged-source' }]);
    expect((await framesOf(cut.outputs[0].content)).frames).toHaveLength(2);
    for (const damaged of [new Uint8Array(), file.slice(0, 60)])
      await expect(decode(new Blob([damaged]))).rejects.toMatchObject({ code: 'corrupt' });
  });
});
