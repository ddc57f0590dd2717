import { type LineBatch, readBatch } from '@bakkum/document-recognition/line-batch';
import type { LineWorkerRequest } from '@bakkum/document-recognition/line-readers';
import { createRecognizer, type RecognizedPage } from '@bakkum/document-recognition/recognize';
import { type LineReader, startLineReader } from '@bakkum/document-recognition/tesseract';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { contextFor } from '../../tests/engine-context.ts';
import { longPage } from '../../tests/scanned-page.ts';
import { manifest } from './manifest.ts';

/** How the fake workers handle a batch. */
let behavior: 'read' | 'fail' | 'hang';
let batches: number;
let ended: number;
/** Called when a fake worker receives a batch. */
let onBatch: () => void;

/** A fake `Worker` that runs in this thread. */
class FakeWorker {
  #reader: Promise<LineReader> | undefined;
  readonly #listeners = new Map<string, (event: unknown) => void>();

  addEventListener(type: string, listener: (event: unknown) => void): void {
    this.#listeners.set(type, listener);
  }

  postMessage(request: LineWorkerRequest): void {
    if (request.type === 'start') this.#reader = startLineReader(request.files);
    else void this.#receive(request.batch);
  }

  async #receive(batch: LineBatch): Promise<void> {
    batches += 1;
    onBatch();
    if (behavior === 'fail') this.#listeners.get('error')?.({ preventDefault: () => undefined });
    if (behavior !== 'read' || !this.#reader) return;
    this.#listeners.get('message')?.({ data: await readBatch(await this.#reader, batch) });
  }

  terminate(): void {
    ended += 1;
  }
}

const read = async (signal?: AbortSignal): Promise<RecognizedPage> =>
  (await createRecognizer(contextFor(manifest, signal), ['eng', 'kor'])).read(longPage());

describe('line workers', () => {
  let alone: RecognizedPage;
  beforeAll(async () => {
    alone = await read();
  });
  beforeEach(() => {
    [batches, ended, onBatch] = [0, 0, () => undefined];
    vi.stubGlobal('Worker', FakeWorker);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('read the same words as a single reader', async () => {
    behavior = 'read';
    expect(await read()).toEqual(alone);
    expect(batches).toBeGreaterThan(0);
  });

  it('leave their lines to other readers when they fail', async () => {
    behavior = 'fail';
    expect(await read()).toEqual(alone);
    expect(batches).toBeGreaterThan(0);
    expect(ended).toBe(batches);
  });

  it('end when the conversion is cancelled', async () => {
    behavior = 'hang';
    const controller = new AbortController();
    onBatch = () => controller.abort();
    await expect(read(controller.signal)).rejects.toThrow(/abort/);
    expect(ended).toBeGreaterThan(0);
  });
});
