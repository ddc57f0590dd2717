import { rasterOf } from '@bakkum/raster/raster';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import { createNodeEngineHost } from '@bakkum/registry/node/engine-host.node';
import { hasBrowser } from '@bakkum/tests/browser-harness/browser';
import { type BrowserHarness, openBrowserHarness } from '@bakkum/tests/browser-harness/harness';
import { contextFor } from '@bakkum/tests/engine-context';
import { gridOf } from '@bakkum/tests/heif-grid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';

let harness: BrowserHarness;

const step = (name: string, from: string, to: string) => ({ engine: name, from, to, fidelity: 'lossless', cost: 1 }) as const;

/** Decodes a file in Node. */
async function pixelsOf(decoder: string, file: Uint8Array<ArrayBuffer>, from: string): Promise<Uint8ClampedArray> {
  const host = createNodeEngineHost(MANIFESTS);
  const described = host.manifests.find(({ id }) => id === decoder);
  if (!described) throw new Error(`no engine ${decoder}`);
  const request = { inputs: [new Blob([file])], from, to: 'raster', options: {} } as const;
  const { outputs } = await (await host.loadEngine(decoder)).convert(request, contextFor(described));
  for await (const frame of rasterOf(outputs[0].content).frames()) {
    const pixels = await frame.pixels();
    if (pixels.depth === 8) return pixels.data;
  }
  throw new Error('no frame of 8 bits');
}

describe.skipIf(!hasBrowser())('a photo made of tiles, in a browser', () => {
  beforeAll(async () => {
    harness = await openBrowserHarness();
  });
  afterAll(() => harness?.close());

  it('is decoded by several threads to the same pixels as by one', async () => {
    const file = await gridOf({ columns: 32, rows: 16, cut: 10 });
    const steps = [step(manifest.id, 'heic', 'raster'), step('png', 'raster', 'png')] as const;
    const result = await harness.convert([file], { steps }, { compression: 'fast' });
    if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
    const decoded = await pixelsOf('png', result.files[0]?.bytes ?? new Uint8Array(), 'png');
    const whole = await pixelsOf(manifest.id, file, 'heic');
    expect(Buffer.from(decoded).equals(Buffer.from(whole))).toBe(true);
    const cores = await harness.evaluate(() => navigator.hardwareConcurrency, undefined);
    expect(harness.asked().some((path) => path.includes('strip-worker'))).toBe(cores > 1);
  });
});
