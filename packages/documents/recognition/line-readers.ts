import type { EngineContext } from '@bakkum/conversion/engine';
import type { InstalledPrograms } from '@bakkum/conversion/installed-programs';
import { parallelLanes } from '@bakkum/conversion/workers/parallel-lanes';
import { type EngineWorkerConstructor, webWorkers } from '@bakkum/conversion/workers/web-workers';
import { installedTesseract, readWithInstalled } from './installed-tesseract.ts';
import { type BatchWords, type LineBatch, readBatch } from './line-batch.ts';
import { type Language, type LineReader, type ReaderFiles, readerFilesOf, startLineReader } from './tesseract.ts';

/** Consecutive lines of a page, for whichever reader is free first. */
export type LineTask = {
  /** Makes the images of the lines. Called when a reader is free, and again if that reader fails. */
  batch(): LineBatch;
  done(words: BatchWords): void;
};

export type LineReading = {
  /**
   * Reads lines in this worker, too, until all lines of the page are read.
   * @param between called between lines that are read here
   * @throws what `between` throws; `out-of-memory`
   */
  finish(between: () => Promise<void> | undefined): Promise<void>;
  /** Takes back the lines that nobody has begun to read, for a page that will not be finished. */
  abandon(): void;
};

/** Reads lines in this worker and, if it can start workers, in others at the same time. */
export type LineReaders = {
  readonly here: LineReader;
  /** Whether other workers read, so that the next page can be started before a page is finished. */
  readonly isParallel: boolean;
  /** Gives lines to other workers. Pages are finished in the order in which they were started. */
  start(tasks: readonly LineTask[]): LineReading;
};

export type LineWorkerRequest =
  | { readonly type: 'start'; readonly files: ReaderFiles }
  | { readonly type: 'read'; readonly batch: LineBatch };
export type LineWorkerResponse = BatchWords;

type Helper = {
  /** Reads batches in the order in which they are given. `undefined` if the helper failed and cannot be used again. */
  read(batch: LineBatch): Promise<BatchWords | undefined>;
  /** Batches that it can take, if it may hold `most` of them. */
  room(most: number): number;
  end(): void;
};

type Started = { readonly files: ReaderFiles; readonly here: LineReader; helpers: readonly Helper[] };

/** Batches for one start of the installed program: few enough to show progress, and enough to make the start cheap. */
const INSTALLED_BATCHES = 8;
/** While this many batches per helper wait, each helper holds a second one, so that it need not wait for this worker between batches. */
const MANY_WAITING = 2;

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
  return new ReadersOfConversion(readers, installed, context.signal);
}

/** The readers of one conversion, with the lines of all pages that were started. */
class ReadersOfConversion implements LineReaders {
  readonly #readers: Started;
  readonly #installed: InstalledPrograms | undefined;
  readonly #signal: AbortSignal;
  #waiting: readonly LineTask[] = [];
  /** Continues `#finish` when a batch was read or put back. */
  #wake: () => void = () => undefined;

  constructor(readers: Started, installed: InstalledPrograms | undefined, signal: AbortSignal) {
    this.#readers = readers;
    this.#installed = installed;
    this.#signal = signal;
  }

  get here(): LineReader {
    return this.#readers.here;
  }

  get isParallel(): boolean {
    return !this.#installed && helpersWanted(Number.POSITIVE_INFINITY) > 0;
  }

