import type { OptionValues } from '@bakkum/conversion/options';
import { extractMetadata } from '@bakkum/image-metadata/extract';
import { encodePng } from '@bakkum/raster/png-file';
import { type Pixels, rasterOf } from '@bakkum/raster/raster';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import { createNodeEngineHost } from '@bakkum/registry/node/engine-host.node';
import { hasBrowser } from '@bakkum/tests/browser-harness/browser';
import { type BrowserHarness, openBrowserHarness } from '@bakkum/tests/browser-harness/harness';
import { contextFor } from '@bakkum/tests/engine-context';
import { meanError, testPicture } from '@bakkum/tests/test-picture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';

let harness: BrowserHarness;

const step = (engine: string, from: string, to: string) => ({ engine, from, to, fidelity: 'lossless', cost: 1 }) as const;

/** Encodes a picture with libvips in the browser. */
async function encode(picture: Extract<Pixels, { depth: 8 }>, options: OptionValues = {}): Promise<Uint8Array<ArrayBuffer>> {
  const png = await encodePng(picture);
  const steps = [step('png', 'png', 'raster'), step(manifest.id, 'raster', 'jxl')] as const;
  const result = await harness.convert([png], { steps }, { quality: 'high', ...options });
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  return result.files[0]?.bytes ?? new Uint8Array();
}

/** Reads a result with another decoder, in Node. */
async function decode(file: Uint8Array<ArrayBuffer>): Promise<Pixels> {
  const host = createNodeEngineHost(MANIFESTS);
  const decoder = host.manifests.find(({ id }) => id === 'jxl');
  if (!decoder) throw new Error('no engine jxl');
  const request = { inputs: [new Blob([file])], from: 'jxl', to: 'raster', options: {} } as const;
  const { outputs } = await (await host.loadEngine('jxl')).convert(request, contextFor(decoder));
  for await (const frame of rasterOf(outputs[0].content).frames()) return frame.pixels();
  throw new Error('no frame');
}

describe.skipIf(!hasBrowser())('JPEG XL written by libvips in a browser', () => {
  beforeAll(async () => {
    harness = await openBrowserHarness();
  });
  afterAll(() => harness?.close());

  it.each([
    ['high', 2],
    ['medium', 3],
    ['low', 5],
  ])('is nearly the source at quality %s', async (quality, most) => {
    expect(meanError(await decode(await encode(testPicture(61, 47), { quality })), testPicture(61, 47))).toBeLessThan(most);
  });

  it('is exactly the source if lossless, alpha included', async () => {
    const picture = testPicture(61, 47, { alpha: true });
    expect(meanError(await decode(await encode(picture, { lossless: true })), picture)).toBe(0);
  });

  it('fits a target size', async () => {
    const picture = testPicture(300, 200);
    const free = await encode(picture);
    const bound = await encode(picture, { targetSize: Math.ceil(free.length / 2000) });
    expect(bound.length).toBeLessThanOrEqual(Math.ceil(free.length / 2000) * 1000);
  });

  it('is written by the same program again after an image that needs much memory', async () => {
    const large = testPicture(3000, 2000);
    expect(meanError(await decode(await encode(large)), large)).toBeLessThan(2);
    expect(meanError(await decode(await encode(testPicture(61, 47))), testPicture(61, 47))).toBeLessThan(2);
  });

  it('declares 8 bits and no metadata of its own', async () => {
    expect(await extractMetadata(await encode(testPicture(61, 47)), 'jxl')).toEqual({ orientation: 1, bitDepth: 8 });
  });

  it('is what the website writes', async () => {
    const png = await encodePng(testPicture(61, 47));
    expect(await harness.run(png, 'png', 'jxl')).toMatchObject({
      ok: true,
      engines: expect.arrayContaining(['vips']),
      failures: [],
    });
  });
});
