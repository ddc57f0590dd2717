import { provideWebWorkers } from '@bakkum/conversion/workers/web-workers';
import { createRecognizer, type RecognizedPage } from '@bakkum/document-recognition/recognize';
import { NodeWebWorker } from '@bakkum/registry/node/web-worker.node';
import { afterEach, expect, it } from 'vitest';
import { contextFor } from '../../tests/engine-context.ts';
import { longPage } from '../../tests/scanned-page.ts';
import { manifest } from './manifest.ts';

let [started, ended] = [0, 0];

class CountedWorker extends NodeWebWorker {
  constructor(module: URL, options: { readonly name: string }) {
    super(module, options);
    started += 1;
  }

  override terminate(): void {
    ended += 1;
    super.terminate();
  }
}

afterEach(() => provideWebWorkers(undefined));

async function read(signal?: AbortSignal, onProgress?: () => void): Promise<RecognizedPage> {
  const recognizer = await createRecognizer(contextFor(manifest, signal), ['eng', 'kor']);
  return (await recognizer.start(longPage())).finish(onProgress);
}

it('reads the same words on several threads, which end with a cancelled conversion', async () => {
  const alone = await read();
  provideWebWorkers(CountedWorker);
  expect(await read()).toEqual(alone);
  expect(started).toBeGreaterThan(0);

  const controller = new AbortController();
  await expect(read(controller.signal, () => controller.abort())).rejects.toThrow(/abort/);
  expect(ended).toBe(started);
});
