import type { Pixels } from '@bakkum/raster/raster';
import { contextFor, convertWith, fixture } from '@bakkum/tests/engine-context';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { framesOf, meanError, testPicture } from '@bakkum/tests/test-picture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const tiff = { engine, manifest };
const CONVERT = '/usr/bin/convert';
const hasMagick = hasProgram(CONVERT);
const hasVips = hasProgram('vips');
const bench = workbench();
afterAll(() => bench.dispose());

async function read(file: Blob) {
  const { outputs, warnings } = await convertWith(tiff, { input: file, from: 'tiff', to: 'raster' });
  const { raster, frames } = await framesOf(outputs[0].content);
  const [pixels, ...others] = frames.map((frame) => frame.read);
  if (!pixels) throw new Error('no page');
  return { raster, pixels, others, warnings: warnings.map(({ code }) => code) };
}

type Value = number | readonly number[] | Uint8Array;
/** Fields by tag: numbers become LONG, bytes UNDEFINED. */
type Fields = Readonly<Record<number, Value>>;

/** Builds a little-endian file of directories, each after its data; `next` overrides the last link. */
function tiffOf(pages: readonly { readonly fields: Fields; readonly block: readonly number[] }[], next?: number): Blob {
  const bytes: number[] = [0x49, 0x49, 42, 0, 0, 0, 0, 0];
  let link = 4;
  const long = (value: number) => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24];
  const put = (at: number, values: readonly number[]) => values.forEach((value, index) => void (bytes[at + index] = value));
  for (const { fields, block } of pages) {
    const blockAt = bytes.length;
    bytes.push(...block);
    const entries = Object.entries<Value>({ 273: blockAt, 279: block.length, ...fields }).map(([tag, value]) => {
      const values = value instanceof Uint8Array ? [...value] : [value].flat().flatMap(long);
      const count = value instanceof Uint8Array ? value.length : values.length / 4;
      const place = values.length > 4 ? long(bytes.length) : [...values, 0, 0, 0].slice(0, 4);
      if (values.length > 4) bytes.push(...values);
      return [Number(tag) & 255, Number(tag) >> 8, value instanceof Uint8Array ? 7 : 4, 0, ...long(count), ...place];
    });
    put(link, long(bytes.length));
    bytes.push(entries.length, 0, ...entries.flat());
    link = bytes.length;
    bytes.push(0, 0, 0, 0);
  }
  if (next !== undefined) put(link, long(next));
  return new Blob([new Uint8Array(bytes)]);
}

const size = (width: number, height: number): Fields => ({ 256: width, 257: height });
const one = (fields: Fields, block: readonly number[]) => tiffOf([{ fields, block }]);
const reds = ({ data }: Pixels) => [...data].filter((_, index) => index % 4 === 0);

