import { hasBrowser } from '@bakkum/tests/browser-harness/browser';
import { type BrowserHarness, openBrowserHarness } from '@bakkum/tests/browser-harness/harness';
import { contextFor } from '@bakkum/tests/engine-context';
import { gridOf } from '@bakkum/tests/heif-grid';
import { framesOf } from '@bakkum/tests/test-picture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine as png } from '../png/engine.ts';
import { manifest as pngManifest } from '../png/manifest.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

let harness: BrowserHarness;

const step = (name: string, from: string, to: string) => ({ engine: name, from, to, fidelity: 'lossless', cost: 1 }) as const;

async function pixelsOf(
  decoder: typeof engine,
  context: ReturnType<typeof contextFor>,
  file: Uint8Array<ArrayBuffer>,
  from: string,
) {
  const request = { inputs: [new Blob([file])], from, to: 'raster', options: {} } as const;
  const { frames } = await framesOf((await decoder.convert(request, context)).outputs[0].content);
  return frames[0]?.read.data ?? new Uint8ClampedArray();
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
    const decoded = await pixelsOf(png, contextFor(pngManifest), result.files[0]?.bytes ?? new Uint8Array(), 'png');
    const whole = await pixelsOf(engine, contextFor(manifest), file, 'heic');
    expect(Buffer.from(decoded).equals(Buffer.from(whole))).toBe(true);
    const cores = await harness.evaluate(() => navigator.hardwareConcurrency, undefined);
    expect(harness.asked().some((path) => path.includes('strip-worker'))).toBe(cores > 1);
  });
});
