import { extractMetadata } from '@bakkum/image-metadata/extract';
import { frameOf, sequenceRaster, stillRaster } from '@bakkum/raster/construct';
import { toDepth16 } from '@bakkum/raster/depth';
import type { Pixels } from '@bakkum/raster/raster';
import { contextFor, convertWith, fixture } from '@bakkum/tests/engine-context';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { framesOf, meanError, testPicture } from '@bakkum/tests/test-picture';
import { afterAll, describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const bmp = { engine, manifest };
const CONVERT = '/usr/bin/convert';
const hasMagick = hasProgram(CONVERT);
const bench = workbench();
afterAll(() => bench.dispose());

async function read(file: Blob, from = 'bmp') {
  const { outputs, warnings } = await convertWith(bmp, { input: file, from, to: 'raster' });
  const { raster, frames } = await framesOf(outputs[0].content);
  const [first] = frames;
  if (!first) throw new Error('no frame');
  return { raster, pixels: first.read, warnings: warnings.map(({ code }) => code) };
}

async function write(pixels: Pixels, options: Readonly<Record<string, string>> = {}, metadata = {}) {
  const raster = stillRaster(pixels, { width: pixels.width, height: pixels.height, metadata, dpi: 300 });
  const { outputs, warnings } = await convertWith(bmp, { input: raster, from: 'raster', to: 'bmp', options });
  const { content } = outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('not a file');
  const bytes = new Uint8Array(await content.arrayBuffer());
  return { file: content, bytes, warnings: warnings.map(({ code }) => code) };
}

const le16 = (...values: number[]) => values.flatMap((value) => [value & 255, (value >> 8) & 255]);
const le32 = (...values: number[]) => values.flatMap((value) => [...le16(value), ...le16(value >>> 16)]);

/** Builds a file with the common 40-byte header. */
function bitmap(
  given: { width: number; height: number; bits: number; compression?: number; behindHeader?: number[] },
  ...data: number[]
): Blob {
  const behind = given.behindHeader ?? [];
  const start = 54 + behind.length;
  const info = [...le32(40, given.width, given.height), ...le16(1, given.bits), ...le32(given.compression ?? 0, 0, 0, 0, 0, 0)];
  return new Blob([new Uint8Array([0x42, 0x4d, ...le32(start + data.length, 0, start), ...info, ...behind, ...data])]);
}

const colours = ({ data }: Pixels) =>
  [...new Uint32Array(data.buffer)].map((word) => (word & 0xffffff).toString(16).padStart(6, '0'));
/** Blue, green, red, reserved: 0 black, 1 red, 2 green, 3 blue; as RGB 000000, 0000ff, 00ff00, ff0000. */
const PALETTE = [0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0];
const [BLACK, RED, GREEN, BLUE] = ['000000', '0000ff', '00ff00', 'ff0000'];

describe('reading BMP', () => {
  it('decodes indexes of 1, 2, 4 and 8 bits, bottom-up', async () => {
    const behindHeader = PALETTE;
    const one = bitmap(
      { width: 3, height: 2, bits: 1, behindHeader: PALETTE.slice(0, 8) },
      0b0110_0000,
      0,
      0,
      0,
      0b1000_0000,
      0,
      0,
      0,
    );
    expect(colours((await read(one)).pixels)).toEqual([RED, BLACK, BLACK, BLACK, RED, RED]);
    const two = bitmap({ width: 5, height: 1, bits: 2, behindHeader }, 0b0001_1011, 0b0100_0000, 0, 0);
    expect(colours((await read(two)).pixels)).toEqual([BLACK, RED, GREEN, BLUE, RED]);
    const four = bitmap({ width: 3, height: 1, bits: 4, behindHeader: [...PALETTE, ...Array(48).fill(0)] }, 0x12, 0x30, 0, 0);
    expect(colours((await read(four)).pixels)).toEqual([RED, GREEN, BLUE]);
    const eight = bitmap({ width: 2, height: -2, bits: 8, behindHeader }, 1, 2, 0, 0, 3, 200, 0, 0);
    expect(colours((await read(eight)).pixels)).toEqual([RED, GREEN, BLUE, BLACK]);
  });

  it('decodes 16 bits with the default 5-5-5 layout or with masks', async () => {
    const plain = bitmap({ width: 2, height: 1, bits: 16 }, ...le16(0x7c00, 0x03e0));
    expect(colours((await read(plain)).pixels)).toEqual([RED, GREEN]);
    const masks = le32(0xf800, 0x7e0, 0x1f);
    const masked = bitmap({ width: 2, height: 1, bits: 16, compression: 3, behindHeader: masks }, ...le16(0xf800, 0x0400));
    const { pixels, raster } = await read(masked);
    expect([...pixels.data]).toEqual([255, 0, 0, 255, 0, Math.round((32 * 255) / 63), 0, 255]);
    expect(raster.mayHaveAlpha).toBe(false);
  });

  it('uses the fourth byte of 32 bits as alpha only if a mask declares it', async () => {
    const plain = await read(bitmap({ width: 1, height: 1, bits: 32 }, 1, 2, 3, 4));
    expect([...plain.pixels.data, plain.raster.mayHaveAlpha]).toEqual([3, 2, 1, 255, false]);
    const masks = le32(0xff0000, 0xff00, 0xff, 0xff000000);
    const masked = await read(bitmap({ width: 1, height: 1, bits: 32, compression: 6, behindHeader: masks }, 1, 2, 3, 4));
    expect([...masked.pixels.data, masked.raster.mayHaveAlpha]).toEqual([3, 2, 1, 4, true]);
    const unseen = await read(bitmap({ width: 1, height: 1, bits: 32, compression: 6, behindHeader: masks }, 1, 2, 3, 0));
    expect([...unseen.pixels.data, unseen.raster.mayHaveAlpha]).toEqual([3, 2, 1, 255, false]);
  });

  it('warns when 10-bit colours are reduced to 8', async () => {
    const masks = le32(0x3ff00000, 0xffc00, 0x3ff);
    const { pixels, warnings } = await read(
      bitmap({ width: 1, height: 1, bits: 32, compression: 3, behindHeader: masks }, ...le32(0x3ff00200)),
    );
    expect([...pixels.data]).toEqual([255, 0, 128, 255]);
    expect(warnings).toEqual(['depth-reduced']);
  });

  it('expands runs, literals, jumps and ends of rows', async () => {
    const behindHeader = PALETTE;
    const code8 = [2, 1, 0, 3, 2, 3, 1, 0, 0, 0, 0, 2, 1, 1, 1, 2, 0, 1];
    const eight = bitmap({ width: 5, height: 3, bits: 8, compression: 1, behindHeader }, ...code8);
    const row = (indexes: string) => [...indexes].map((index) => [BLACK, RED, GREEN, BLUE][Number(index)]);
    expect(colours((await read(eight)).pixels)).toEqual([...row('02000'), ...row('00000'), ...row('11231')]);
    const code4 = [5, 0x12, 0, 0, 0, 5, 0x32, 0x10, 0x10, 0, 0, 1];
    const four = bitmap(
      { width: 5, height: 2, bits: 4, compression: 2, behindHeader: [...PALETTE, ...Array(48).fill(0)] },
      ...code4,
    );
    expect(colours((await read(four)).pixels)).toEqual([...row('32101'), ...row('12121')]);
  });

  it('decodes OS/2 files with 3-byte palette entries', async () => {
    const info = [...le32(12), ...le16(2, 1, 1, 8)];
    const palette = Array.from({ length: 256 }, (_, index) => [index, 0, 255 - index]).flat();
    const start = 14 + info.length + palette.length;
    const head = [0x42, 0x4d, ...le32(0, 0, start), ...info, ...palette];
    expect([...(await read(new Blob([new Uint8Array([...head, 0, 255, 0, 0])]))).pixels.data]).toEqual([
      255, 0, 0, 255, 0, 0, 255, 255,
    ]);
  });

  it('decodes the first bitmap of an OS/2 array', async () => {
    const image = bitmap({ width: 1, height: 1, bits: 24 }, 1, 2, 3, 0);
    const bytes = [...new Uint8Array(await image.arrayBuffer())];
    const entry = (next: number) => [0x42, 0x41, ...le32(40, next), 0, 0, 0, 0];
    const moved = (start: number) => [...bytes.slice(0, 10), ...le32(start + 54), ...bytes.slice(14)];
    const icon = [...entry(30), 0x43, 0x49, ...Array<number>(14).fill(0)];
    const array = new Blob([new Uint8Array([...icon, ...entry(0), ...moved(44)])]);
    expect(colours((await read(array)).pixels)).toEqual(['010203']);
    await expect(read(new Blob([new Uint8Array([...entry(0), 0x43, 0x49, ...bytes])]))).rejects.toMatchObject({
      code: 'unsupported-feature',
    });
  });

  it('decodes files without a file header', async () => {
    expect(meanError((await read(await fixture('images/dib.dib'), 'dib')).pixels, testPicture(64, 48))).toBe(0);
  });

  it('leaves embedded images of other formats to other engines', async () => {
    for (const compression of [4, 5, 12]) {
      const file = bitmap({ width: 1, height: 1, bits: 0, compression }, 1, 2, 3, 4);
      await expect(read(file)).rejects.toMatchObject({ code: 'unsupported-feature' });
    }
  });

  it('shows the rows that are present', async () => {
    const whole = (await write(testPicture(40, 40))).file;
    const { pixels, warnings } = await read(whole.slice(0, 54 + 120 * 10 + 60));
    expect(warnings).toEqual(['damaged-source']);
    expect([...pixels.data.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
    const bottom = { ...testPicture(40, 40), height: 10, data: testPicture(40, 40).data.slice(30 * 160) };
    expect(meanError({ depth: 8, width: 40, height: 10, data: new Uint8ClampedArray(pixels.data.slice(30 * 160)) }, bottom)).toBe(
      0,
    );
  });

  it('refuses or repairs a file truncated anywhere', async () => {
    const rle = bitmap({ width: 5, height: 1, bits: 8, compression: 1, behindHeader: PALETTE }, 5, 1, 0, 1);
    for (const whole of [await fixture('images/bmp.bmp'), rle]) {
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

  it.each([
    ['a size larger than memory', bitmap({ width: 60_000, height: 60_000, bits: 24 }, 1, 2, 3), 'too-large'],
    ['no size', bitmap({ width: 0, height: 5, bits: 24 }, 1, 2, 3), 'corrupt'],
    [
      'masks with holes',
      bitmap({ width: 1, height: 1, bits: 16, compression: 3, behindHeader: le32(0xf0f, 1, 2) }, 1, 2),
      'corrupt',
    ],
    ['a header of unknown length', new Blob([new Uint8Array([0x42, 0x4d, ...le32(0, 0, 54, 7, 1, 1)])]), 'corrupt'],
    ['something else', new Blob(['this is no picture, only words about one']), 'corrupt'],
  ])('refuses %s', async (_, file, code) => {
    await expect(read(file)).rejects.toMatchObject({ code });
  });
});

describe('writing BMP', () => {
  it('preserves pixels, opaque in 24 bits and transparent in 32', async () => {
    for (const [picture, bits] of [
      [testPicture(37, 21), 24],
      [testPicture(37, 21, { alpha: true }), 32],
    ] as const) {
      const { file, bytes, warnings } = await write({ ...picture, data: picture.data.slice() });
      expect([bytes[28], warnings]).toEqual([bits, []]);
      const back = await read(file);
      expect(meanError(back.pixels, picture)).toBe(0);
      expect([back.raster.dpi, back.raster.mayHaveAlpha]).toEqual([300, bits === 32]);
    }
  });

  it('flattens transparency onto the background on request', async () => {
    const { bytes, warnings } = await write(testPicture(8, 8, { alpha: true }), { transparency: 'flatten' });
    expect([bytes[28], warnings]).toEqual([24, []]);
  });

  it('warns about unsupported content and keeps the profile', async () => {
    const rgb16 = toDepth16(testPicture(8, 8));
    expect((await write(rgb16, {}, { exif: new Uint8Array(8) })).warnings).toEqual(['depth-reduced', 'metadata-dropped']);
    const { icc } = await extractMetadata(new Uint8Array(await (await fixture('heic/photo.heic')).arrayBuffer()), 'heic');
    const profile = icc ?? madeUpProfile();
    const { file } = await write(testPicture(9, 8), { metadata: 'strip' }, { icc: profile });
    const { raster, pixels } = await read(file);
    expect(raster.metadata.icc).toEqual(profile);
    expect(meanError(pixels, testPicture(9, 8))).toBe(0);
  });

  it('writes every frame of an animation on request', async () => {
    const raster = sequenceRaster({
      kind: 'animation',
      frameCount: 2,
      frames: async function* () {
        yield frameOf(testPicture(8, 8));
        yield frameOf(testPicture(8, 8));
      },
    });
    const { outputs } = await convertWith(bmp, { input: raster, from: 'raster', to: 'bmp', options: { frames: 'all' } });
    expect(outputs.map(({ label }) => label)).toEqual(['frame-001', 'frame-002']);
  });

  it('stops when cancelled, and reports monotonic progress', async () => {
    const input = await fixture('images/bmp.bmp');
    await expect(convertWith(bmp, { input, from: 'bmp', to: 'raster' }, AbortSignal.abort())).rejects.toMatchObject({
      name: 'AbortError',
    });
    const large = (await write(testPicture(300, 300))).file;
    const seen: number[] = [];
    const context = { ...contextFor(manifest), onProgress: (fraction: number) => seen.push(fraction) };
    await engine.convert({ inputs: [large], from: 'bmp', to: 'raster', options: {} }, context);
    expect(seen.length).toBeGreaterThan(3);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBeLessThanOrEqual(1);
  });
});

/** The minimum that counts as an RGB profile: a header. */
function madeUpProfile(): Uint8Array<ArrayBuffer> {
  const profile = new Uint8Array(140);
  profile.set(new TextEncoder().encode('RGB '), 16);
  profile.set(new TextEncoder().encode('acsp'), 36);
  return profile;
}

describe.skipIf(!hasMagick)('comparison with native ImageMagick', () => {
  const rawOf = (name: string): Uint8ClampedArray<ArrayBuffer> => {
    bench.run(CONVERT, name, '-depth', '8', 'RGBA:raw.rgba');
    return new Uint8ClampedArray(bench.read('raw.rgba').slice());
  };

  it.each([
    ['true colours', ['BMP3:a.bmp']],
    ['an alpha mask', ['-alpha', 'set', '-channel', 'A', '-evaluate', 'set', '40%', 'a.bmp']],
    ['a palette', ['-colors', '200', '-type', 'Palette', 'BMP3:a.bmp']],
    ['sixteen colours', ['-colors', '12', '-type', 'Palette', 'BMP3:a.bmp']],
    ['two colours', ['-monochrome', 'BMP3:a.bmp']],
    ['run lengths', ['-colors', '20', '-type', 'Palette', '-compress', 'RLE', 'BMP3:a.bmp']],
    ['OS/2', ['-colors', '64', '-type', 'Palette', 'BMP2:a.bmp']],
    ['565', ['-define', 'bmp:subtype=RGB565', 'BMP3:a.bmp']],
  ])('reads %s from ImageMagick identically', async (_, args) => {
    bench.run(CONVERT, '-size', '67x43', 'gradient:#ff8000-#0020ff', '-fill', 'green', '-draw', 'circle 20,20 30,20', ...args);
    const { pixels } = await read(new Blob([bench.read('a.bmp')]));
    const native: Pixels = { depth: 8, width: 67, height: 43, data: rawOf('a.bmp') };
    expect(meanError(pixels, native)).toBeLessThan(0.01);
  });

  it('writes files ImageMagick reads identically', async () => {
    for (const picture of [testPicture(37, 21), testPicture(37, 21, { alpha: true })]) {
      const { bytes } = await write({ ...picture, data: picture.data.slice() }, {}, { icc: madeUpProfile() });
      bench.write('b.bmp', bytes);
      expect(meanError({ depth: 8, width: 37, height: 21, data: rawOf('b.bmp') }, picture)).toBe(0);
      expect(bench.run('identify', '-format', '%m %wx%h %x %U', 'b.bmp')).toMatch(/^BMP 37x21 118(\.1\d*)? PixelsPerCentimeter/);
    }
  });
});
