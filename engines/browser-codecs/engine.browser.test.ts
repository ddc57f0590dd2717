import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { OptionValues } from '@bakkum/conversion/options';
import { embedMetadata } from '@bakkum/image-metadata/embed';
import { extractMetadata } from '@bakkum/image-metadata/extract';
import { encodePng } from '@bakkum/raster/png-file';
import { type Pixels, rasterOf } from '@bakkum/raster/raster';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import { createNodeEngineHost } from '@bakkum/registry/node/engine-host.node';
import { BROWSER_PATH } from '@bakkum/tests/browser-harness/browser';
import { type BrowserHarness, openBrowserHarness } from '@bakkum/tests/browser-harness/harness';
import { contextFor } from '@bakkum/tests/engine-context';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../tests/fixtures');
const fixture = async (name: string) => new Uint8Array(await readFile(path.join(FIXTURES, name)));

let harness: BrowserHarness;

function step(from: string, to: string, engine = manifest.id) {
  return { engine, from, to, fidelity: 'lossless', cost: 1 } as const;
}

/** Decodes in the browser and encodes with the named engine in the browser. */
async function convert(bytes: Uint8Array<ArrayBuffer>, from: string, to: string, encoder: string, options: OptionValues = {}) {
  return harness.convert([bytes], { steps: [step(from, 'raster'), step('raster', to, encoder)] }, options);
}

async function converted(...job: Parameters<typeof convert>) {
  const result = await convert(...job);
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  const [file] = result.files;
  if (!file) throw new Error('no file');
  return { ...file, files: result.files, warnings: result.warnings.map(({ code }) => code) };
}

/** Reads a result in Node with codecs other than the browser's. */
async function pixelsOf(bytes: Uint8Array<ArrayBuffer>, format: 'png' | 'jpeg'): Promise<Pixels> {
  const host = createNodeEngineHost(MANIFESTS);
  const other = host.manifests.find(({ id }) => id === format);
  if (!other) throw new Error(`no engine ${format}`);
  const request = { inputs: [new Blob([bytes])], from: format, to: 'raster', options: {} } as const;
  const { outputs } = await (await host.loadEngine(format)).convert(request, contextFor(other));
  for await (const frame of rasterOf(outputs[0].content).frames()) return frame.pixels();
  throw new Error('no frame');
}

