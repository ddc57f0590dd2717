import { type FSWatcher, watch } from 'node:fs';
import type { FileConversions, WatchOutcome } from './file-conversion.ts';
import { type SeenFile, Settling } from './settling.ts';
import { sourceFiles } from './source-files.ts';

/** Milliseconds between two checks of a file that is still being written. */
const SETTLE_MS = 1000;
/** Milliseconds between two scans where the system cannot report changes. */
const FALLBACK_POLL_MS = 5000;

export type WatchedFolder = {
  readonly folder: string;
  readonly conversions: FileConversions;
  /** Maximum number of simultaneous conversions. */
  readonly concurrency: number;
  /** Scans the folder at this interval instead of relying on the system, for network folders. */
  readonly pollMs?: number;
  readonly signal: AbortSignal;
  readonly onOutcome: (outcome: WatchOutcome) => void;
  /** Reports information that requires no action. */
  readonly onNotice: (text: string) => void;
};

/**
 * Converts the files in a folder, and new ones as they arrive, until the signal aborts. The system reports changes, so an idle folder
 * costs no processor time.
 * @throws if the folder can no longer be read, or a defect stops a conversion
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

/** Scans the folder after changes and converts settled files. */
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

  /** Scans after a delay, so that several changes lead to one scan. */
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

  /** Starts no more conversions and waits for running ones. */
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

/** Calls `onChange` whenever the folder may have changed. @returns a function that stops watching */
function observe({ folder, pollMs, onNotice }: WatchedFolder, onChange: () => void): () => void {
  let poll: ReturnType<typeof setInterval> | undefined;
  let watcher: FSWatcher | undefined;
  const pollEvery = (milliseconds: number): void => {
    poll ??= setInterval(onChange, milliseconds);
  };
  const giveUp = (error: unknown): void => {
    watcher?.close();
    onNotice(
      `Changes to this folder are not reported (${error instanceof Error ? error.message : String(error)}), so the folder is checked every ${FALLBACK_POLL_MS / 1000} s.`,
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
