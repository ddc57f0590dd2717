import { deflateSync, gzipSync } from 'node:zlib';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { framesOf, meanError, testPicture } from '@bakkum/tests/test-picture';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function read(input: Blob, from: string) {
  const { outputs } = await convertWith({ engine, manifest }, { input, from, to: 'raster' });
  const { raster, frames } = await framesOf(outputs[0].content);
  return { raster, pictures: frames.map((frame) => frame.read) };
}

async function readOne(input: Blob, from: string) {
  const [first] = (await read(input, from)).pictures;
  if (!first) throw new Error('no picture');
  return first;
}

const reds = (data: ArrayLike<number>): number[] => Array.from({ length: data.length / 4 }, (_, index) => data[index * 4] ?? 0);
const be32 = (...values: number[]): number[] =>
  values.flatMap((value) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
const file = (...parts: readonly (string | readonly number[] | Uint8Array<ArrayBuffer>)[]): Blob =>
  new Blob(parts.map((part) => (typeof part === 'string' || part instanceof Uint8Array ? part : new Uint8Array(part))));

describe('XWD', () => {
  it('reads a true-colour dump', async () => {
    expect(meanError(await readOne(await fixture('images/xwd.xwd'), 'xwd'), testPicture(64, 48))).toBe(0);
  });

  it('reads indexes through the colour map, least significant bit first if declared', async () => {
    const header = be32(100, 7, 2, 1, 3, 2, 0, 0, 8, 0, 8, 1, 1, 3, 0, 0, 0, 8, 2, 2, 3, 2, 0, 0, 0);
    const map = [...be32(0), 0, 0, 0, 0, 0, 0, 7, 0, ...be32(1), 255, 255, 128, 0, 64, 0, 7, 0];
    const pixels = await readOne(file(header, map, [0b101, 0b010]), 'xwd');
    expect([...pixels.data.subarray(0, 8)]).toEqual([255, 128, 64, 255, 0, 0, 0, 255]);
    expect(reds(pixels.data)).toEqual([255, 0, 255, 0, 255, 0]);
  });

  it('refuses a truncated dump', async () => {
    const whole = await fixture('images/xwd.xwd');
    await expect(read(whole.slice(0, 5000), 'xwd')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(read(whole.slice(0, 50), 'xwd')).rejects.toMatchObject({ code: 'corrupt' });
  });
});

describe('Sun raster', () => {
  const header = (width: number, height: number, depth: number, type: number, mapLength: number) =>
    be32(0x59a66a95, width, height, depth, 0, type, mapLength > 0 ? 1 : 0, mapLength);

  it('reads native ImageMagick output', async () => {
    expect(meanError(await readOne(await fixture('images/sun.ras'), 'sun'), testPicture(64, 48))).toBe(0);
  });

  it('reads run-length coded bits with 1 as ink', async () => {
    const pixels = await readOne(file(header(16, 3, 1, 2, 0), [0x80, 3, 0xff, 0x80, 0, 0x01]), 'sun');
    expect(reds(pixels.data)).toEqual([...Buffer.alloc(33, 0), ...Buffer.alloc(14, 255), 0]);
  });

  it('reads indexes through a palette', async () => {
    const pixels = await readOne(file(header(2, 1, 8, 1, 6), [10, 20, 30, 40, 50, 60], [1, 0]), 'sun');
    expect([...pixels.data]).toEqual([20, 40, 60, 255, 10, 30, 50, 255]);
  });

  it('refuses missing rows', async () => {
    await expect(read(file(header(100, 100, 24, 1, 0), [1, 2, 3]), 'sun')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(read(file(header(60_000, 60_000, 24, 1, 0)), 'sun')).rejects.toMatchObject({ code: 'too-large' });
  });
});

describe('XPM', () => {
  const source = (...lines: string[]) =>
    file(`/* XPM */\nstatic char *x[] = {\n${lines.map((line) => `"${line}"`).join(',\n')}\n};\n`);

  it('reads colours in every notation, and transparency', async () => {
    const escaped = source('4 1 4 2', 'aa c None', 'b  m white c #f00', 'cc s name c #00008000ffff', '.. c gray', 'aab cc..');
    expect([...(await readOne(escaped, 'xpm')).data]).toEqual([0, 0, 0, 0, 255, 0, 0, 255, 0, 128, 255, 255, 190, 190, 190, 255]);
  });

  it('reads native ImageMagick output', async () => {
    expect(meanError(await readOne(await fixture('images/xpm.xpm'), 'xpm'), testPicture(64, 48))).toBeLessThan(8);
  });

  it('leaves rare colour names to another engine, refuses undefined colours', async () => {
    await expect(read(source('1 1 1 1', 'a c papaya whip', 'a'), 'xpm')).rejects.toMatchObject({ code: 'unsupported-feature' });
    await expect(read(source('1 1 1 1', 'a c #000000', 'b'), 'xpm')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(read(source('9 9 1 1', 'a c #000000'), 'xpm')).rejects.toMatchObject({ code: 'corrupt' });
  });
});

describe('FITS', () => {
  const cards = (...lines: string[]): string =>
    [...lines, 'END']
      .map((line) => line.padEnd(80))
      .join('')
      .padEnd(2880 * Math.ceil((lines.length + 1) / 36));
  const card = (keyword: string, value: string): string => `${keyword.padEnd(8)}= ${value.padStart(20)}`;
  const floats = (...values: number[]): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(values.length * 4);
    for (const [index, value] of values.entries()) new DataView(bytes.buffer).setFloat32(index * 4, value);
    return bytes;
  };

  it('scales floating-point planes to the full range, rows bottom-up', async () => {
    const header = cards(
      'SIMPLE  =                    T',
      card('BITPIX', '-32'),
      card('NAXIS', '3'),
      card('NAXIS1', '2'),
      card('NAXIS2', '2'),
      card('NAXIS3', '2'),
    );
    const { raster, pictures } = await read(file(header, floats(-1, 0, 1, 3, 3, Number.NaN, -1, -1)), 'fits');
    expect([raster.kind, raster.frameCount]).toEqual(['pages', 2]);
    expect(pictures.map(({ depth, data }) => [depth, reds(data)])).toEqual([
      [16, [32_768, 65_535, 0, 16_384]],
      [16, [0, 0, 65_535, 0]],
    ]);
  });

  it('keeps faint differences visible beside bright points', async () => {
    const header = cards(
      'SIMPLE  =                    T',
      card('BITPIX', '-32'),
      card('NAXIS', '2'),
      card('NAXIS1', '200'),
      card('NAXIS2', '1'),
    );
    const sky = Array.from({ length: 199 }, (_, index) => index % 10);
    const [pixels] = (await read(file(header, floats(...sky, 100_000)), 'fits')).pictures;
    const levels = reds(pixels?.data ?? []);
    expect([levels[0], levels[199]]).toEqual([0, 65_535]);
    expect(levels[9]).toBeGreaterThan(4000);
    expect(levels.slice(0, 10)).toEqual([...new Set(levels.slice(0, 10))].sort((a, b) => a - b));
  });

  it.each([
    ['a gradient', [0, 1, 2, 4], [0, 16_384, 32_768, 65_535]],
    ['faint stars', [...Array.from({ length: 199 }, (_, index) => index % 10), 100_000], undefined],
    ['one value', [3, 3, 3, 3], [0, 0, 0, 0]],
  ])('shows infinite values as white or black beside %s', async (_, values, levels) => {
    const header = cards(
      'SIMPLE  =                    T',
      card('BITPIX', '-32'),
      card('NAXIS', '2'),
      card('NAXIS1', String(values.length + 2)),
      card('NAXIS2', '1'),
    );
    const all = floats(...values, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);
    const shown = reds((await readOne(file(header, all), 'fits')).data);
    expect(shown.slice(-2)).toEqual([65_535, 0]);
    if (levels) expect(shown.slice(0, -2)).toEqual(levels);
    else expect(shown[9]).toBeGreaterThan(4000);
  });

  it('uses the range in the header, in physical units', async () => {
    const header = cards(
      'SIMPLE  =                    T',
      card('BITPIX', '16'),
      card('NAXIS', '2'),
      card('NAXIS1', '2'),
      card('NAXIS2', '1'),
      card('BZERO', '32768'),
      card('DATAMIN', '32768'),
      card('DATAMAX', '32868'),
    );
    const [pixels] = (await read(file(header, [0, 0, 0, 50]), 'fits')).pictures;
    expect(reds(pixels?.data ?? [])).toEqual([0, 32_768]);
  });

  it.each([
    ['as wide as the picture says', [0, 1, 0, 2], [0, 3, 0, 5]],
    ['stored wider', [0, 0, 0, 1, 0, 0, 0, 2], [0, 0, 0, 3, 0, 0, 0, 5]],
  ])('decodes tiles compressed with gzip, %s', async (_, ...samples) => {
    const rows = samples.map((row) => gzipSync(new Uint8Array(row)));
    const empty = cards('SIMPLE  =                    T', card('BITPIX', '8'), card('NAXIS', '0'));
    const heap = rows.reduce((sum, row) => sum + row.length, 0);
    const table = cards(
      "XTENSION= 'BINTABLE'",
      card('BITPIX', '8'),
      card('NAXIS', '2'),
      card('NAXIS1', '8'),
      card('NAXIS2', '2'),
      card('PCOUNT', String(heap)),
      card('GCOUNT', '1'),
      card('TFIELDS', '1'),
      "ZCMPTYPE= 'GZIP_1  '",
      card('ZIMAGE', 'T'),
      card('ZBITPIX', '16'),
      card('ZNAXIS', '2'),
      card('ZNAXIS1', '2'),
      card('ZNAXIS2', '2'),
      card('ZTILE1', '2'),
    );
    const descriptors = be32(rows[0]?.length ?? 0, 0, rows[1]?.length ?? 0, rows[0]?.length ?? 0);
    const [pixels] = (await read(file(empty, table, descriptors, ...rows.map((row) => new Uint8Array(row))), 'fits')).pictures;
    expect(reds(pixels?.data ?? [])).toEqual([32_768, 65_535, 0, 16_384]);
  });

  it('reads native ImageMagick output', async () => {
    const pixels = await readOne(await fixture('images/fits.fits'), 'fits');
    expect([pixels.width, pixels.height]).toEqual([64, 48]);
  });

  it('refuses files without an image, or with half of one', async () => {
    const header = cards(
      'SIMPLE  =                    T',
      card('BITPIX', '8'),
      card('NAXIS', '2'),
      card('NAXIS1', '90'),
      card('NAXIS2', '90'),
    );
    await expect(read(file(header, [1, 2]), 'fits')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(read(file(cards('SIMPLE  =                    T', card('NAXIS', '0'))), 'fits')).rejects.toMatchObject({
      code: 'unsupported-feature',
    });
    await expect(read(file('SIMPLE  ='), 'fits')).rejects.toMatchObject({ code: 'unsupported-feature' });
    await expect(read(file(''), 'fits')).rejects.toMatchObject({ code: 'empty' });
  });
});

describe('small formats', () => {
  it.each([
    ['gbr', 'gbr.gbr', 0],
    ['gimp-pattern', 'gimp-pattern.pat', 0],
    ['ifunc-im', 'ifunc-im.im', 0],
    ['gd', 'gd.gd', 3],
    ['ilbm', 'ilbm.iff', 0],
    ['xisf', 'xisf.xisf', 0],
    ['sixel', 'sixel.six', 5],
  ])('are read completely, and refused if truncated: %s', async (format, name, most) => {
    const whole = await fixture(`images/${name}`);
    expect(meanError(await readOne(whole, format), testPicture(64, 48))).toBeLessThanOrEqual(most);
    await expect(read(whole.slice(0, whole.size / 2), format)).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('with ink densities become black with matching opacity', async () => {
    const brush = file(be32(28, 2, 2, 1, 1), 'GIMP', be32(10), [0, 200]);
    expect([...(await readOne(brush, 'gbr')).data]).toEqual([0, 0, 0, 0, 0, 0, 0, 200]);
  });

  it('are read from the compressed tiles of GD2', async () => {
    const pixels = [127, 0, 0, 0, 0, 10, 20, 30, 0, 1, 2, 3, 63, 4, 5, 6];
    const packed = [deflateSync(Uint8Array.from(pixels.slice(0, 8))), deflateSync(Uint8Array.from(pixels.slice(8)))];
    const [first = packed[0], second = packed[1]] = packed;
    if (!first || !second) throw new Error('nothing packed');
    const words = (...values: number[]): number[] => values.flatMap((value) => [value >> 8, value & 255]);
    const start = 18 + 16 + 5;
    const table = [...be32(start, first.length), ...be32(start + first.length, second.length)];
    const header = words(2, 2, 2, 1, 4, 2, 2);
    const four = [...table, ...table];
    const given = file(
      'gd2\0',
      header,
      four,
      [1],
      be32(0xffffffff),
      new Uint8Array(16),
      new Uint8Array(first),
      new Uint8Array(second),
    );
    await expect(read(given, 'gd')).rejects.toMatchObject({ code: 'corrupt' });
    const tall = file(
      'gd2\0',
      words(2, 1, 4, 2, 4, 1, 2),
      table,
      [1],
      be32(0xffffffff),
      new Uint8Array(first),
      new Uint8Array(second),
    );
    expect([...(await readOne(tall, 'gd')).data]).toEqual([0, 0, 0, 0, 10, 20, 30, 255, 1, 2, 3, 255, 4, 5, 6, 129]);
  });

  it('are read from IFUNC through a palette, bottom-up', async () => {
    const header = 'Image type: Greyscale image\r\nImage size (x*y): 1*2\r\nLut: 1\r\n\x1a';
    const palette = new Uint8Array(768).map((_, at) => (at < 256 ? at : at < 512 ? 7 : 255 - (at - 512)));
    const image = file(header.padEnd(512, '\0'), palette, [10, 200]);
    expect([...(await readOne(image, 'ifunc-im')).data]).toEqual([200, 7, 55, 255, 10, 7, 245, 255]);
  });
});

describe('images of historic systems', () => {
  const bitmap = (planes: number, mode: number, map: readonly number[], body: readonly number[], masking = 0) => {
    const chunk = (name: string, content: readonly number[]) => [
      ...[...name].map((sign) => sign.charCodeAt(0)),
      ...be32(content.length),
      ...content,
    ];
    const header = [0, 3, 0, 1, 0, 0, 0, 0, planes, masking, 0, 0, 0, 0, 1, 1, 0, 3, 0, 1];
    return file(
      'FORM',
      be32(0),
      'ILBM',
      chunk('BMHD', header),
      chunk('CMAP', map),
      chunk('CAMG', be32(mode)),
      chunk('BODY', body),
    );
  };

  it('decode hold-and-modify', async () => {
    // Palette red, then full blue, then full green: codes 00, 01 and 11 above four bits.
    const rows = [0b011, 0b011, 0b011, 0b011, 0b011, 0b001].flatMap((bits) => [bits << 5, 0]);
    const { data } = await readOne(bitmap(6, 0x800, [200, 0, 0, 0, 0, 0], rows), 'ilbm');
    expect([...data]).toEqual([200, 0, 0, 255, 200, 0, 255, 255, 200, 255, 255, 255]);
  });

  it('decode half-bright colours and a transparent colour', async () => {
    const rows = [0b010, 0, 0, 0, 0, 0b001].flatMap((bits) => [bits << 5, 0]);
    const map = [200, 100, 50, 10, 20, 30, ...Array.from({ length: 90 }, () => 0)];
    const { data } = await readOne(bitmap(6, 0x80, map, rows, 2), 'ilbm');
    expect([...data]).toEqual([200, 100, 50, 0, 10, 20, 30, 255, 100, 50, 25, 255]);
  });

  it('decode terminal graphics with repeats, returns and continued lines', async () => {
    const sixels = '\u001bPq"1;1;3;7#1;2;100;0;0#1!3@$#2;1;120;50;100A-@\u001b\\';
    const { width, height, data } = await readOne(file(sixels), 'sixel');
    expect([width, height]).toEqual([3, 7]);
    const at = (x: number, y: number) => [...data.subarray((y * 3 + x) * 4, (y * 3 + x) * 4 + 4)];
    expect([at(0, 0), at(2, 0), at(0, 1), at(1, 1), at(0, 6)]).toEqual([
      [255, 0, 0, 255],
      [255, 0, 0, 255],
      [255, 0, 0, 255],
      [0, 0, 0, 0],
      [255, 0, 0, 255],
    ]);
  });

  it('decode astronomical floating-point samples within their bounds', async () => {
    const header =
      '<xisf><Image geometry="2:1:1" sampleFormat="Float32" bounds="0:2" colorSpace="Gray" location="inline:base64">AAAAAAAAgD8=</Image></xisf>';
    const image = file('XISF0100', [header.length, 0, 0, 0, 0, 0, 0, 0], header);
    const { data, depth } = await readOne(image, 'xisf');
    expect([depth, ...data]).toEqual([16, 0, 0, 0, 65_535, 32_768, 32_768, 32_768, 65_535]);
  });
});
