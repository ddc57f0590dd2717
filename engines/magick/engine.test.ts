import { readdirSync } from 'node:fs';
import path from 'node:path';
import { frameOf, sequenceRaster, stillRaster } from '@bakkum/raster/construct';
import type { Pixels } from '@bakkum/raster/raster';
import { contextFor, convertWith, fixture } from '@bakkum/tests/engine-context';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { framesOf, meanError, testPicture } from '@bakkum/tests/test-picture';
import { afterAll, describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';
import { READERS } from './readers.ts';
import { WRITERS } from './writers.ts';

const magick = { engine, manifest };
const WIDTH = 64;
const HEIGHT = 48;
const FIXTURES = readdirSync(path.resolve(import.meta.dirname, '../../tests/fixtures/images'));

function fixtureOf(id: string): string {
  return FIXTURES.find((file) => file.startsWith(`${id}.`)) ?? `${id} has no fixture`;
}

async function read(name: string, from: string) {
  const result = await convertWith(magick, { input: await fixture(`images/${name}`), from, to: 'raster' });
  const { raster, frames } = await framesOf(result.outputs[0].content);
  const [first] = frames;
  if (!first) throw new Error('no frame');
  return { raster, frames, pixels: first.read, warnings: result.warnings.map(({ code }) => code) };
}

async function write(to: string, pixels: Pixels, options = {}, traits = {}) {
  const { width, height } = pixels;
  const input = stillRaster(pixels, { width, height, mayHaveAlpha: false, ...traits });
  const result = await convertWith(magick, { input, from: 'raster', to, options });
  const [{ content }] = result.outputs;
  if (!(content instanceof Blob)) throw new TypeError('not a file');
  return { file: content, bytes: new Uint8Array(await content.arrayBuffer()), warnings: result.warnings.map(({ code }) => code) };
}

/** Maximum mean error of each lossy reduction compared with the source. */
const EXACT = 0.6;

describe('reading', () => {
  const colour = [
    'aai',
    'aseprite',
    'avs-image',
    'dib',
    'dcx',
    'dpx',
    'im-txt',
    'ipl',
    'j2k',
    'jp2',
    'jpx',
    'jpm',
    'mat',
    'miff',
    'mng',
    'mtv',
    'pam',
    'pcx',
    'pict',
    'ppm',
    'psb',
    'psd',
    'qoi',
    'rle-utah',
    'sgi',
    'sun',
    'viff',
    'vips',
    'xcf',
    'phm',
    'hdr',
    'cin',
  ];
  const opaque = testPicture(WIDTH, HEIGHT);

  it.each(colour)('%s has the right pixels', async (id) => {
    const name = fixtureOf(id);
    const { pixels, raster } = await read(name, id);
    if (id === 'im-txt') return expect([pixels.width, pixels.height]).toEqual([16, 12]);
    const translucent = id === 'avs-image' || id === 'miff' || id === 'pam' || id === 'sgi';
    expect(raster.mayHaveAlpha || !translucent).toBe(true);
    expect(meanError(pixels, testPicture(WIDTH, HEIGHT, { alpha: translucent }))).toBeLessThan(EXACT);
  });

  it.each([
    ['dds.dds', 'dds', 2, true],
    ['jng.jng', 'jng', 3, false],
    ['jps.jps', 'jps', 1.2, false],
    ['palm.palm', 'palm', 5, false],
    ['psx-tim.tim', 'psx-tim', 3, false],
    ['wpg.wpg', 'wpg', 3, false],
    ['tga.tga', 'tga', EXACT, true],
    ['cur.cur', 'cur', EXACT, true],
    ['jpeg.jpg', 'jpeg', 1.2, false],
    ['webp.webp', 'webp', 2, true],
    ['avif.avif', 'avif', 2, true],
    ['heic.heic', 'heic', 2, false],
    ['gif.gif', 'gif', 3, false],
    ['tiff-cmyk.tif', 'tiff', 2, false],
    ['jpeg-cmyk.jpg', 'jpeg', 2, false],
  ])('%s has nearly the right pixels', async (name, id, bound, alpha) => {
    expect(meanError((await read(name, id)).pixels, testPicture(WIDTH, HEIGHT, { alpha }))).toBeLessThan(bound);
  });

  it('covers every readable format that a program here can produce', () => {
    const made = new Set(FIXTURES.map((file) => file.slice(0, file.indexOf('.'))));
    expect(Object.keys(READERS).filter((id) => !made.has(id))).toEqual(['pcd', 'hrz']);
  });

  it.each([
    ['cube-lut.cube', 'cube-lut', 512, 512],
    ['dng.dng', 'dng', 96, 64],
    ['macpaint.mac', 'macpaint', 576, 720],
    ['zx-scr.scr', 'zx-scr', 256, 192],
    ['drhalo-cut.cut', 'drhalo-cut', WIDTH, HEIGHT],
    ['dcm.dcm', 'dcm', WIDTH, HEIGHT],
    ['otb.otb', 'otb', WIDTH, HEIGHT],
    ['wbmp.wbmp', 'wbmp', WIDTH, HEIGHT],
    ['xbm.xbm', 'xbm', WIDTH, HEIGHT],
    ['xpm.xpm', 'xpm', WIDTH, HEIGHT],
    ['pbm.pbm', 'pbm', WIDTH, HEIGHT],
    ['pgx.pgx', 'pgx', WIDTH, HEIGHT],
    ['exr.exr', 'exr', 40, 30],
    ['farbfeld.ff', 'farbfeld', 32, 24],
    ['fl32.fl32', 'fl32', 32, 24],
    ['pfm.pfm', 'pfm', 32, 24],
  ])('%s has the right size and is not blank', async (name, id, width, height) => {
    const { pixels } = await read(name, id);
    expect([pixels.width, pixels.height]).toEqual([width, height]);
    expect(new Set(pixels.data.filter((_, index) => index % 4 !== 3)).size).toBeGreaterThan(1);
  });

  it('returns grey as equal channels', async () => {
    const { pixels } = await read('pgm.pgm', 'pgm');
    const shades = testPicture(WIDTH, HEIGHT).data.length / 4;
    let unequal = 0;
    for (let index = 0; index < shades; index += 1) {
      if (pixels.data[index * 4] !== pixels.data[index * 4 + 1] || pixels.data[index * 4] !== pixels.data[index * 4 + 2])
        unequal += 1;
    }
    expect(unequal).toBe(0);
  });

  it('converts linear light to sRGB', async () => {
    const { pixels } = await read('exr.exr', 'exr');
    const small = testPicture(40, 30);
    expect(meanError(pixels, small)).toBeLessThan(12);
  });

  it('rotates a photo upright and resets its Exif orientation', async () => {
    const { pixels, raster } = await read('jpeg-orientation-6.jpg', 'jpeg');
    expect([pixels.width, pixels.height]).toEqual([HEIGHT, WIDTH]);
    const exif = raster.metadata.exif;
    expect(exif).toBeDefined();
    const tag = Buffer.from(exif ?? []).indexOf(Buffer.from('01120003', 'hex'));
    expect(exif?.[tag + 9]).toBe(1);
  });

  it('reads pages one by one', async () => {
    const { raster, frames } = await read('tiff-pages.tif', 'tiff');
    expect([raster.kind, raster.frameCount]).toEqual(['pages', 3]);
    expect(frames.map(({ width, height }) => [width, height])).toEqual([
      [64, 48],
      [64, 48],
      [32, 24],
    ]);
    expect(frames[0]?.read.data).not.toEqual(frames[1]?.read.data);
  });

  it('composes animations and keeps their timing', async () => {
    const { raster, frames } = await read('gif-animated.gif', 'gif');
    expect([raster.kind, raster.frameCount, raster.loopCount]).toEqual(['animation', 3, 0]);
    expect(frames.map(({ durationMs, width }) => [durationMs, width])).toEqual([
      [200, 64],
      [200, 64],
      [200, 64],
    ]);
  });

  it('reports losses', async () => {
    expect((await read('tiff-16.tif', 'tiff')).warnings).toEqual(['depth-reduced']);
    expect((await read('jpeg-cmyk.jpg', 'jpeg')).warnings).toEqual(['profile-converted']);
    expect((await read('mpo.mpo', 'mpo')).warnings).toEqual(['pages-dropped']);
    expect((await read('ppm.ppm', 'ppm')).warnings).toEqual([]);
    expect(meanError((await read('ppm.ppm', 'ppm')).pixels, opaque)).toBe(0);
  });
});

/** One grey pixel declared as compressed with method 50000. */
function tiffOfZstandard(): Blob {
  const shortsOf = (...fields: readonly (readonly [tag: number, value: number])[]) =>
    fields.flatMap(([tag, value]) => [tag, 3, 1, 0, value, 0]);
  const fields = [256, 257, 277, 278].map((tag) => [tag, 1] as const);
  const entries = [...fields, [258, 8], [259, 50_000], [262, 1], [273, 8], [279, 2]] as const;
  const sorted = entries.toSorted(([a], [b]) => a - b);
  return new Blob([Uint16Array.of(0x4949, 42, 10, 0, 0, sorted.length, ...shortsOf(...sorted), 0, 0)]);
}

describe('refusing', () => {
  const refuse = (input: Blob, from: string) => convertWith(magick, { input, from, to: 'raster' });

  it.each([
    ['nothing', new Blob([]), 'psd', 'empty'],
    ['text', new Blob(['not a picture at all, but long enough to look at']), 'psd', 'corrupt'],
    ['an impossible size', new Blob(['P5\n0 10\n255\n']), 'pgm', 'corrupt'],
    [
      'a bomb',
      new Blob(['farbfeld', new Uint8Array([0, 0, 0x9c, 0x40, 0, 0, 0x9c, 0x40]), new Uint8Array(4096)]),
      'farbfeld',
      'too-large',
    ],
    ['a RAW file without a camera', new Blob([new Uint8Array(4096)]), 'cr2', 'corrupt'],
    ['a compression that is not built in', tiffOfZstandard(), 'tiff', 'unsupported-feature'],
  ])('%s', async (_, input, from, code) => {
    await expect(refuse(input, from)).rejects.toMatchObject({ code });
  });

  it.each(['psd', 'tiff', 'dcx', 'sgi', 'qoi', 'miff'])(
    'a %s file cut in half: an error with a code, or a warning',
    async (id) => {
      const whole = await fixture(`images/${fixtureOf(id)}`);
      const outcome = await refuse(whole.slice(0, whole.size / 3), id).then(
        ({ outputs }) => outputs.length,
        (thrown: { code?: string }) => thrown.code,
      );
      expect(['corrupt', 'too-large', 1]).toContain(outcome);
    },
  );

  it('stops before starting if already cancelled', async () => {
    const request = { inputs: [await fixture('images/ppm.ppm')] as const, from: 'ppm', to: 'raster', options: {} };
    await expect(engine.convert(request, contextFor(manifest, AbortSignal.abort()))).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('writing', () => {
  const bench = workbench();
  afterAll(() => bench.dispose());
  const ids = Object.keys(WRITERS);
  /** Colour tolerance when read again by this engine. The four bilevel and grey formats cannot be compared in colour. */
  const bound: Readonly<Record<string, number>> = { dds: 3, jng: 3, cin: 2, dpx: 2, palm: 5, wpg: 5, xpm: 5, hdr: 1.5, exr: 3 };
  const uncoloured = ids.filter((id) => ['two', 'grey'].includes(WRITERS[id]?.colours ?? ''));

  it.each(ids.filter((id) => READERS[id] && !uncoloured.includes(id) && id !== 'fits'))(
    '%s is read again with the same pixels',
    async (id) => {
      const { file } = await write(id, testPicture(WIDTH, HEIGHT));
      const again = await convertWith(magick, { input: file, from: id, to: 'raster' });
      const { frames } = await framesOf(again.outputs[0].content);
      expect(meanError(frames[0]?.read ?? testPicture(1, 1), testPicture(WIDTH, HEIGHT))).toBeLessThan(bound[id] ?? EXACT);
    },
  );

  it.each(ids.filter((id) => WRITERS[id]?.alpha && id !== 'psd' && id !== 'psb' && id !== 'xpm'))(
    '%s keeps transparency',
    async (id) => {
      const { file } = await write(id, testPicture(WIDTH, HEIGHT, { alpha: true }), {}, { mayHaveAlpha: true });
      const again = await convertWith(magick, { input: file, from: id, to: 'raster' });
      const { frames } = await framesOf(again.outputs[0].content);
      expect(meanError(frames[0]?.read ?? testPicture(1, 1), testPicture(WIDTH, HEIGHT, { alpha: true }))).toBeLessThan(
        bound[id] ?? 1,
      );
    },
  );

  const native = { 'avs-image': 'avs', 'pdb-image': 'pdb', sun: 'sun' } as const;
  const nameOf = (id: string): string => Object.entries(native).find(([key]) => key === id)?.[1] ?? id;
  const unknownToJudge = ['qoi', 'farbfeld', 'phm', 'eps', 'ps', 'mat', 'psb'];

  it.skipIf(!hasProgram('convert-im6.q16')).each(ids.filter((id) => !unknownToJudge.includes(id)))(
    '%s is opened by native ImageMagick',
    async (id) => {
      const { bytes } = await write(id, testPicture(WIDTH, HEIGHT));
      bench.write(`${id}.bin`, bytes);
      bench.run('convert-im6.q16', `${nameOf(id)}:${id}.bin[0]`, '-colorspace', 'sRGB', '-depth', '8', `RGBA:${id}.rgba`);
      const data = new Uint8ClampedArray(bench.read(`${id}.rgba`));
      expect(data.length).toBe(WIDTH * HEIGHT * 4);
      if (uncoloured.includes(id) || id === 'fits') return expect(new Set(data).size).toBeGreaterThan(1);
      expect(meanError({ depth: 8, width: WIDTH, height: HEIGHT, data }, testPicture(WIDTH, HEIGHT))).toBeLessThan(
        bound[id] ?? EXACT,
      );
    },
  );

  it.skipIf(!hasProgram('ffmpeg'))('qoi is opened by ffmpeg', async () => {
    bench.write('q.qoi', (await write('qoi', testPicture(WIDTH, HEIGHT))).bytes);
    bench.run('ffmpeg', '-v', 'error', '-y', '-i', 'q.qoi', '-f', 'rawvideo', '-pix_fmt', 'rgba', 'q.rgba');
    expect(new Uint8ClampedArray(bench.read('q.rgba'))).toEqual(testPicture(WIDTH, HEIGHT).data);
  });

  it.skipIf(!hasProgram('gs')).each([
    ['eps', ['-dEPSCrop'], [WIDTH, HEIGHT]],
    ['ps', [], undefined],
  ] as const)('%s is opened by Ghostscript', async (id, flags, size) => {
    bench.write(`p.${id}`, (await write(id, testPicture(WIDTH, HEIGHT))).bytes);
    bench.run(
      'gs',
      '-q',
      '-dNOPAUSE',
      '-dBATCH',
      '-dSAFER',
      '-sDEVICE=ppmraw',
      '-r72',
      ...flags,
      `-sOutputFile=${id}.ppm`,
      `p.${id}`,
    );
    const header = /^P6\s(?:#[^\n]*\n)?(\d+) (\d+)/.exec(
      new TextDecoder('latin1').decode(bench.read(`${id}.ppm`).subarray(0, 128)),
    );
    const [width, height] = [Number(header?.[1]), Number(header?.[2])];
    if (size) expect([width, height]).toEqual(size);
    const pixels = bench.read(`${id}.ppm`).subarray(-width * height * 3);
    expect(pixels.some((value) => value < 100)).toBe(true);
  });

  it('farbfeld matches its specification', async () => {
    const { bytes } = await write('farbfeld', testPicture(2, 1));
    const view = new DataView(bytes.buffer);
    expect([new TextDecoder().decode(bytes.subarray(0, 8)), view.getUint32(8), view.getUint32(12), bytes.length]).toEqual([
      'farbfeld',
      2,
      1,
      32,
    ]);
    const { data } = testPicture(2, 1);
    expect(Array.from(data, (_, index) => view.getUint16(16 + index * 2))).toEqual(Array.from(data, (value) => value * 257));
  });

  it('a PostScript page fits an image of any size', async () => {
    const { bytes } = await write('ps', testPicture(3000, 1000));
    const box = /%%BoundingBox: +0 +0 (\d+) (\d+)/.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 2000)));
    expect(Number(box?.[1])).toBeLessThanOrEqual(612);
    expect(Number(box?.[2])).toBeLessThanOrEqual(792);
  });

  it('warns about reduced colours', async () => {
    expect((await write('pgm', testPicture(WIDTH, HEIGHT))).warnings).toEqual(['colours-reduced']);
    expect((await write('ppm', testPicture(WIDTH, HEIGHT))).warnings).toEqual([]);
  });

  it('keeps the resolution and honours quality', async () => {
    const { file } = await write('miff', testPicture(WIDTH, HEIGHT), {}, { dpi: 300 });
    const { outputs } = await convertWith(magick, { input: file, from: 'miff', to: 'raster' });
    expect((await framesOf(outputs[0].content)).raster.dpi).toBeCloseTo(300, 0);
    const high = await write('jp2', testPicture(256, 256));
    const low = await write('jp2', testPicture(256, 256), { quality: 'low' });
    expect(low.bytes.length).toBeLessThan(high.bytes.length);
  });

  it('writes every frame of an animation to one MNG', async () => {
    const pictures = [testPicture(WIDTH, HEIGHT), testPicture(WIDTH, HEIGHT, { squareAt: 30 })];
    const input = sequenceRaster({
      kind: 'animation',
      frameCount: 2,
      loopCount: 0,
      async *frames() {
        for (const pixels of pictures) yield frameOf(pixels, 200);
      },
    });
    const written = await convertWith(magick, { input, from: 'raster', to: 'mng' });
    const [{ content }] = written.outputs;
    const again = await convertWith(magick, { input: content, from: 'mng', to: 'raster' });
    const { frames } = await framesOf(again.outputs[0].content);
    expect(frames.map(({ durationMs }) => durationMs)).toEqual([200, 200]);
    expect(meanError(frames[1]?.read ?? testPicture(1, 1), testPicture(WIDTH, HEIGHT, { squareAt: 30 }))).toBeLessThan(EXACT);
  });
});
