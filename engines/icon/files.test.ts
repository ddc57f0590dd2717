/** Icon files built byte by byte: every type of embedded image, and malformed files. */

import type { Bytes } from '@bakkum/bytes/bytes';
import { stillRaster } from '@bakkum/raster/construct';
import { encodePng } from '@bakkum/raster/png-file';
import { convertWith } from '@bakkum/tests/engine-context';
import { framesOf, testPicture } from '@bakkum/tests/test-picture';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';
import { packRuns, unpackRuns } from './run-lengths.ts';

const u16 = (...values: readonly number[]): number[] => values.flatMap((value) => [value & 255, value >>> 8]);
const u32 = (...values: readonly number[]): number[] => values.flatMap((value) => [...u16(value & 0xffff), ...u16(value >>> 16)]);
const u32be = (value: number): number[] => u32(value).reverse();
const zeros = (length: number): number[] => Array.from({ length }, () => 0);
const latin1 = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

type Image = {
  readonly bytes: readonly number[];
  readonly side: number;
  readonly offset?: number;
  readonly point?: readonly number[];
};

/** Builds an icon (kind 1) or cursor (2) with square images. */
function icon(kind: number, images: readonly Image[], count = images.length): Bytes {
  let offset = 6 + 16 * images.length;
  const directory = images.flatMap(({ bytes, side, offset: given, point = [1, 32] }) => {
    const line = [side, side, 0, 0, ...u16(...point), ...u32(bytes.length, given ?? offset)];
    offset += bytes.length;
    return line;
  });
  return Uint8Array.from([...u16(0, kind, count), ...directory, ...images.flatMap(({ bytes }) => bytes)]);
}

type Bitmap = {
  readonly bits: number;
  readonly rows: readonly (readonly number[])[];
  readonly table?: readonly number[];
  readonly mask?: readonly (readonly number[])[];
  readonly compression?: number;
  readonly height?: number;
};

/** Builds a 2 × 2 bitmap: rows bottom-up, padded to four bytes here. */
function bitmap({ bits, rows, table = [], mask = [[0], [0]], compression = 0, height = 4 }: Bitmap): number[] {
  const padded = (lines: readonly (readonly number[])[]): number[] =>
    lines.flatMap((line) => [...line, ...zeros((4 - (line.length % 4)) % 4)]);
  const header = [...u32(40, 2, height), ...u16(1, bits), ...u32(compression, 0, 0, 0, 0, 0)];
  return [...header, ...table, ...padded(rows), ...padded(mask)];
}

async function read(bytes: Bytes, from = 'ico') {
  const { outputs, warnings } = await convertWith({ engine, manifest }, { input: new Blob([bytes]), from, to: 'raster' });
  const { frames } = await framesOf(outputs[0].content);
  const pictures = frames.map((frame) => ({ side: frame.width, data: [...frame.read.data] }));
  return {
    pictures,
    first: pictures[0]?.data ?? [],
    sides: pictures.map(({ side }) => side),
    warnings: warnings.map(({ code }) => code),
  };
}

const RED = [255, 0, 0, 255];
const GREEN = [0, 255, 0, 255];
const BLUE = [0, 0, 255, 255];
const CLEAR = [0, 0, 0, 0];
/** Palette of the tests: blue, red, green. */
const TABLE = [255, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0];