describe('TIFF samples', () => {
  it('of 1, 2, 4 and 12 bits are scaled, in both polarities', async () => {
    expect(reds((await read(one({ ...size(3, 2), 262: 1 }, [0b1010_0000, 0b0100_0000]))).pixels)).toEqual([
      255, 0, 255, 0, 255, 0,
    ]);
    expect(reds((await read(one({ ...size(3, 1), 262: 0, 258: 2 }, [0b0001_1100]))).pixels)).toEqual([255, 170, 0]);
    expect(reds((await read(one({ ...size(3, 1), 262: 1, 258: 4 }, [0x0f, 0x80]))).pixels)).toEqual([0, 255, 136]);
    const twelve = (await read(one({ ...size(2, 1), 262: 1, 258: 12 }, [0xff, 0xf8, 0x00]))).pixels;
    expect([twelve.depth, ...reds(twelve)]).toEqual([16, 65_535, Math.round((0x800 / 4095) * 65_535)]);
  });

  it('with reversed bits are restored', async () => {
    expect(reds((await read(one({ ...size(8, 1), 262: 1, 266: 2 }, [0b1000_0010]))).pixels)).toEqual([
      0, 255, 0, 0, 0, 0, 0, 255,
    ]);
  });

  it('are looked up in a palette of 16 or, mistakenly, 8 bits', async () => {
    const map = (scale: number) => [0, 255, 10, 0, 20, 0].flatMap((value) => [value * scale]);
    for (const scale of [257, 1]) {
      const fields = { ...size(2, 1), 262: 3, 258: 1, 320: map(scale) };
      expect([...(await read(one(fields, [0b0100_0000]))).pixels.data]).toEqual([0, 10, 20, 255, 255, 0, 0, 255]);
    }
    await expect(read(one({ ...size(2, 1), 262: 3, 258: 4, 320: map(1) }, [0]))).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('of CMYK remove light', async () => {
    const fields = { ...size(2, 1), 262: 5, 258: [8, 8, 8, 8], 277: 4 };
    const { pixels, raster } = await read(one(fields, [255, 0, 51, 0, 0, 0, 0, 102]));
    expect([...pixels.data, raster.mayHaveAlpha]).toEqual([0, 255, 204, 255, 153, 153, 153, 255, false]);
  });

  it('distinguish premultiplied alpha, straight alpha and other extra samples', async () => {
    const fields = { ...size(1, 1), 262: 2, 258: [8, 8, 8, 8], 277: 4 };
    const block = [50, 100, 25, 128];
    expect([...(await read(one(fields, block))).pixels.data]).toEqual([50, 100, 25, 128]);
    expect([...(await read(one({ ...fields, 338: 2 }, block))).pixels.data]).toEqual([50, 100, 25, 128]);
    expect([...(await read(one({ ...fields, 338: 1 }, block))).pixels.data]).toEqual([100, 199, 50, 128]);
    const extra = await read(one({ ...fields, 338: 0 }, block));
    expect([...extra.pixels.data, extra.raster.mayHaveAlpha]).toEqual([50, 100, 25, 255, false]);
  });

  it('are read from blocks that may be missing or lack a byte count', async () => {
    const fields = { ...size(2, 2), 262: 1, 258: 8, 278: 1 };
    expect(reds((await read(one({ ...fields, 273: [8, 8], 279: [0, 2] }, [7, 9]))).pixels)).toEqual([0, 0, 7, 9]);
    const { 273: strips } = { 273: [8, 10] };
    expect(reds((await read(one({ ...fields, 273: strips, 279: [] }, [7, 9, 1, 2]))).pixels)).toEqual([7, 9, 1, 2]);
  });
});

describe('TIFF pages', () => {
  const grey = (level: number, more: Fields = {}) => ({ fields: { ...size(1, 1), 262: 1, 258: 8, ...more }, block: [level] });

  it('are read in order, without reduced copies and masks', async () => {
    const { raster, pixels, others } = await read(
      tiffOf([grey(1), grey(2, { 254: 1 }), grey(3, { 254: 4 }), grey(4, { 254: 2 })]),
    );
    expect([raster.kind, raster.frameCount]).toEqual(['pages', 2]);
    expect([pixels, ...others].flatMap(reds)).toEqual([1, 4]);
    expect(reds((await read(tiffOf([grey(5, { 254: 1 })]))).pixels)).toEqual([5]);
  });

  it('in a cycle are read once', async () => {
    const { raster, warnings } = await read(tiffOf([grey(1), grey(2)], 9));
    expect([raster.frameCount, warnings]).toEqual([2, ['damaged-source']]);
  });

  it('are each rotated upright', async () => {
    const wide = { fields: { ...size(2, 1), 262: 1, 258: 8, 274: 6 }, block: [1, 2] };
    const { pixels, others, raster } = await read(tiffOf([wide, { ...wide, fields: { ...wide.fields, 274: 3 } }]));
    expect([pixels.width, pixels.height, reds(pixels)]).toEqual([1, 2, [1, 2]]);
    expect([others[0]?.width, others.flatMap(reds)]).toEqual([2, [2, 1]]);
    for await (const frame of raster.frames()) {
      const read = await frame.pixels();
      expect([frame.width, frame.height]).toEqual([read.width, read.height]);
    }
  });
});

describe('a grey profile', () => {
  it('is applied, because RGB cannot keep it', async () => {
    const profile = new Uint8Array(160);
    const view = new DataView(profile.buffer);
    const text = (at: number, words: string) => profile.set(new TextEncoder().encode(words), at);
    text(16, 'GRAYXYZ ');
    text(36, 'acsp');
    view.setUint32(128, 1);
    text(132, 'kTRC');
    view.setUint32(136, 144);
    view.setUint32(140, 12);
    text(144, 'curv'); // no entries: linear light
    const { pixels, raster, warnings } = await read(one({ ...size(3, 1), 262: 1, 258: 8, 34675: profile }, [0, 55, 255]));
    expect(reds(pixels)).toEqual([0, 128, 255]);
    expect([raster.metadata.icc, warnings]).toEqual([undefined, ['profile-converted']]);
  });
});

describe('invalid and unsupported TIFF files', () => {
  const rgb = { ...size(1, 1), 262: 2, 258: [8, 8, 8], 277: 3 };
  it.each([
    ['nothing', new Blob([]), 'empty'],
    ['something else', new Blob(['words, no picture at all']), 'corrupt'],
    ['no directory', new Blob([new Uint8Array([0x49, 0x49, 42, 0, 99, 0, 0, 0, 0, 0])]), 'corrupt'],
    ['a size larger than memory', one({ ...rgb, ...size(70_000, 70_000) }, [1, 2, 3]), 'too-large'],
    ['no width', one({ ...rgb, ...size(0, 5) }, [1, 2, 3]), 'corrupt'],
    ['a large image of three bytes', one({ ...rgb, ...size(16_000, 16_000) }, [1, 2, 3]), 'corrupt'],
    ['too few blocks', one({ ...rgb, ...size(1, 9), 278: 1 }, [1, 2, 3]), 'corrupt'],
    [
      'tiles much larger than the picture',
      one({ ...rgb, 322: 16_000, 323: 16_000, 324: 8, 325: 3 }, [1, 2, 3]),
      'unsupported-feature',
    ],
    ['fax coding', one({ ...size(1, 1), 259: 4 }, [1]), 'unsupported-feature'],
    ['old-style JPEG', one({ ...rgb, 262: 6, 259: 6 }, [1]), 'unsupported-feature'],
    ['floating point', one({ ...rgb, 258: [32, 32, 32], 339: [3, 3, 3] }, [1]), 'unsupported-feature'],
    ['samples of different depth', one({ ...rgb, 258: [5, 6, 5] }, [1]), 'unsupported-feature'],
    ['Lab', one({ ...rgb, 262: 8 }, [1, 2, 3]), 'unsupported-feature'],
    ['luma and chroma without JPEG', one({ ...rgb, 262: 6 }, [1, 2, 3]), 'unsupported-feature'],
    [
      'inks with a profile',
      one({ ...rgb, 262: 5, 277: 4, 258: 8, 34675: new Uint8Array(200) }, [1, 2, 3, 4]),
      'unsupported-feature',
    ],
    ['the predictor of floating point', one({ ...rgb, 259: 5, 317: 3 }, [1, 2, 3]), 'unsupported-feature'],
    ['RGB with two samples', one({ ...size(1, 1), 262: 2, 258: 8, 277: 2 }, [1, 2]), 'corrupt'],
    ['invalid LZW', one({ ...rgb, 259: 5 }, [255, 255, 255]), 'corrupt'],
    ['invalid Deflate', one({ ...rgb, 259: 8 }, [255, 255, 255]), 'corrupt'],
    ['invalid JPEG', one({ ...rgb, 259: 7 }, [255, 255, 255]), 'corrupt'],
  ])('%s', async (_, file, code) => {
    await expect(read(file)).rejects.toMatchObject({ code });
  });

  it('are refused when truncated anywhere, or read with a warning if only metadata is lost', async () => {
    for (const name of ['tiff.tif', 'tiff-16.tif', 'tiff-pages.tif']) {
      const whole = await fixture(`images/${name}`);
      for (let tenth = 0; tenth < 10; tenth += 1) {
        const cut = whole.slice(0, Math.floor((whole.size * tenth) / 10));
        const answer = await read(cut).then(
          ({ warnings }) => warnings[0],
          (thrown: { code?: string }) => thrown.code,
        );
        expect(['empty', 'corrupt', 'damaged-source']).toContain(answer);
      }
    }
  });

  it('cause a typed error for any wrong byte', async () => {
    const whole = new Uint8Array(await (await fixture('images/tiff.tif')).arrayBuffer());
    const tail = Math.max(8, whole.length - 300);
    for (let at = tail; at < whole.length; at += 1) {
      const wrong = whole.slice();
      wrong[at] = (wrong[at] ?? 0) ^ 0xff;
      const answer = await read(new Blob([wrong])).then(
        () => 'read',
        (thrown: { code?: string; message?: string }) => thrown.code ?? thrown.message,
      );
      expect(['read', 'corrupt', 'unsupported-feature', 'too-large']).toContain(answer);
    }
  });

  it('are not read past the end of the image in a block', async () => {
    const bomb = new Uint8Array(
      await new Response(
        new Blob([new Uint8Array(40_000_000)]).stream().pipeThrough(new CompressionStream('deflate')),
      ).arrayBuffer(),
    );
    expect(reds((await read(one({ ...rgb, 259: 8 }, [...bomb]))).pixels)).toEqual([0]);
  });
});

describe.skipIf(!hasMagick)('comparison with native ImageMagick', () => {
  beforeAll(() => {
    bench.run(
      CONVERT,
      '-size',
      '301x229',
      'gradient:#ff8000-#0020ff',
      '-fill',
      'green',
      '-draw',
      'circle 90,90 30,20',
      '-depth',
      '8',
      's.png',
    );
    bench.run(CONVERT, 's.png', '-alpha', 'set', '-channel', 'A', '-fx', 'i/w', '+channel', '-depth', '8', 'sa.png');
  });

  function nativePixels(name: string, depth: 8 | 16): Pixels {
    bench.run(
      CONVERT,
      `${name}[0]`,
      '-auto-orient',
      '-colorspace',
      'sRGB',
      '-depth',
      String(depth),
      '-endian',
      'LSB',
      'RGBA:raw.rgba',
    );
    const [width = 0, height = 0] = bench
      .run(CONVERT, `${name}[0]`, '-auto-orient', '-format', '%w %h', 'info:')
      .split(' ')
      .map(Number);
    const raw = bench.read('raw.rgba').slice().buffer;
    return depth === 8
      ? { depth, width, height, data: new Uint8ClampedArray(raw) }
      : { depth, width, height, data: new Uint16Array(raw) };
  }

  it.each([
    ['LZW with the predictor', 8, ['s.png', '-compress', 'lzw', '-define', 'tiff:predictor=2']],
    ['Deflate', 8, ['s.png', '-compress', 'zip']],
    ['PackBits', 8, ['s.png', '-compress', 'rle', '-type', 'Grayscale']],
    [
      '16 bits, most significant byte first, with the predictor',
      16,
      ['s.png', '-depth', '16', '-endian', 'MSB', '-compress', 'lzw', '-define', 'tiff:predictor=2'],
    ],
    ['planes', 8, ['s.png', '-interlace', 'plane', '-compress', 'zip']],
    ['planes of 16 bits with alpha', 16, ['sa.png', '-depth', '16', '-interlace', 'plane', '-compress', 'lzw']],
    ['alpha', 8, ['sa.png', '-compress', 'zip', '-define', 'tiff:alpha=unassociated']],
    ['premultiplied alpha', 8, ['sa.png', '-compress', 'zip', '-define', 'tiff:alpha=associated']],
    ['a palette', 8, ['s.png', '-colors', '13', '-type', 'Palette', '-compress', 'lzw']],
    ['two colours', 8, ['s.png', '-monochrome', '-compress', 'zip', '-define', 'quantum:polarity=min-is-white']],
    ['reversed bits', 8, ['s.png', '-monochrome', '-compress', 'none', '-define', 'tiff:fill-order=lsb']],
    ['tiles', 8, ['s.png', '-define', 'tiff:tile-geometry=64x48', '-compress', 'lzw']],
    ['inks', 8, ['s.png', '-colorspace', 'CMYK', '-compress', 'lzw']],
    ['orientation', 8, ['s.png', '-orient', 'right-top', '-compress', 'none']],
    ['12 bits', 16, ['s.png', '-type', 'Grayscale', '-depth', '12', '-compress', 'none']],
  ] as const)('reads its %s identically', async (_, depth, args) => {
    bench.run(CONVERT, ...args, 'a.tif');
    const { pixels } = await read(new Blob([bench.read('a.tif')]));
    expect(pixels.depth).toBe(depth);
    expect(meanError(pixels, nativePixels('a.tif', depth))).toBeLessThan(0.3);
  });

  it.skipIf(!hasVips).each([
    ['tiles of Deflate', 'compression=deflate,predictor=horizontal,tile'],
    ['BigTIFF', 'compression=lzw,predictor=horizontal,bigtiff'],
    ['JPEG', 'compression=jpeg,Q=90'],
    ['JPEG in tiles', 'compression=jpeg,Q=90,tile'],
    ['JPEG of plain RGB', 'compression=jpeg,Q=90,rgbjpeg'],
    ['a pyramid', 'compression=deflate,tile,pyramid'],
    ['four bits', 'compression=none,bitdepth=4'],
  ])('reads libvips’ %s identically', async (_, options) => {
    const source = options.includes('bitdepth') ? 'g.png' : 's.png';
    if (source === 'g.png') bench.run(CONVERT, 's.png', '-colorspace', 'Gray', '-depth', '8', 'g.png');
    bench.run('vips', 'copy', source, `v.tif[${options}]`);
    const { pixels, raster } = await read(new Blob([bench.read('v.tif')]));
    expect(raster.kind).toBe('still');
    expect(meanError(pixels, nativePixels('v.tif', 8))).toBeLessThan(0.5);
  });

  it.skipIf(!hasVips)('does not accept half a JPEG as complete', async () => {
    bench.run('vips', 'copy', 's.png', 'j.tif[compression=jpeg,Q=90,tile]');
    const whole = bench.read('j.tif');
    const damaged = whole.slice();
    damaged.fill(0, 1000, 1400);
    await expect(read(new Blob([damaged]))).rejects.toMatchObject({ code: 'corrupt' });
  });

  it.skipIf(!hasVips)('leaves Zstandard to other engines', async () => {
    bench.run('vips', 'copy', 's.png', 'z.tif[compression=zstd]');
    await expect(read(new Blob([bench.read('z.tif')]))).rejects.toMatchObject({ code: 'unsupported-feature' });
  });
});

describe('the decoder', () => {
  it('reads the fixtures', async () => {
    expect(meanError((await read(await fixture('images/tiff.tif'))).pixels, testPicture(64, 48, { alpha: true }))).toBeLessThan(
      0.5,
    );
    expect((await read(await fixture('images/tiff-16.tif'))).pixels.depth).toBe(16);
    expect((await read(await fixture('images/tiff-pages.tif'))).raster.frameCount).toBeGreaterThan(1);
  });

  it('stops when cancelled, and reports monotonic progress', async () => {
    const fields = { ...size(2, 60), 262: 1, 258: 8, 278: 1, 273: Array(60).fill(8), 279: Array(60).fill(2) };
    const input = one(fields, [1, 2]);
    await expect(convertWith(tiff, { input, from: 'tiff', to: 'raster' }, AbortSignal.abort())).rejects.toMatchObject({
      name: 'AbortError',
    });
    const control = new AbortController();
    const seen: number[] = [];
    const note = (fraction: number) => {
      seen.push(fraction);
      if (seen.length === 5) control.abort();
    };
    const request = { inputs: [input], from: 'tiff', to: 'raster', options: {} } as const;
    const context = { ...contextFor(manifest, control.signal), onProgress: note };
    await expect(engine.convert(request, context)).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen).toHaveLength(5);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });
});