  start(tasks: readonly LineTask[]): LineReading {
    const end = (): void => endHelpers(this.#readers);
    let left = tasks.length;
    const counted = tasks.map(
      ({ batch, done }): LineTask => ({
        batch,
        done: (words) => {
          left -= 1;
          done(words);
          if (left === 0) this.#signal.removeEventListener('abort', end);
        },
      }),
    );
    if (left > 0) this.#signal.addEventListener('abort', end);
    if (!this.#installed) this.#enqueue(counted);
    const abandon = (): void => {
      this.#signal.removeEventListener('abort', end);
      this.#waiting = this.#waiting.filter((task) => !counted.includes(task));
    };
    return {
      abandon,
      finish: async (between) => {
        try {
          if (this.#installed) this.#enqueue(await this.#readInstalled(this.#installed, counted, between));
          while (left > 0) await this.#readNext(between);
        } catch (failure) {
          abandon();
          throw failure;
        }
      },
    };
  }

  #enqueue(tasks: readonly LineTask[]): void {
    this.#waiting = [...this.#waiting, ...tasks];
    startHelpers(this.#readers, tasks.length - 1);
    this.#handOut();
  }

  /** Reads the next lines here, or waits for other readers. */
  async #readNext(between: () => Promise<void> | undefined): Promise<void> {
    const [task] = this.#take(1);
    if (task) task.done(await readBatch(this.here, task.batch(), between));
    else
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
  }

  /** Returns the lines that the installed program did not read. */
  async #readInstalled(
    installed: InstalledPrograms,
    tasks: readonly LineTask[],
    between: () => Promise<void> | undefined,
  ): Promise<readonly LineTask[]> {
    for (let at = 0; at < tasks.length; at += INSTALLED_BATCHES) {
      await between();
      const some = tasks.slice(at, at + INSTALLED_BATCHES);
      const read = await readWithInstalled(
        installed,
        this.#readers.files.models,
        some.map((task) => task.batch()),
      );
      if (!read) return tasks.slice(at);
      for (const [index, task] of some.entries()) task.done(read[index] ?? []);
    }
    return [];
  }

  #handOut(): void {
    for (const helper of this.#readers.helpers) {
      const most = this.#waiting.length > MANY_WAITING * this.#readers.helpers.length ? 2 : 1;
      for (const task of this.#take(helper.room(most))) void this.#give(helper, task);
    }
  }

  #take(most: number): readonly LineTask[] {
    const taken = this.#waiting.slice(0, most);
    this.#waiting = this.#waiting.slice(most);
    return taken;
  }

  async #give(helper: Helper, task: LineTask): Promise<void> {
    const words = await readBy(helper, task);
    if (words) {
      task.done(words);
      this.#handOut();
    } else this.#waiting = [task, ...this.#waiting];
    this.#wake();
  }
}

/** Returns `undefined` if the helper did not read the lines, or did not get them. This worker then reads them, and reports what fails again. */
async function readBy(helper: Helper, task: LineTask): Promise<BatchWords | undefined> {
  try {
    return await helper.read(task.batch());
  } catch {
    return undefined;
  }
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

/** Number of helpers for this many batches. A server has none, because it converts several files at the same time instead. */
const helpersWanted = (batches: number): number => (webWorkers() ? Math.min(batches, parallelLanes() - 1) : 0);

/** Starts the helpers that are missing for this many batches. */
function startHelpers(readers: Started, batches: number): void {
  const Worker = webWorkers();
  if (!Worker) return;
  const wanted = helpersWanted(batches);
  while (readers.helpers.length < wanted) readers.helpers = [...readers.helpers, startHelper(readers, Worker)];
}

/** @param Worker named as the platform's, because bundlers find the module of a worker by that name */
function startHelper(readers: Started, Worker: EngineWorkerConstructor): Helper {
  const worker = new Worker(new URL('./line-worker.ts', import.meta.url), { type: 'module', name: 'text-lines' });
  const pending: ((words: BatchWords | undefined) => void)[] = [];
  let isEnded = false;
  const helper: Helper = {
    read: (batch) =>
      new Promise((resolve) => {
        if (isEnded) {
          resolve(undefined);
          return;
        }
        const transfer = batch.lines.map(({ data }) => data.buffer);
        worker.postMessage({ type: 'read', batch } satisfies LineWorkerRequest, transfer);
        pending.push(resolve);
      }),
    room: (most) => (isEnded ? 0 : Math.max(0, most - pending.length)),
    end() {
      isEnded = true;
      worker.terminate();
      for (const settle of pending.splice(0)) settle(undefined);
    },
  };
  worker.addEventListener('message', ({ data }) => pending.shift()?.(data as LineWorkerResponse));
  // Offline, its code may not be stored; a small device may lack memory for it.
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    helper.end();
    readers.helpers = readers.helpers.filter((other) => other !== helper);
  });
  worker.postMessage({ type: 'start', files: readers.files } satisfies LineWorkerRequest, []);
  return helper;
}
