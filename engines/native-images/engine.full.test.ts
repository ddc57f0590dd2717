import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { blobOf, bytesOf, type ConvertResult, type EngineContext } from '@bakkum/conversion/engine';
import { DeclinedError } from '@bakkum/conversion/errors';
import { defaultsOf, type OptionValues } from '@bakkum/conversion/options';
import { embedMetadata } from '@bakkum/image-metadata/embed';
import { type ExtractableFormat, extractMetadata } from '@bakkum/image-metadata/extract';
import { srgbProfile } from '@bakkum/image-metadata/srgb-profile';
import { pngFile } from '@bakkum/raster/png-file';
import { type Pixels, rasterOf } from '@bakkum/raster/raster';
import { ENGINE_LOADERS } from '@bakkum/registry/engines.gen';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import { contextFor, convertWith, fixture } from '@bakkum/tests/engine-context';
import { nativeBench, openCanary, sandboxedTools } from '@bakkum/tests/native-context';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { argumentsFor, POLICY, POLICY_FILE, SOURCE } from './command.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const bench = nativeBench();
afterAll(() => bench.dispose());

const conversionOf = (from: string, to: string) =>
  manifest.conversions.find((each) => each.from.includes(from) && each.to.includes(to));

function convert(context: EngineContext, input: Blob, from: string, to: string, options: OptionValues = {}) {
  const values = { ...defaultsOf(conversionOf(from, to)?.options ?? {}), ...options };
  return engine.convert({ inputs: [input], from, to, options: values }, context);
}

const codeOf = (converted: Promise<ConvertResult>): Promise<unknown> =>
  converted.then(
    () => 'a result',
    (thrown: unknown) => {
      if (thrown instanceof DeclinedError) return 'declined';
      return thrown instanceof Error && 'code' in thrown ? thrown.code : thrown;
    },
  );

it('is unavailable if native programs are not allowed', async () => {
  expect(await codeOf(convert(contextFor(manifest), await fixture('png/rgb8.png'), 'png', 'jpeg'))).toBe('engine-unavailable');
});

/** One of our engines, by its format. */
async function ownEngine(id: string) {
  const own = MANIFESTS.find((each) => each.id === id);
  const loaded = await ENGINE_LOADERS[id]?.();
  if (!own || !loaded) throw new Error(`no engine ${id}`);
  return { engine: loaded.engine, manifest: own };
}

/** Converts with our own engines, by way of pixels. */
async function convertWithOwn(input: Blob, from: string, to: string, options: OptionValues): Promise<ConvertResult> {
  const read = await convertWith(await ownEngine(from), { input, from, to: 'raster' });
  const written = await convertWith(await ownEngine(to), { input: read.outputs[0].content, from: 'raster', to, options });
  return { outputs: written.outputs, warnings: [...read.warnings, ...written.warnings] };
}

async function pixelsOf({ outputs: [{ content }] }: ConvertResult, format: string): Promise<Pixels> {
  const { outputs } = await convertWith(await ownEngine(format), { input: content, from: format, to: 'raster' });
  for await (const frame of rasterOf(outputs[0].content).frames()) return frame.pixels();
  throw new Error('no frame');
}

const isExtractable = (format: string): format is ExtractableFormat => ['jpeg', 'png', 'webp'].includes(format);

/** What a result should have in common with ours: size, transparency, profile, Exif, XMP, resolution and warnings. */
async function factsOf(result: ConvertResult, format: string) {
  const { width, height, depth, data } = await pixelsOf(result, format);
  if (!isExtractable(format)) throw new Error(format);
  const { icc, exif, xmp, orientation, dpi } = await extractMetadata(await bytesOf(result.outputs[0].content), format);
  const opaque = depth === 8 ? 255 : 65_535;
  const transparent = data.some((sample, index) => index % 4 === 3 && sample !== opaque);
  const warnings = result.warnings.map(({ code }) => code).sort();
  return { width, height, depth, transparent, icc, exif, xmp, orientation, dpi, warnings };
}

