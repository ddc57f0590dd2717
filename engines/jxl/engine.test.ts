import { brotliCompressSync } from 'node:zlib';
import { concat, encodeLatin1 } from '@bakkum/bytes/bytes';
import type { ConvertResult } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { extractMetadata } from '@bakkum/image-metadata/extract';
import { boxOf } from '@bakkum/image-metadata/heif/iso-boxes';
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
  convertWith({ engine, manifest }, { input: raster, from: 'raster', to: 'jxl', options });
const decode = (file: Uint8Array<ArrayBuffer>): Promise<ConvertResult> =>
  convertWith({ engine, manifest }, { input: new Blob([file]), from: 'jxl', to: 'raster' });

async function bytesOf(result: ConvertResult): Promise<Uint8Array<ArrayBuffer>> {
  const { content } = result.outputs[0];
  if (!(content instanceof Blob)) throw new Error('expected a file');
  return new Uint8Array(await content.arrayBuffer());
}

async function roundTrip(pixels: Pixels, options: OptionValues = {}): Promise<Pixels> {
  const { frames } = await framesOf((await decode(await bytesOf(await encode(still(pixels), options)))).outputs[0].content);
  return frames[0]?.read ?? testPicture(1, 1);
}

const still = (pixels: Pixels = testPicture(61, 47), metadata = {}) => stillRaster(pixels, { ...pixels, metadata });
const exif = Uint8Array.from(Buffer.from('49492a0008000000010012010300010000000100000000000000', 'hex'));
const xmp = new TextEncoder().encode('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>');

describe('JPEG XL images', () => {
  it.each([
    ['high', 2],
    ['medium', 3],
    ['low', 5],
  ])('are nearly unchanged after a round trip at quality %s', async (quality, most) => {
    expect(meanError(await roundTrip(testPicture(61, 47), { quality }), testPicture(61, 47))).toBeLessThan(most);
  });

  it('are unchanged if lossless, alpha included', async () => {
    const picture = testPicture(61, 47, { alpha: true });
    expect(meanError(await roundTrip(picture, { lossless: true }), picture)).toBe(0);
  });

  it('are reduced from 16 to 8 bits with a warning', async () => {
    const picture = toDepth16(testPicture(32, 32));
    const result = await encode(still(picture));
    expect(result.warnings).toEqual([{ code: 'depth-reduced' }]);
  });

  it('keep metadata, and drop it on request', async () => {
    const kept = await encode(still(undefined, { exif, xmp }));
    expect(await extractMetadata(await bytesOf(kept), 'jxl')).toMatchObject({ exif, xmp });
    const { raster } = await framesOf((await decode(await bytesOf(kept))).outputs[0].content);
    expect(raster.metadata).toEqual({ exif, xmp });
    const stripped = await extractMetadata(
      await bytesOf(await encode(still(undefined, { exif, xmp }), { metadata: 'strip' })),
      'jxl',
    );
    expect(stripped).toEqual({ orientation: 1, bitDepth: 8 });
  });

  it('warn if their profile cannot be converted and is lost', async () => {
    const icc = concat([
      new Uint8Array(16),
      new TextEncoder().encode('RGB XYZ '),
      new Uint8Array(12),
      new TextEncoder().encode('acsp'),
      new Uint8Array(100),
    ]);
    expect((await encode(still(undefined, { icc }))).warnings).toEqual([{ code: 'metadata-dropped' }]);
  });

  it('are refused at once if too large for the encoder', async () => {
    const rows = stillRaster(
      () => Promise.resolve({ depth: 8, width: 5000, height: 5000, data: new Uint8ClampedArray(100_000_000) }),
      {
        width: 5000,
        height: 5000,
      },
    );
    await expect(encode(rows)).rejects.toMatchObject({ code: 'out-of-memory' });
  });
});

describe('native programs', () => {
  it.skipIf(!hasProgram('djxl') || !hasProgram('ffmpeg'))('read our output', async () => {
    bench.write('ours.jxl', await bytesOf(await encode(still(undefined, { exif, xmp }))));
    bench.run('djxl', 'ours.jxl', 'ours.png');
    bench.run('ffmpeg', '-v', 'error', '-i', 'ours.png', '-f', 'rawvideo', '-pix_fmt', 'rgba', '-y', 'ours.rgba');
    const data = new Uint8ClampedArray(bench.read('ours.rgba').buffer);
    expect(meanError({ depth: 8, width: 61, height: 47, data }, testPicture(61, 47))).toBeLessThan(2);
  });

  it.skipIf(!hasProgram('cjxl') || !hasProgram('ffmpeg'))(
    'write animations and deep colours, which come with a warning',
    async () => {
      bench.run('ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', 'testsrc=s=64x48:r=4:d=1', '-y', 'a.gif');
      bench.run('cjxl', 'a.gif', 'a.jxl');
      expect((await decode(bench.read('a.jxl'))).warnings).toEqual([{ code: 'animation-flattened' }]);
      bench.run(
        'ffmpeg',
        '-v',
        'error',
        '-f',
        'lavfi',
        '-i',
        'testsrc=s=64x48',
        '-frames:v',
        '1',
        '-pix_fmt',
        'rgb48be',
        '-y',
        'deep.png',
      );
      bench.run('cjxl', 'deep.png', 'deep.jxl');
      expect((await decode(bench.read('deep.jxl'))).warnings).toEqual([{ code: 'depth-reduced' }]);
    },
  );
});

describe('compressed metadata', () => {
  const sealed = async (packed: Uint8Array) =>
    concat([await bytesOf(await encode(still(undefined, { exif }))), boxOf('brob', [encodeLatin1('xml '), packed])]);

  it('is read', async () => {
    const { outputs, warnings } = await decode(await sealed(brotliCompressSync(xmp)));
    expect((await framesOf(outputs[0].content)).raster.metadata).toEqual({ exif, xmp });
    expect(warnings).toEqual([]);
  });

  it('is reported as lost if unreadable', async () => {
    const { outputs, warnings } = await decode(await sealed(Uint8Array.of(1, 2, 3, 4, 5)));
    expect((await framesOf(outputs[0].content)).raster.metadata).toEqual({ exif });
    expect(warnings).toEqual([{ code: 'metadata-dropped' }]);
  });
});

describe('refusals', () => {
  it('are typed for damaged files', async () => {
    const file = await bytesOf(await encode(still()));
    for (const damaged of [new Uint8Array(), new Uint8Array(500).fill(7), file.slice(0, 20), file.slice(0, file.length >> 1)]) {
      await expect(decode(damaged)).rejects.toMatchObject({ code: 'corrupt' });
    }
  });

  it('of oversized images happen before decoding', async () => {
    // Bits from the lowest: not small, then height and width as 30-bit numbers, no ratio, everything else default.
    const side = (2 ** 17 - 1).toString(2).padStart(30, '0').split('').reverse().join('');
    const bits = `011${side}00011${side}1`.padEnd(600, '0');
    const bytes = Array.from({ length: 75 }, (_, at) =>
      Number.parseInt(
        bits
          .slice(at * 8, at * 8 + 8)
          .split('')
          .reverse()
          .join(''),
        2,
      ),
    );
    await expect(decode(Uint8Array.from([0xff, 0x0a, ...bytes]))).rejects.toMatchObject({ code: 'too-large' });
  });

  it('happen before any work if already cancelled', async () => {
    const job = { input: still(), from: 'raster', to: 'jxl' };
    await expect(convertWith({ engine, manifest }, job, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});
