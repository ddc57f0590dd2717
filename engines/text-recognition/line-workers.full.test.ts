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
/** Workers that run now. They are kept between tests. */
const running = new Set<FakeWorker>();
/** Called when a fake worker receives a batch. */
let onBatch: () => void;

/** A fake `Worker` that runs in this thread. */
class FakeWorker {
  #reader: Promise<LineReader> | undefined;
  #last: Promise<void> = Promise.resolve();
  readonly #listeners = new Map<string, (event: unknown) => void>();

  addEventListener(type: string, listener: (event: unknown) => void): void {
    this.#listeners.set(type, listener);
  }

  postMessage(request: LineWorkerRequest): void {
    if (request.type === 'start') {
      running.add(this);
      this.#reader = startLineReader(request.files);
    } else this.#receive(request.batch);
  }

  #receive(batch: LineBatch): void {
    batches += 1;
    onBatch();
    const reader = this.#reader;
    // Platforms report errors of a worker later, never inside `postMessage`.
    if (behavior === 'fail') queueMicrotask(() => this.#listeners.get('error')?.({ preventDefault: () => undefined }));
    if (behavior !== 'read' || !reader) return;
    this.#last = this.#last.then(async () => {
      this.#listeners.get('message')?.({ data: await readBatch(await reader, batch) });
    });
  }

  terminate(): void {
    ended += 1;
    running.delete(this);
  }
}

async function read(signal?: AbortSignal): Promise<RecognizedPage> {
  const recognizer = await createRecognizer(contextFor(manifest, signal), ['eng', 'kor']);
  return (await recognizer.start(longPage())).finish();
}

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

  it('read the lines of a page that is started before another one is finished', async () => {
    behavior = 'read';
    const recognizer = await createRecognizer(contextFor(manifest), ['eng', 'kor']);
    const [first, second] = [await recognizer.start(longPage()), await recognizer.start(longPage())];
    expect(await first.finish()).toEqual(alone);
    expect(await second.finish()).toEqual(alone);
  });

  it('leave their lines to other readers when they fail', async () => {
    behavior = 'fail';
    expect(await read()).toEqual(alone);
    expect(batches).toBeGreaterThan(0);
    expect(ended).toBeGreaterThan(0);
    expect(running.size).toBe(0);
  });

  it('end when the conversion is cancelled', async () => {
    behavior = 'hang';
    const controller = new AbortController();
    onBatch = () => controller.abort();
    await expect(read(controller.signal)).rejects.toThrow(/abort/);
    expect(ended).toBeGreaterThan(0);
  });
});