describe('embedded bitmaps', () => {
  const paletted = (bits: number) => [...TABLE, ...zeros(4 * (1 << bits) - TABLE.length)];
  const fields = [...u32(0xff, 0xff00, 0xff0000)];
  /** Top: red, green. Bottom: blue, masked out. */
  const mask = [[0x40], [0]];

  it.each<readonly [string, Bitmap]>([
    ['4 bits', { bits: 4, rows: [[0x00], [0x12]], table: paletted(4), mask }],
    [
      '8 bits',
      {
        bits: 8,
        rows: [
          [0, 0],
          [1, 2],
        ],
        table: paletted(8),
        mask,
      },
    ],
    ['16 bits', { bits: 16, rows: [u16(0x1f, 0), u16(0x7c00, 0x3e0)], mask }],
    [
      '24 bits',
      {
        bits: 24,
        rows: [
          [255, 0, 0, 0, 0, 0],
          [0, 0, 255, 0, 255, 0],
        ],
        mask,
      },
    ],
    [
      '32 bits without alpha',
      {
        bits: 32,
        rows: [
          [255, 0, 0, 0, 0, 0, 0, 0],
          [0, 0, 255, 0, 0, 255, 0, 0],
        ],
        mask,
      },
    ],
    [
      '32 bits with alpha',
      {
        bits: 32,
        rows: [
          [255, 0, 0, 255, 0, 0, 0, 0],
          [0, 0, 255, 255, 0, 255, 0, 255],
        ],
      },
    ],
    ['bit fields', { bits: 32, compression: 3, table: fields, rows: [u32(0xff0000, 0), u32(0xff, 0xff00)], mask }],
    [
      'rows from the top',
      {
        bits: 24,
        height: -4,
        rows: [
          [0, 0, 255, 0, 255, 0],
          [255, 0, 0, 0, 0, 0],
        ],
        mask: [[0], [0x40]],
      },
    ],
  ])('of %s', async (_, given) => {
    expect((await read(icon(1, [{ bytes: bitmap(given), side: 2 }]))).first).toEqual([...RED, ...GREEN, ...BLUE, ...CLEAR]);
  });

  it('of 1 bit', async () => {
    const bytes = bitmap({ bits: 1, rows: [[0x40], [0x80]], table: TABLE.slice(0, 8), mask });
    expect((await read(icon(1, [{ bytes, side: 2 }]))).first).toEqual([...RED, ...BLUE, ...BLUE, ...CLEAR]);
  });

  it('keep partial alpha regardless of the mask', async () => {
    const bytes = bitmap({
      bits: 32,
      rows: [
        [9, 8, 7, 6, 0, 0, 0, 0],
        [3, 2, 1, 128, 0, 0, 0, 255],
      ],
      mask: [[0xc0], [0xc0]],
    });
    expect((await read(icon(1, [{ bytes, side: 2 }]))).first).toEqual([1, 2, 3, 128, 0, 0, 0, 255, 7, 8, 9, 6, 0, 0, 0, 0]);
  });

  it('are opaque without a mask, if the height does not include one', async () => {
    const bytes = bitmap({
      bits: 24,
      height: 2,
      rows: [
        [255, 0, 0, 255, 0, 0],
        [0, 0, 255, 0, 255, 0],
      ],
      mask: [],
    });
    expect((await read(icon(1, [{ bytes, side: 2 }]))).first).toEqual([...RED, ...GREEN, ...BLUE, ...BLUE]);
  });

  it('in a cursor turn inverting pixels black', async () => {
    const table = [0, 0, 0, 0, 255, 255, 255, 0];
    const cursor = bitmap({ bits: 1, rows: [[0x80], [0x40]], table, mask: [[0xc0], [0x40]] });
    const { first, warnings } = await read(icon(2, [{ bytes: cursor, side: 2, point: [0, 0] }]), 'cur');
    expect(first).toEqual([0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, ...CLEAR]);
    expect(warnings).toEqual([]);
  });

  it('in a cursor lose the hotspot', async () => {
    const bytes = bitmap({
      bits: 24,
      rows: [
        [0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
      ],
    });
    expect((await read(icon(2, [{ bytes, side: 2, point: [1, 0] }]), 'cur')).warnings).toEqual(['metadata-dropped']);
  });

  it('with compression are skipped, with a warning if others are readable', async () => {
    const packed = bitmap({ bits: 8, compression: 1, rows: [[], []] });
    const plain = bitmap({
      bits: 24,
      rows: [
        [0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
      ],
    });
    expect(
      (
        await read(
          icon(1, [
            { bytes: packed, side: 2 },
            { bytes: plain, side: 2 },
          ]),
        )
      ).warnings,
    ).toEqual(['frames-dropped']);
    await expect(read(icon(1, [{ bytes: packed, side: 2 }]))).rejects.toMatchObject({ code: 'unsupported-feature' });
  });
});

it('of one size yield the one with the highest bit depth', async () => {
  const flat = (colour: readonly number[]) => [
    [...colour, ...colour],
    [...colour, ...colour],
  ];
  const deep = bitmap({ bits: 32, rows: flat([0, 0, 255, 255]) });
  const shallow = bitmap({ bits: 24, rows: flat([255, 0, 0]) });
  const { first, sides } = await read(
    icon(
      1,
      [shallow, deep, shallow].map((bytes) => ({ bytes, side: 2 })),
    ),
  );
  expect([sides, first.slice(0, 4)]).toEqual([[2], RED]);
});

const png = async (side: number): Promise<number[]> => [...(await encodePng(testPicture(side, side)))];
const element = (name: string, data: readonly number[]): number[] => [...latin1(name), ...u32be(data.length + 8), ...data];
const icns = (...elements: readonly (readonly number[])[]): Bytes => Uint8Array.from(element('icns', elements.flat()));

describe('ICNS elements', () => {
  const level = (value: number, count = 256): number[] => [...packRuns(new Uint8Array(count).fill(value))];

  it('with packed channels are decoded', async () => {
    const argb = [...latin1('ARGB'), ...level(128), ...level(1), ...level(2), ...level(3)];
    expect((await read(icns(element('ic04', argb)), 'icns')).first.slice(-4)).toEqual([1, 2, 3, 128]);
  });

  it('with packed and unpacked colours, with and without a mask, are decoded', async () => {
    const colours = element('is32', [...level(1), ...level(2), ...level(3)]);
    const plain = element(
      'is32',
      zeros(256).flatMap(() => [0, 1, 2, 3]),
    );
    const mask = element('s8mk', zeros(256).fill(77));
    expect((await read(icns(colours, mask), 'icns')).first.slice(-4)).toEqual([1, 2, 3, 77]);
    expect((await read(icns(colours), 'icns')).first.slice(-4)).toEqual([1, 2, 3, 255]);
    expect((await read(icns(mask, plain), 'icns')).first.slice(-4)).toEqual([1, 2, 3, 77]);
  });

  it('with PNG are decoded next to JPEG 2000', async () => {
    const jpeg2000 = [...u32be(12), ...latin1('jP  '), 13, 10, 0x87, 10];
    const { sides, warnings } = await read(icns(element('ic08', jpeg2000), element('ic07', await png(128))), 'icns');
    expect([sides, warnings]).toEqual([[128], ['frames-dropped']]);
    await expect(read(icns(element('ic08', jpeg2000)), 'icns')).rejects.toMatchObject({ code: 'unsupported-feature' });
    await expect(read(icns(element('ICN#', [1])), 'icns')).rejects.toMatchObject({ code: 'unsupported-feature' });
  });
});

it('restores samples after run-length coding', () => {
  const samples = Uint8Array.from({ length: 1000 }, (_, at) => (at % 7 < 3 ? at >> 6 : at * 31));
  const plain = Uint8Array.from([...samples, ...new Uint8Array(500), ...samples.subarray(0, 2)]);
  expect(unpackRuns(packRuns(plain), plain.length)).toEqual(plain);
  expect(packRuns(new Uint8Array(130))).toEqual(Uint8Array.of(255, 0));
});

describe('malformed icons', () => {
  const plain = bitmap({
    bits: 24,
    rows: [
      [0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0],
    ],
  });

  it.each<readonly [string, Bytes, string]>([
    ['no bytes', new Uint8Array(), 'empty'],
    ['no entries', icon(1, []), 'corrupt'],
    ['no icon', Uint8Array.from(latin1('hello, icon')), 'corrupt'],
    ['an entry outside the file', icon(1, [{ bytes: plain, side: 2, offset: 5000 }]), 'corrupt'],
    ['an entry at the maximum offset', icon(1, [{ bytes: plain, side: 2, offset: 0xffffffff }]), 'corrupt'],
    ['an entry in the directory', icon(1, [{ bytes: plain, side: 2, offset: 0 }]), 'corrupt'],
    ['a bitmap without a size', icon(1, [{ bytes: [...u32(40, 0, 4), ...plain.slice(12)], side: 2 }]), 'corrupt'],
    ['a bitmap of huge size', icon(1, [{ bytes: [...u32(40, 0x7fffffff, 0x7ffffffe), ...plain.slice(12)], side: 2 }]), 'corrupt'],
  ])('%s', async (_, bytes, code) => {
    await expect(read(bytes)).rejects.toMatchObject({ code });
  });

  it.each<readonly [string, Bytes, string]>([
    ['no bytes', new Uint8Array(), 'empty'],
    ['no elements', icns(), 'unsupported-feature'],
    ['no icon', Uint8Array.from(latin1('hello, icon')), 'corrupt'],
    ['an element without a length', icns([...latin1('ic07'), ...u32be(0)]), 'corrupt'],
    ['an element longer than the file', icns([...latin1('ic07'), ...u32be(0xffffffff)]), 'corrupt'],
    ['runs that end early', icns(element('is32', [255, 0])), 'corrupt'],
  ])('an ICNS: %s', async (_, bytes, code) => {
    await expect(read(bytes, 'icns')).rejects.toMatchObject({ code });
  });

  it('count entries with the same bytes as one image', async () => {
    const first = { bytes: plain, side: 2 };
    const other = { bytes: [], side: 2, offset: 6 + 2 * 16 };
    expect(await read(icon(1, [first, other]))).toMatchObject({ sides: [2], warnings: [] });
  });

  it('are read if they declare 65,535 entries and contain few', async () => {
    expect(await read(icon(1, [{ bytes: plain, side: 2 }], 65_535))).toMatchObject({ sides: [2], warnings: ['damaged-source'] });
  });

  it('with 65,535 overlapping entries', async () => {
    const header = (index: number) => [
      ...u32(40, 200 + (index % 50), 2 * (1 + (index % 4000))),
      ...u16(1, 1),
      ...u32(0, 0, 0, 0, 0, 0),
    ];
    const images = Array.from({ length: 65_535 }, (_, index) => ({ bytes: header(index), side: 2 }));
    await expect(read(icon(1, images))).rejects.toMatchObject({ code: 'too-large' });
  });

  it.each(['ico', 'icns'])(
    'an %s truncated at every tenth yields the complete images with a warning, or a typed error',
    async (to) => {
      const pixels = testPicture(64, 64, { alpha: true });
      const { outputs } = await convertWith({ engine, manifest }, { input: stillRaster(pixels, pixels), from: 'raster', to });
      if (!(outputs[0].content instanceof Blob)) throw new TypeError('an icon is a file');
      const whole = new Uint8Array(await outputs[0].content.arrayBuffer());
      const answers: string[] = [];
      for (let tenth = 1; tenth < 10; tenth += 1) {
        const cut = whole.slice(0, (whole.length * tenth) / 10);
        const answer = await read(cut, to).catch((thrown: unknown) => thrown);
        if (answer instanceof Error) expect(answer).toMatchObject({ code: 'corrupt' });
        else expect(answer).toMatchObject({ warnings: ['damaged-source'] });
        answers.push(answer instanceof Error ? 'refused' : 'read');
      }
      expect(answers.at(-1)).toBe('read');
    },
  );
});