/** Mean difference of the visible color samples, out of 255. */
function meanDifference(one: Pixels, other: Pixels): number {
  const scale = (pixels: Pixels): number => (pixels.depth === 8 ? 1 : 1 / 257);
  let sum = 0;
  for (let at = 0; at < one.data.length; at += 1) {
    const [a, b] = [(one.data[at] ?? 0) * scale(one), (other.data[at] ?? 0) * scale(other)];
    const [alpha, otherAlpha] = [(one.data[at | 3] ?? 0) * scale(one), (other.data[at | 3] ?? 0) * scale(other)];
    sum += at % 4 === 3 ? Math.abs(a - b) : Math.abs(a * alpha - b * otherAlpha) / 255;
  }
  return sum / one.data.length;
}

/** The options for the same pixels without the losses of an encoder. */
function exactly(options: OptionValues, to: string): OptionValues {
  const { quality: _, ...others } = options;
  return to === 'jpeg' ? { ...others, transparency: 'flatten' } : others;
}

const ways = sandboxedTools('imagemagick');
const [strongest] = ways;
const tools = strongest ?? { programs: {}, sandbox: 'none', canLimit: false, memoryBytes: 0 };

/** A photo-like image of 300 × 200. */
const noisy = (): Blob => {
  const [width, height] = [300, 200];
  const rows = Buffer.alloc((1 + width * 3) * height);
  for (let at = 0; at < rows.length; at += 1)
    rows[at] = at % (1 + width * 3) === 0 ? 0 : 128 + 90 * Math.sin(at / 700) + (at % 17);
  return new Blob([pngFile({ width, height, channels: 3 }, deflateSync(rows))]);
};
const tagged = async (): Promise<Blob> =>
  new Blob([await embedMetadata(await bytesOf(noisy()), 'png', { icc: srgbProfile() }, 144)]);

/** The same photo, in a file that says its numbers are proportional to light. Our decoder keeps them. */
const linear = async (): Promise<Blob> => {
  const bytes = await bytesOf(noisy());
  const [length, chunk, crc] = [Buffer.alloc(4), Buffer.from('gAMA\0\0\0\0'), Buffer.alloc(4)];
  length.writeUInt32BE(4);
  chunk.writeUInt32BE(100_000, 4);
  crc.writeUInt32BE(crc32(chunk));
  const AFTER_HEADER = 33;
  return new Blob([bytes.subarray(0, AFTER_HEADER), length, chunk, crc, bytes.subarray(AFTER_HEADER)]);
};

const SOURCES: readonly (readonly [name: string, from: 'png' | 'jpeg', file: () => Promise<Blob>])[] = [
  ...['png/rgb8', 'png/rgba8', 'png/palette', 'png/palette-transparent', 'png/grey1', 'png/grey8', 'png/translucent-noise'].map(
    (name) => [name, 'png', () => fixture(`${name}.png`)] as const,
  ),
  ...['png/rgb16', 'png/rgba16-interlaced', 'images/png', 'images/png-16', 'images/png-grey', 'images/png-palette'].map(
    (name) => [name, 'png', () => fixture(`${name}.png`)] as const,
  ),
  ['a photo', 'png', async () => noisy()],
  ['a photo with a profile', 'png', tagged],
  ['a photo with linear gamma', 'png', linear],
  ...['jpeg/corners', 'jpeg/progressive', 'jpeg/grey', 'jpeg/orientation-6', 'images/jpeg', 'images/jpeg-grey'].map(
    (name) => [name, 'jpeg', () => fixture(`${name}.jpg`)] as const,
  ),
];
const TARGETS = { png: ['jpeg', 'webp'], jpeg: ['png', 'webp'] } as const;
const OPTIONS: readonly OptionValues[] = [
  {},
  { quality: 'low', metadata: 'strip' },
  { quality: 'medium', background: '#20c040', transparency: 'flatten' },
  { rotate: '90', flip: 'horizontal', crop: '2,3,11,9' },
];

