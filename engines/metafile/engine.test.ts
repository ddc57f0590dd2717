import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { convertWith } from '../../tests/engine-context.ts';
import { hasProgram, workbench } from '../../tests/native.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const bench = workbench();
afterAll(() => bench.dispose());

const words = (...values: readonly number[]): Uint8Array<ArrayBuffer> => new Uint8Array(Uint16Array.from(values).buffer);
const longs = (...values: readonly number[]): Uint8Array<ArrayBuffer> => new Uint8Array(Int32Array.from(values).buffer);
const joined = (parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

/** A WMF record: size in words, function, parameters. */
function record(code: number, ...parameters: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const body = joined(parameters);
  return joined([longs(3 + body.length / 2), words(code), body]);
}

const END = record(0);
const PLACEABLE = [0xcdd7, 0x9ac6, 0, 0, 0, 200, 100, 96, 0, 0];

/** "Ag" in 20-unit Arial, underlined and struck through, at 40,30 with a yellow background box. */
function lettering(align: number, escapement: number, ...advances: readonly number[]): readonly Uint8Array<ArrayBuffer>[] {
  const font = [
    ...words(0xffec, 0, escapement, escapement, 400),
    0,
    1,
    1,
    0,
    0,
    0,
    0,
    0,
    ...'Arial\0'.split('').map((c) => c.charCodeAt(0)),
  ];
  return [
    record(0x012e, words(align)),
    record(0x0201, longs(0x00ffff)), // background colour
    record(0x02fb, Uint8Array.from(font)), // object 3
    record(0x012d, words(3)),
    record(0x0a32, words(30, 40, 2, 0), Uint8Array.of(0x41, 0x67), words(...advances)),
    END,
  ];
}

/** 200 × 100 at 96 per inch: a red rectangle without outline on the left, "안녕" with a Korean character set on the right. */
function drawing(...more: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const font = [...words(0xffec, 0, 0, 0, 400), 0, 0, 0, 129, 0, 0, 0, 0, ...'Gulim'.split('').map((c) => c.charCodeAt(0)), 0];
  const records = [
    record(0x020b, words(0, 0)), // window origin
    record(0x020c, words(100, 200)), // window extent: height, width
    record(0x02fc, words(0, 0x00ff, 0, 0)), // solid red brush, object 0
    record(0x02fa, words(5, 0, 0, 0, 0)), // no pen, object 1
    record(0x012d, words(0)),
    record(0x012d, words(1)),
    record(0x041b, words(80, 90, 20, 10)), // rectangle: bottom, right, top, left
    record(0x02fb, Uint8Array.from(font)), // object 2
    record(0x012d, words(2)),
    record(0x0a32, words(40, 110, 4, 0), Uint8Array.of(0xbe, 0xc8, 0xb3, 0xe7)), // 안녕 in code page 949
    ...more,
  ];
  const checksum = PLACEABLE.reduce((sum, word) => sum ^ word, 0);
  const body = joined(records);
  return joined([
    words(...PLACEABLE, checksum),
    words(1, 9, 0x300),
    longs((18 + body.length) / 2),
    words(3),
    longs(16),
    words(0),
    body,
  ]);
}

/** An EMF with one blue rectangle, 100 × 50 pixels on a device with 100 pixels per inch. */
function enhanced(): Uint8Array<ArrayBuffer> {
  const record32 = (type: number, ...values: readonly number[]) => longs(type, 8 + values.length * 4, ...values);
  const records = [
    record32(39, 1, 0, 0xff0000, 0), // solid brush 1, blue
    record32(37, 1), // select it
    record32(37, 0x80000008 | 0), // no pen
    record32(43, 0, 0, 100, 50),
    record32(14, 0, 16, 20),
  ];
  const size = 88 + records.reduce((sum, { length }) => sum + length, 0);
  const header = [
    0,
    0,
    99,
    49,
    0,
    0,
    2540,
    1270,
    0x464d4520,
    0x10000,
    size,
    records.length + 1,
    2,
    0,
    0,
    0,
    1000,
    1000,
    254,
    254,
  ];
  return joined([longs(1, 88, ...header), ...records]);
}

async function toSvg(input: Blob, from = 'wmf') {
  const { outputs, warnings } = await convertWith({ engine, manifest }, { input, from, to: 'svg' });
  if (!(outputs[0].content instanceof Blob)) throw new TypeError('SVG is a file');
  return { markup: await outputs[0].content.text(), warnings: warnings.map(({ code }) => code) };
}

const whole = () => drawing(END);
const rsvg = hasProgram('rsvg-convert') && hasProgram('identify');

function pixelsOf(markup: string, ...at: readonly string[]): string {
  bench.write('drawn.svg', markup);
  bench.run('rsvg-convert', 'drawn.svg', '--background-color', 'white', '--output', 'drawn.png');
  return bench.run('identify', '-format', ['%wx%h', ...at.map((place) => `%[hex:p{${place}}]`)].join(' '), 'drawn.png');
}

describe('metafiles', () => {
  it('keep text as text, in its character set', async () => {
    const { markup, warnings } = await toSvg(new Blob([whole()]));
    expect(markup).toMatch(/<text[^>]*>안녕</);
    expect(warnings).toEqual(['fonts-substituted']);
  });

  it.each<readonly [string, number, number, readonly number[], string, string, string]>([
    ['aligned at its top', 0, 0, [], '40 30', '40 50', '40 42'],
    ['aligned at its top, with character spacing', 0, 0, [15, 15], '40 30', '40 50', '40 42'],
    ['aligned at its baseline', 24, 0, [], '40 10', '40 32', '40 24'],
    ['aligned at its bottom', 8, 0, [], '40 10', '40 28', '40 20'],
    ['aligned at its top and rotated upwards', 0, 900, [], '40 30', '60 30', '52 30'],
  ])('place box and lines at the text: %s', async (_, align, escapement, advances, box, under, through) => {
    const { markup } = await toSvg(new Blob([drawing(...lettering(align, escapement, ...advances))]));
    expect(markup).toMatch(new RegExp(`d="M${box}l[^"]*" fill="#ffff00"/><text[^>]*>A`));
    expect(markup).toMatch(
      new RegExp(`g</text><path d="M${under}l[^"]*" fill="#000000"/><path d="M${through}l[^"]*" fill="#000000"/></svg>$`),
    );
  });

  it('produce the same drawing every time', async () => {
    expect(await toSvg(new Blob([whole()]))).toEqual(await toSvg(new Blob([whole()])));
  });

  it.skipIf(!rsvg)('look the same in another renderer', async () => {
    const { markup } = await toSvg(new Blob([whole()]));
    expect(pixelsOf(markup, '50,50', '50,10')).toMatch(/^200x100 FF0000\w* FFFFFF/);
  });

  it.skipIf(!rsvg)('of the enhanced type are drawn', async () => {
    const { markup, warnings } = await toSvg(new Blob([enhanced()]), 'emf');
    expect(pixelsOf(markup, '50,25')).toMatch(/^100x50 0000FF/);
    expect(warnings).toEqual([]);
  });

  it('are decompressed', async () => {
    const packed = new Blob([whole()]).stream().pipeThrough(new CompressionStream('gzip'));
    const { markup } = await toSvg(await new Response(packed).blob(), 'emz');
    expect(markup).toBe((await toSvg(new Blob([whole()]))).markup);
  });

  it('are drawn up to the cut if truncated, with a warning', async () => {
    const { markup, warnings } = await toSvg(new Blob([whole().subarray(0, -24)]));
    expect(markup).toMatch(/ff0000|red|rgb\(255/i);
    expect(warnings).toEqual(['damaged-source']);
  });
});

it.each([
  ['no bytes', new Blob([]), 'empty'],
  ['text', new Blob(['hello, metafile']), 'corrupt'],
  ['only a header', new Blob([whole().subarray(0, 40)]), 'corrupt'],
  ['only an enhanced header', new Blob([enhanced().subarray(0, 88)]), 'corrupt'],
  ['damaged compressed data', new Blob([Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8)]), 'corrupt'],
])('refuses %s', async (_, input, code) => {
  await expect(toSvg(input)).rejects.toMatchObject({ code });
});

it('return a drawing or a typed error for damaged files', async () => {
  // The library logs each unknown record.
  const quiet = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => quiet.mockRestore());
  for (const original of [whole(), enhanced()]) {
    for (let at = 0; at < original.length; at += 3) {
      const damaged = original.slice();
      damaged.fill(0xff, at, at + 2);
      const answer = await toSvg(new Blob([damaged])).catch((thrown: unknown) => thrown);
      if (answer instanceof Error) expect(answer).toMatchObject({ code: expect.stringMatching(/corrupt|too-large/) });
      else expect(answer).toMatchObject({ markup: expect.stringMatching(/^<svg /) });
    }
  }
});
