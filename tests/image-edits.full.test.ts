/** Crops, rotations and flips of the image encoders, compared with ImageMagick pixel by pixel. */
import type { Engine, EngineManifest } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { extractMetadata } from '@bakkum/image-metadata/extract';
import { ENGINE_LOADERS } from '@bakkum/registry/engines.gen';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import { afterAll, describe, expect, it } from 'vitest';
import { convertWith, fixture } from './engine-context.ts';
import { hasProgram, workbench } from './native.ts';

const CONVERT = '/usr/bin/convert';
const bench = workbench();
afterAll(() => bench.dispose());

async function subject(id: string): Promise<{ readonly engine: Engine; readonly manifest: EngineManifest }> {
  const manifest = MANIFESTS.find((each) => each.id === id);
  const load = ENGINE_LOADERS[id];
  if (!manifest || !load) throw new RangeError(`no engine ${id}`);
  return { engine: (await load()).engine, manifest };
}

type Route = { readonly reader: string; readonly from: string; readonly writer: string; readonly to: string };

async function converted({ reader, from, writer, to }: Route, source: Blob, options: OptionValues): Promise<Uint8Array> {
  const decoded = await convertWith(await subject(reader), { input: source, from, to: 'raster' });
  const [{ content: raster }] = decoded.outputs;
  const { outputs } = await convertWith(await subject(writer), { input: raster, from: 'raster', to, options });
  const [{ content }] = outputs;
  if (!(content instanceof Blob)) throw new TypeError('not a file');
  return new Uint8Array(await content.arrayBuffer());
}

/** Samples of all frames as ImageMagick reads them, with the size of the first frame. */
function samples(file: string, depth: 8 | 16, ...operations: readonly string[]) {
  bench.run(CONVERT, file, '-coalesce', '-auto-orient', ...operations, '+repage', '-depth', String(depth), 'RGBA:out.rgba');
  const size = bench.run(CONVERT, file, '-coalesce', '-auto-orient', ...operations, '+repage', '-format', '%wx%h ', 'info:-');
  return { size, bytes: bench.read('out.rgba') };
}

/** Options, and the same in the words of ImageMagick. */
const EDITS: readonly (readonly [options: OptionValues, operations: readonly string[]])[] = [
  [{ rotate: '0' }, []],
  [{ rotate: '90' }, ['-rotate', '90']],
  [{ rotate: '180' }, ['-rotate', '180']],
  [{ rotate: '270' }, ['-rotate', '270']],
  [{ flip: 'horizontal' }, ['-flop']],
  [{ flip: 'vertical' }, ['-flip']],
  [{ rotate: '90', flip: 'horizontal' }, ['-rotate', '90', '-flop']],
  [{ rotate: '90', flip: 'vertical' }, ['-rotate', '90', '-flip']],
  [{ rotate: '180', flip: 'horizontal' }, ['-rotate', '180', '-flop']],
  [{ rotate: '180', flip: 'vertical' }, ['-rotate', '180', '-flip']],
  [{ rotate: '270', flip: 'horizontal' }, ['-rotate', '270', '-flop']],
  [{ rotate: '270', flip: 'vertical' }, ['-rotate', '270', '-flip']],
  [{ crop: '2,3,10,9' }, ['-crop', '10x9+2+3', '+repage']],
  [{ crop: '0,0,1,1' }, ['-crop', '1x1+0+0', '+repage']],
  [{ crop: '2,3,10,9', rotate: '90' }, ['-crop', '10x9+2+3', '+repage', '-rotate', '90']],
  [{ crop: '2,3,10,9', rotate: '270', flip: 'horizontal' }, ['-crop', '10x9+2+3', '+repage', '-rotate', '270', '-flop']],
];

const PNG = { writer: 'png', to: 'png' } as const;
const SOURCES: readonly (readonly [name: string, route: Route, depth: 8 | 16])[] = [
  ['jpeg/orientation-6.jpg', { reader: 'jpeg', from: 'jpeg', ...PNG }, 8],
  ['png/rgba8.png', { reader: 'png', from: 'png', ...PNG }, 8],
  ['png/rgb16.png', { reader: 'png', from: 'png', ...PNG }, 16],
  ['png/rgba16-interlaced.png', { reader: 'png', from: 'png', ...PNG }, 16],
  ['gif/three-frames-two-loops.gif', { reader: 'magick', from: 'gif', writer: 'gif', to: 'gif' }, 8],
  ['png/rgba16-interlaced.png', { reader: 'png', from: 'png', writer: 'tiff', to: 'tiff' }, 16],
  ['gif/three-frames-two-loops.gif', { reader: 'magick', from: 'gif', writer: 'webp', to: 'webp' }, 8],
];