/** The colour at the centre of each quadrant, rounded to multiples of 85. */
function quarters({ width, height, data }: Pixels): string[] {
  const at = (x: number, y: number) => {
    const from = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
    return Array.from(data.subarray(from, from + 4), (sample) => Math.round(sample / 85)).join('');
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
}

const [RED, GREEN, BLUE, WHITE] = ['3003', '0303', '0033', '3333'];

/** A minimal ICC.1 v2 header: enough to distinguish RGB from grey, not enough to be applied. */
function profileOf(space: 'RGB ' | 'GRAY'): Uint8Array<ArrayBuffer> {
  const profile = new Uint8Array(132);
  new DataView(profile.buffer).setUint32(0, profile.length);
  const text = (at: number, value: string) => profile.set(new TextEncoder().encode(value), at);
  profile[8] = 2;
  text(12, 'mntr');
  text(16, space);
  text(20, 'XYZ ');
  text(36, 'acsp');
  return profile;
}

describe.skipIf(!BROWSER_PATH)('browser codecs', () => {
  beforeAll(async () => {
    harness = await openBrowserHarness();
  });
  afterAll(() => harness?.close());

  it('support the APIs the engine requires', () => {
    expect([...harness.capabilities]).toEqual(
      expect.arrayContaining(['offscreen-canvas', 'image-decoder', 'encode-webp', 'decode-avif']),
    );
    expect(harness.capabilities.has('threads')).toBe(true);
  });

  it.each([
    ['jpeg/corners.jpg', 'jpeg'],
    ['jpeg/progressive.jpg', 'jpeg'],
    ['jpeg/cmyk.jpg', 'jpeg'],
    ['png/rgb8.png', 'png'],
    ['png/palette.png', 'png'],
  ])('decode %s', async (name, format) => {
    const { bytes, warnings } = await converted(await fixture(name), format, 'png', 'png');
    const pixels = await pixelsOf(bytes, 'png');
    expect([pixels.width, pixels.height]).toEqual([48, 32]);
    expect(quarters(pixels)).toEqual([RED, GREEN, BLUE, WHITE]);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['png/translucent-noise.png', 'png'],
    ['webp/translucent-noise.webp', 'webp'],
  ])('keep translucent colours of %s exactly', async (name, format) => {
    const { bytes } = await converted(await fixture(name), format, 'png', 'png');
    const original = await pixelsOf(await fixture('png/translucent-noise.png'), 'png');
    expect(await pixelsOf(bytes, 'png')).toEqual(original);
  });

  it('are written by the browser without a change where they are opaque', async () => {
    const data = Uint8ClampedArray.from({ length: 64 * 48 * 4 }, (_, at) => (at % 4 === 3 ? 255 : (at * 7919) >> 4));
    const noise = { depth: 8, width: 64, height: 48, data } as const;
    const { bytes } = await converted(await encodePng(noise), 'png', 'png', 'png');
    expect(await pixelsOf(bytes, 'png')).toEqual(noise);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('rotate %s upright and reset the Exif orientation', async (format) => {
    const { exif } = await orientationSix();
    const plain = format === 'jpeg' ? await fixture('jpeg/corners.jpg') : await fixture('png/rgb8.png');
    const file = format === 'webp' ? (await converted(plain, 'png', 'webp', 'webp', { lossless: true })).bytes : plain;
    const turned = await embedMetadata(file, format, { exif });
    const { bytes } = await converted(turned, format, 'png', 'png');
    const pixels = await pixelsOf(bytes, 'png');
    expect([pixels.width, pixels.height]).toEqual([32, 48]);
    expect(quarters(pixels)).toEqual([BLUE, RED, WHITE, GREEN]);
    const written = await extractMetadata(bytes, 'png');
    expect(written.exif?.length).toBe(exif.length);
    expect(written.orientation).toBe(1);
  });

  it('keep samples with an RGB profile and drop a grey profile', async () => {
    const icc = profileOf('RGB ');
    const tagged = await embedMetadata(await fixture('jpeg/corners.jpg'), 'jpeg', { icc });
    const kept = await converted(tagged, 'jpeg', 'png', 'png');
    expect((await extractMetadata(kept.bytes, 'png')).icc).toEqual(icc);
    const grey = await embedMetadata(await fixture('jpeg/grey.jpg'), 'jpeg', { icc: profileOf('GRAY') });
    const dropped = await converted(grey, 'jpeg', 'png', 'png');
    expect((await extractMetadata(dropped.bytes, 'png')).icc).toBeUndefined();
    expect(dropped.warnings).toEqual(['profile-converted']);
  });

  it.each([
    ['a truncated JPEG', 'jpeg/truncated.jpg', 'jpeg', 'corrupt'],
    ['a 16-bit PNG', 'png/rgb16.png', 'png', 'unsupported-feature'],
    ['an AVIF with alpha', 'images/avif.avif', 'avif', 'unsupported-feature'],
    ['a PNG under another name', 'png/rgb8.png', 'webp', 'corrupt'],
  ])('refuse %s', async (_, name, format, code) => {
    expect(await convert(await fixture(name), format, 'png', 'png')).toMatchObject({ ok: false, code });
  });

  it('read the frames of an animation one by one, or only the first', async () => {
    const gif = await fixture('gif/three-frames-two-loops.gif');
    const first = await converted(gif, 'gif', 'png', 'png');
    expect(quarters(await pixelsOf(first.bytes, 'png'))).toEqual([RED, RED, RED, RED]);
    expect(first.warnings).toEqual(['animation-flattened']);
    const all = await converted(gif, 'gif', 'png', 'png', { frames: 'all' });
    expect(all.files.map(({ label }) => label)).toEqual(['frame-001', 'frame-002', 'frame-003']);
    const colours = await Promise.all(all.files.map(async ({ bytes }) => quarters(await pixelsOf(bytes, 'png'))[0]));
    expect(colours).toEqual([RED, GREEN, BLUE]);
  });

  it('encode JPEG with metadata, density and background', async () => {
    const { bytes, type, warnings } = await converted(await fixture('png/rgba8.png'), 'png', 'jpeg', manifest.id, {
      background: '#0000ff',
    });
    expect(type).toBe('image/jpeg');
    expect(quarters(await pixelsOf(bytes, 'jpeg'))).toEqual([BLUE, GREEN, BLUE, WHITE]);
    expect(warnings).toEqual(['transparency-flattened']);
    const { exif, dpi } = await orientationSix();
    const photo = await converted(await fixture('jpeg/orientation-6.jpg'), 'jpeg', 'jpeg', manifest.id);
    const written = await extractMetadata(photo.bytes, 'jpeg');
    expect([written.exif?.length, written.orientation, written.dpi]).toEqual([exif.length, 1, dpi]);
    const stripped = await converted(await fixture('jpeg/orientation-6.jpg'), 'jpeg', 'jpeg', manifest.id, { metadata: 'strip' });
    expect((await extractMetadata(stripped.bytes, 'jpeg')).exif).toBeUndefined();
  });

  it('write smaller files at lower quality and reach a target size', async () => {
    const noise = await fixture('png/translucent-noise.png');
    const sizes: number[] = [];
    for (const quality of ['high', 'medium', 'low'])
      sizes.push((await converted(noise, 'png', 'jpeg', manifest.id, { quality })).bytes.length);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    const fitted = await converted(noise, 'png', 'jpeg', manifest.id, { targetSize: 3 });
    expect(fitted.bytes.length).toBeLessThanOrEqual(3000);
  });

  it('pass on files they cannot encode', async () => {
    const png = await fixture('png/rgb8.png');
    expect(await convert(png, 'png', 'jpeg', manifest.id, { compression: 'smallest' })).toMatchObject({
      code: 'unsupported-feature',
    });
    expect(await convert(png, 'png', 'webp', manifest.id, { lossless: true })).toMatchObject({ code: 'unsupported-feature' });
    const gif = await fixture('gif/three-frames-two-loops.gif');
    expect(await convert(gif, 'gif', 'webp', manifest.id)).toMatchObject({ code: 'unsupported-feature' });
  });
});

async function orientationSix() {
  const extracted = await extractMetadata(await fixture('jpeg/orientation-6.jpg'), 'jpeg');
  if (!extracted.exif || extracted.orientation !== 6) throw new Error('the fixture is not turned');
  return { exif: extracted.exif, dpi: extracted.dpi };
}
