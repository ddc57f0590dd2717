import type { EngineContext } from '@bakkum/conversion/engine';
import { parallelLanes } from '@bakkum/conversion/workers/parallel-lanes';
import { type EngineWorkerConstructor, webWorkers } from '@bakkum/conversion/workers/web-workers';
import { installedTesseract, readWithInstalled } from './installed-tesseract.ts';
import { type BatchWords, type LineBatch, readBatch } from './line-batch.ts';
import { type Language, type LineReader, type ReaderFiles, readerFilesOf, startLineReader } from './tesseract.ts';

/** Reads lines in this worker and, if it can start workers, in others at the same time. */
export type LineReaders = {
  readonly here: LineReader;
  /**
   * Reads all batches. `batchAt` is called when a reader is free, and again if that reader fails.
   * @param between called between lines that are read here
   * @throws what `between` throws; `out-of-memory`
   */
  readAll(
    count: number,
    batchAt: (index: number) => LineBatch,
    between: () => Promise<void> | undefined,
    onBatch: (index: number, words: BatchWords) => void,
  ): Promise<void>;
};

export type LineWorkerRequest =
  | { readonly type: 'start'; readonly files: ReaderFiles }
  | { readonly type: 'read'; readonly batch: LineBatch };
export type LineWorkerResponse = BatchWords;

type Helper = {
  /** `undefined` if the helper failed and cannot be used again. */
  read(batch: LineBatch): Promise<BatchWords | undefined>;
  end(): void;
};

type Started = { readonly files: ReaderFiles; readonly here: LineReader; helpers: readonly Helper[] };

/** Batches for one start of the installed program: few enough to show progress, and enough to make the start cheap. */
const INSTALLED_BATCHES = 8;

/** Kept between conversions, because starting takes longer than reading a line. */
let started: Promise<Started> | undefined;

/** Starts readers for these languages, once per worker. */
export async function lineReadersOf(
  context: Pick<EngineContext, 'bytes' | 'wasm' | 'signal' | 'programs'>,
  languages: readonly Language[],
): Promise<LineReaders> {
  const before = await started?.catch(() => undefined);
  const isReady = before && languages.every((language) => before.files.models.has(language));
  const readers = isReady ? before : await restart(context, before, languages);
  const installed = installedTesseract(context);
  return {
    here: readers.here,
    async readAll(count, batchAt, between, onBatch) {
      const waiting = Array.from({ length: count }, (_, index) => index);
      while (installed && waiting.length > 0) {
        await between();
        const indexes = waiting.slice(0, INSTALLED_BATCHES);
        const read = await readWithInstalled(installed, readers.files.models, indexes.map(batchAt));
        if (!read) break; // reads the rest here
        waiting.splice(0, indexes.length);
        for (const [at, index] of indexes.entries()) onBatch(index, read[at] ?? []);
      }
      const readHere = async (): Promise<void> => {
        for (let index = waiting.shift(); index !== undefined; index = waiting.shift())
          onBatch(index, await readBatch(readers.here, batchAt(index), between));
      };
      const readThere = async (helper: Helper): Promise<void> => {
        for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
          const words = await helper.read(batchAt(index));
          if (words) {
            onBatch(index, words);
            continue;
          }
          waiting.unshift(index);
          return;
        }
      };
      const end = (): void => endHelpers(readers);
      context.signal.addEventListener('abort', end);
      try {
        const there = Promise.all(helpersFor(readers, count - 1).map(readThere));
        await readHere();
        await there;
        // Batches that failed helpers put back.
        await readHere();
      } finally {
        waiting.length = 0;
        context.signal.removeEventListener('abort', end);
      }
    },
  };
}

/** Starts readers for these languages and those of the readers before, which end. */
function restart(
  context: Pick<EngineContext, 'bytes' | 'wasm'>,
  before: Started | undefined,
  languages: readonly Language[],
): Promise<Started> {
  endHelpers(before);
  const starting = start(context, [...new Set([...(before?.files.models.keys() ?? []), ...languages])]);
  started = starting;
  return starting;
}

async function start(context: Pick<EngineContext, 'bytes' | 'wasm'>, languages: readonly Language[]): Promise<Started> {
  const files = await readerFilesOf(context, languages);
  const reader = await startLineReader(files);
  const readers: Started = {
    files,
    helpers: [],
    here: {
      read(line, language) {
        try {
          return reader.read(line, language);
        } catch (failure) {
          // The memory of a program that trapped cannot be trusted.
          started = undefined;
          endHelpers(readers);
          throw failure;
        }
      },
    },
  };
  return readers;
}

function endHelpers(readers: Started | undefined): void {
  for (const helper of readers?.helpers ?? []) helper.end();
  if (readers) readers.helpers = [];
}

/** Returns up to `wanted` helpers and starts those that are missing. */
function helpersFor(readers: Started, wanted: number): readonly Helper[] {
  const Worker = webWorkers();
  // A server converts several files at the same time instead.
  if (!Worker) return [];
  const most = Math.min(wanted, parallelLanes() - 1);
  while (readers.helpers.length < most) readers.helpers = [...readers.helpers, startHelper(readers, Worker)];
  return readers.helpers.slice(0, most);
}

/** @param Worker named as the platform's, because bundlers find the module of a worker by that name */
function startHelper(readers: Started, Worker: EngineWorkerConstructor): Helper {
  const worker = new Worker(new URL('./line-worker.ts', import.meta.url), { type: 'module', name: 'text-lines' });
  let settle: ((words: BatchWords | undefined) => void) | undefined;
  let isEnded = false;
  const helper: Helper = {
    read: (batch) =>
      new Promise((resolve) => {
        if (isEnded) {
          resolve(undefined);
          return;
        }
        settle = resolve;
        const transfer = batch.lines.map(({ data }) => data.buffer);
        worker.postMessage({ type: 'read', batch } satisfies LineWorkerRequest, transfer);
      }),
    end() {
      isEnded = true;
      worker.terminate();
      settle?.(undefined);
    },
  };
  worker.addEventListener('message', ({ data }) => settle?.(data as LineWorkerResponse));
  // Offline, its code may not be stored; a small device may lack memory for it.
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    helper.end();
    readers.helpers = readers.helpers.filter((other) => other !== helper);
  });
  worker.postMessage({ type: 'start', files: readers.files } satisfies LineWorkerRequest, []);
  return helper;
}