describe.skipIf(!hasProgram(CONVERT)).each(SOURCES)('%s, %o', (name, route, depth) => {
  it.each(EDITS)('equals the pixels of ImageMagick with %o', async (options, operations) => {
    const source = await fixture(name);
    bench.write('source', new Uint8Array(await source.arrayBuffer()));
    bench.write('ours', await converted(route, source, route.to === 'webp' ? { ...options, lossless: true } : options));
    const [expected, actual] = [samples('source', depth, ...operations), samples('ours', depth)];
    expect(actual.size).toBe(expected.size);
    expect(Buffer.compare(actual.bytes, expected.bytes)).toBe(0);
  });
});

it.each(['0,0,49,48', '0,33,10,1', '47,0,2,1', '60000,0,1,1'])('refuses to crop %s, which is outside the image', async (crop) => {
  const route: Route = { reader: 'jpeg', from: 'jpeg', ...PNG };
  const source = await fixture('jpeg/corners.jpg');
  await expect(converted(route, source, { crop })).rejects.toMatchObject({ code: 'crop-outside' });
});

it('resizes after cropping and rotating', async () => {
  const route: Route = { reader: 'png', from: 'png', ...PNG };
  const source = await fixture('png/rgba8.png');
  const file = await converted(route, source, { crop: '2,3,12,6', rotate: '90', width: 9 });
  expect(sizeOfPng(file)).toEqual({ width: 9, height: 18 });
});

function sizeOfPng(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

describe.skipIf(!hasProgram(CONVERT) || !hasProgram('exiftool'))('the thumbnail in the Exif block', () => {
  it('stays with the image and is removed from an edited one', async () => {
    bench.run(CONVERT, '-size', '64x48', 'gradient:red-blue', 'photo.jpg');
    bench.run(CONVERT, '-size', '16x12', 'gradient:red-blue', 'thumbnail.jpg');
    bench.run('exiftool', '-overwrite_original', '-Model=Camera', '-ThumbnailImage<=thumbnail.jpg', 'photo.jpg');
    const photo = new Blob([bench.read('photo.jpg')]);
    const route: Route = { reader: 'jpeg', from: 'jpeg', writer: 'jpeg', to: 'jpeg' };
    const thumbnailOf = async (options: OptionValues) => {
      const file = await converted(route, photo, options);
      bench.write('ours.jpg', file);
      const tags = bench.run('exiftool', '-s3', '-Model', '-ThumbnailLength', 'ours.jpg').trim().split('\n');
      const { exif } = await extractMetadata(file, 'jpeg');
      return { tags, hasJpeg: Buffer.from(exif ?? []).includes(Buffer.from([0xff, 0xd8, 0xff])) };
    };
    expect(await thumbnailOf({})).toEqual({ tags: ['Camera', expect.stringMatching(/^\d+$/)], hasJpeg: true });
    const cover = { width: 20, height: 20, fit: 'cover' };
    for (const edit of [{ rotate: '90' }, { flip: 'vertical' }, { crop: '0,0,9,9' }, cover])
      expect(await thumbnailOf(edit)).toEqual({ tags: ['Camera'], hasJpeg: false });
    expect((await thumbnailOf({ width: 20, height: 20 })).hasJpeg).toBe(true);
  });
});

describe.skipIf(!hasProgram(CONVERT) || !hasProgram('exiftool'))('the thumbnail in the XMP packet', () => {
  it('stays with the image and is removed from an edited one', async () => {
    bench.run(CONVERT, '-size', '64x48', 'gradient:red-blue', 'photo.jpg');
    const thumbnail = '-XMP-xmp:ThumbnailImage=cropped part';
    bench.run('exiftool', '-overwrite_original', '-XMP-xmp:Rating=5', thumbnail, 'photo.jpg');
    const photo = new Blob([bench.read('photo.jpg')]);
    const route: Route = { reader: 'jpeg', from: 'jpeg', writer: 'jpeg', to: 'jpeg' };
    const packetOf = async (options: OptionValues) => {
      const file = await converted(route, photo, options);
      bench.write('ours.jpg', file);
      const rating = bench.run('exiftool', '-s3', '-XMP-xmp:Rating', 'ours.jpg').trim();
      const { xmp } = await extractMetadata(file, 'jpeg');
      return { rating, hasThumbnail: Buffer.from(xmp ?? []).includes(Buffer.from('cropped part').toString('base64')) };
    };
    expect(await packetOf({})).toEqual({ rating: '5', hasThumbnail: true });
    for (const edit of [{ rotate: '90' }, { crop: '0,0,9,9' }, { width: 20, height: 20, fit: 'cover' }])
      expect(await packetOf(edit)).toEqual({ rating: '5', hasThumbnail: false });
  });
});
