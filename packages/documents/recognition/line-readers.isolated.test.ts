import { type EngineWorker, provideWebWorkers } from '@bakkum/conversion/workers/web-workers';
import { afterEach, expect, it, vi } from 'vitest';
import type { LineBatch } from './line-batch.ts';
import { lineReadersOf } from './line-readers.ts';

vi.mock('./tesseract.ts', () => ({
  readerFilesOf: async (_: unknown, languages: readonly string[]) => ({ models: new Map(languages.map((each) => [each, each])) }),
  startLineReader: async () => ({ read: () => [] }),
}));
vi.mock('@bakkum/conversion/workers/parallel-lanes', () => ({ parallelLanes: () => 2 }));

type Answer = (event: { readonly data: unknown }) => void;

/** A worker that answers every batch, unless it cannot be sent. */
class AnsweringWorker implements EngineWorker {
  static refuses = false;
  #answer: Answer = () => undefined;

  postMessage(message: { readonly type: string }): void {
    if (message.type !== 'read') return;
    if (AnsweringWorker.refuses) throw new RangeError('too large to be sent');
    queueMicrotask(() => this.#answer({ data: [] }));
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    if (type === 'message') this.#answer = listener as Answer;
  }

  terminate(): void {}
}

const EMPTY: LineBatch = { lines: [], languages: ['eng'] };
const context = { signal: new AbortController().signal } as Parameters<typeof lineReadersOf>[0];

afterEach(() => {
  AnsweringWorker.refuses = false;
  provideWebWorkers(undefined);
});

async function startReading(batches: readonly (() => LineBatch)[], done: () => void) {
  provideWebWorkers(AnsweringWorker);
  const readers = await lineReadersOf(context, ['eng']);
  return readers.start(batches.map((batch) => ({ batch, done })));
}

it('fails if the images of lines for another worker cannot be made', async () => {
  const noMemory = (): LineBatch => {
    throw new RangeError('no memory');
  };
  const reading = await startReading([noMemory, noMemory], () => undefined);
  await expect(reading.finish(() => undefined)).rejects.toThrow('no memory');
});

it('reads lines here that cannot be sent to another worker', async () => {
  AnsweringWorker.refuses = true;
  let read = 0;
  const reading = await startReading([() => EMPTY, () => EMPTY, () => EMPTY], () => {
    read += 1;
  });
  await reading.finish(() => undefined);
  expect(read).toBe(3);
});

it('gives out no more lines of an abandoned page', async () => {
  let made = 0;
  const batch = (): LineBatch => {
    made += 1;
    return EMPTY;
  };
  const reading = await startReading(
    Array.from({ length: 20 }, () => batch),
    () => undefined,
  );
  reading.abandon();
  const begun = made;
  const next = await startReading([() => EMPTY], () => undefined);
  await next.finish(() => undefined);
  expect(made).toBe(begun);
  expect(begun).toBeLessThan(20);
});