describe.skipIf(!strongest)('native ImageMagick', () => {
  afterEach(() => {
    expect(bench.leftOver()).toEqual([]);
    expect([...bench.groups]).toEqual([]);
  });

  describe.each(SOURCES)('of %s', (_, from, file) => {
    it.each(TARGETS[from])('makes %s like our own engines', async (to) => {
      const input = await file();
      const known = conversionOf(from, to)?.options ?? {};
      for (const given of OPTIONS) {
        const options = Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(known, name)));
        const theirs = await convert(bench.contextFor(manifest, tools), input, from, to, options);
        const ours = await convertWithOwn(input, from, to, options);
        expect({ given, ...(await factsOf(theirs, to)) }).toEqual({ given, ...(await factsOf(ours, to)) });
        const wanted = await pixelsOf(await convertWithOwn(input, from, 'png', exactly(options, to)), 'png');
        const [error = 0, ownError = 0] = await Promise.all(
          [theirs, ours].map(async (result) => meanDifference(await pixelsOf(result, to), wanted)),
        );
        const allowed = to === 'jpeg' ? ownError * 1.15 + 0.2 : ownError;
        expect({ given, error, allowed, isAsGood: error <= allowed }).toEqual({ given, error, allowed, isAsGood: true });
        const [size = 0, ownSize = 0] = [theirs, ours].map(({ outputs: [{ content }] }) => blobOf(content).size);
        const isAsSmall = size <= ownSize * 1.2 + 100;
        expect({ given, size, ownSize, isAsSmall }).toEqual({ given, size, ownSize, isAsSmall: true });
      }
    });
  });

  it.each<[what: string, from: string, to: string, file: () => Promise<Blob>, options: OptionValues]>([
    ['scaling', 'png', 'jpeg', () => fixture('png/rgb8.png'), { width: 10 }],
    ['a maximum size', 'png', 'jpeg', () => fixture('png/rgb8.png'), { targetSize: 5 }],
    ['the smallest file', 'jpeg', 'png', () => fixture('jpeg/corners.jpg'), { compression: 'smallest' }],
    ['few colors', 'jpeg', 'png', () => fixture('jpeg/corners.jpg'), { colors: '16' }],
    ['lossless WebP', 'png', 'webp', () => fixture('png/rgb8.png'), { lossless: true }],
    ['CMYK', 'jpeg', 'png', () => fixture('jpeg/cmyk.jpg'), {}],
    ['a truncated JPEG', 'jpeg', 'png', () => fixture('jpeg/truncated.jpg'), {}],
    ['a truncated PNG', 'png', 'jpeg', () => fixture('png/truncated.png'), {}],
    ['an animation', 'png', 'jpeg', () => fixture('images/apng.apng'), {}],
    ['something else', 'png', 'jpeg', async () => new Blob(['push graphic-context']), {}],
  ])('declines %s before it starts the program', async (_, from, to, file, options) => {
    const starts = vi.fn(() => Promise.reject(new Error('started')));
    const context = {
      ...bench.contextFor(manifest, tools),
      programs: { has: () => true, versionOf: () => undefined, open: starts },
    };
    expect(await codeOf(convert(context, await file(), from, to, options))).toBe('declined');
    expect(starts).not.toHaveBeenCalled();
  });

  it('refuses an empty file and an area outside the image', async () => {
    const context = bench.contextFor(manifest, tools);
    expect(await codeOf(convert(context, new Blob([]), 'png', 'jpeg'))).toBe('empty');
    const file = await fixture('png/rgb8.png');
    expect(await codeOf(convert(context, file, 'png', 'jpeg', { crop: '0,0,5000,5000' }))).toBe('crop-outside');
  });

  it('fails on damaged pixels, so that our decoder can say what is left', async () => {
    const bytes = await bytesOf(await fixture('png/translucent-noise.png'));
    bytes.fill(0, 2000, 9000);
    expect(await codeOf(convert(bench.contextFor(manifest, tools), new Blob([bytes]), 'png', 'jpeg'))).toBe('corrupt');
  });

  it('ends with the job', async () => {
    const controller = new AbortController();
    const context = bench.contextFor(manifest, tools, controller.signal);
    const converted = codeOf(convert(context, noisy(), 'png', 'jpeg'));
    controller.abort();
    expect(await converted).toBe('cancelled');
  });
});

