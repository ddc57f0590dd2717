import { type FSWatcher, watch } from 'node:fs';
import type { FileConversions, WatchOutcome } from './file-conversion.ts';
import { type SeenFile, Settling } from './settling.ts';
import { sourceFiles } from './source-files.ts';

/** Milliseconds between two looks at a file that is still being written. */
const SETTLE_MS = 1000;
/** Interval of looks where the system cannot report changes, in milliseconds. */
const FALLBACK_POLL_MS = 5000;

export type WatchedFolder = {
  readonly folder: string;
  readonly conversions: FileConversions;
  /** Files at the same time. */
  readonly concurrency: number;
  /** Looks at the folder in this interval instead of relying on the system, for network folders. */
  readonly pollMs?: number;
  readonly signal: AbortSignal;
  readonly onOutcome: (outcome: WatchOutcome) => void;
  /** Reports what the user can know, but need not act on. */
  readonly onNotice: (text: string) => void;
};

/**
 * Converts the files of a folder and those that arrive, until the signal. An idle folder costs no time: the system reports changes.
 * @throws if the folder cannot be read anymore, or a defect stops a conversion
 */
export async function watchFolder(given: WatchedFolder): Promise<void> {
  const { signal } = given;
  const ended = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => ended.resolve(), { once: true });
  if (signal.aborted) ended.resolve();
  const watcher = new Watcher(given, ended.reject);
  const stop = observe(given, () => watcher.lookSoon());
  watcher.look();
  try {
    await ended.promise;
  } finally {
    stop();
    await watcher.close();
  }
}

/** Looks at the folder after changes, and converts what has settled. */
class Watcher {
  readonly #given: WatchedFolder;
  readonly #fail: (error: unknown) => void;
  readonly #settling = new Settling();
  readonly #waiting = new Map<string, SeenFile>();
  readonly #running = new Map<string, Promise<void>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLooking = false;
  #isClosed = false;

  constructor(given: WatchedFolder, fail: (error: unknown) => void) {
    this.#given = given;
    this.#fail = fail;
  }

  /** Looks after a moment, in which further changes are expected. */
  lookSoon(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#isLooking) this.lookSoon();
      else this.look();
    }, SETTLE_MS);
  }

  look(): void {
    this.#isLooking = true;
    this.#takeSettled()
      .catch(this.#fail)
      .finally(() => {
        this.#isLooking = false;
      });
  }

  /** Starts no more conversions and waits for those that run. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#running.values());
  }

  async #takeSettled(): Promise<void> {
    const { settled, isUnsettled } = this.#settling.look(await sourceFiles(this.#given.folder));
    for (const file of settled) this.#waiting.set(file.name, file);
    this.#startWaiting();
    if (isUnsettled) this.lookSoon();
  }

  #startWaiting(): void {
    for (const [name, file] of this.#waiting) {
      if (this.#isClosed || this.#running.size >= this.#given.concurrency) return;
      // Its earlier version is being converted.
      if (this.#running.has(name)) continue;
      this.#waiting.delete(name);
      this.#running.set(name, this.#convert(file));
    }
  }

  async #convert(file: SeenFile): Promise<void> {
    try {
      const outcome = await this.#given.conversions.convert(file);
      if (outcome) this.#given.onOutcome(outcome);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#running.delete(file.name);
      this.#startWaiting();
    }
  }
}

/** Calls back whenever the folder may have changed. @returns ends it */
function observe({ folder, pollMs, onNotice }: WatchedFolder, onChange: () => void): () => void {
  let poll: ReturnType<typeof setInterval> | undefined;
  let watcher: FSWatcher | undefined;
  const pollEvery = (milliseconds: number): void => {
    poll ??= setInterval(onChange, milliseconds);
  };
  const giveUp = (error: unknown): void => {
    watcher?.close();
    onNotice(
      `Changes are not reported here (${error instanceof Error ? error.message : String(error)}), so the folder is checked every ${FALLBACK_POLL_MS / 1000} s.`,
    );
    pollEvery(FALLBACK_POLL_MS);
  };
  if (pollMs === undefined) {
    try {
      watcher = watch(folder, onChange);
      watcher.on('error', giveUp);
    } catch (error) {
      giveUp(error);
    }
  } else pollEvery(pollMs);
  return () => {
    watcher?.close();
    clearInterval(poll);
  };
}