describe.each(ways.map((way) => [way.sandbox, way] as const))('the program, isolated by %s', (_, way) => {
  it('reads nothing but its source as the named format, even if our checks failed', async () => {
    const canary = await openCanary();
    const place = mkdtempSync(path.join(tmpdir(), 'bakkum-secret-'));
    const secret = path.join(place, 'secret.png');
    writeFileSync(secret, await bytesOf(noisy()));
    const texts = hostileTexts(canary.address, secret);
    const { programs } = bench.contextFor(manifest, way);
    const run = async (text: string, args: readonly string[]): Promise<string> => {
      const folder = await programs?.open();
      if (!folder) throw new Error('no programs');
      try {
        await folder.put(SOURCE, new Blob([text]));
        await folder.put(POLICY_FILE, new TextEncoder().encode(POLICY));
        const environment = { MAGICK_CONFIGURE_PATH: folder.inside };
        const limits = { seconds: 60, processorSeconds: 60, fileBytes: 1e9 };
        const { code } = await folder.run({ program: 'magick', arguments: args, environment, limits });
        return code === 0 ? 'read' : 'refused';
      } finally {
        await folder.remove();
      }
    };
    const header = { width: 9, height: 9, mayHaveAlpha: true, isDeep: false, orientation: 1 } as const;
    const asked = { turn: 1, background: [255, 255, 255], flattens: true, to: 'jpeg', options: {}, hasProfile: false } as const;
    for (const text of texts)
      for (const format of ['png', 'jpeg'] as const)
        expect([text, await run(text, argumentsFor({ ...header, format }, asked))]).toEqual([text, 'refused']);
    // The policy alone, with arguments that the engine never passes.
    const inputs = ['svg', 'mvg', 'msl', 'ephemeral', 'pdf', 'ps', 'mpc', 'text', ''].map((prefix) => `${prefix}:${SOURCE}`);
    for (const input of [...inputs, `label:@${secret}`, `https:${canary.address}/a.png`, 'gradient:', '|id'])
      for (const text of texts) expect([input, text, await run(text, [input, 'jpeg:result'])]).toEqual([input, text, 'refused']);
    expect(canary.asked).toEqual([]);
    await canary.close();
    rmSync(place, { recursive: true, force: true });
  });
});

/** Files that make an unrestricted ImageMagick read other files, ask servers or start programs. */
function hostileTexts(address: string, secret: string): readonly string[] {
  const svg = (href: string): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9"><image xlink:href="${href}" width="9" height="9"/></svg>`;
  const mvg = (call: string): string =>
    `push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 9,9 '${call}'\npop graphic-context\n`;
  return [
    svg(`${address}/a.png`),
    svg(secret),
    svg(`text:${secret}`),
    mvg(`https://127.0.0.1/x.jpg"|curl ${address}/b"`),
    mvg(`${address}/c.png`),
    mvg(`label:@${secret}`),
    `<?xml version="1.0"?><image><read filename="${secret}"/><write filename="result"/></image>`,
    `%!PS\n(${secret}) (r) file pop\n(%pipe%curl ${address}/d) (w) file\nshowpage\n`,
    'id=MagickCache  version=1.0\nclass=DirectClass  columns=9  rows=9  depth=16\n\f\n:\x1a',
  ];
}
