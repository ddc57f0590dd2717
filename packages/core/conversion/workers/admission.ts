import { ConversionError } from '../errors.ts';

type Waiting = { readonly bytes: number; readonly admit: () => void; overtaken: number };

/** Number of later jobs that may start before a job that waits for memory, so that it starts at some point. */
const MAX_OVERTAKEN = 64;

/**
 * Decides which queued job may start: in order, at most `maxRunning` at once, and their estimates within the budget. While a job
 * waits for memory, later ones that fit start before it, so that no processor idles. A job larger than the whole budget is
 * admitted when nothing else runs.
 */
export class Admission {
  readonly #waiting: Waiting[] = [];
  readonly #maxRunning: number;
  readonly #budgetBytes: number;
  #running = 0;
  #reservedBytes = 0;

  constructor(limits: { readonly maxRunning: number; readonly budgetBytes: number }) {
    this.#maxRunning = limits.maxRunning;
    this.#budgetBytes = limits.budgetBytes;
  }

  get running(): number {
    return this.#running;
  }

  get queued(): number {
    return this.#waiting.length;
  }

  /** Resolves when the job may start; rejects with `cancelled` if the signal fires first. Pair with `leave`. */
  enter(bytes: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(new ConversionError('cancelled', 'cancelled before it was queued'));
    return new Promise((resolve, reject) => {
      const quit = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        reject(new ConversionError('cancelled', 'cancelled while queued'));
        // Jobs behind it may fit where it did not.
        this.#admitNext();
      };
      const entry: Waiting = {
        bytes,
        overtaken: 0,
        admit: () => {
          signal?.removeEventListener('abort', quit);
          this.#running += 1;
          this.#reservedBytes += bytes;
          resolve();
        },
      };
      signal?.addEventListener('abort', quit, { once: true });
      this.#waiting.push(entry);
      this.#admitNext();
    });
  }

  leave(bytes: number): void {
    this.#running -= 1;
    this.#reservedBytes -= bytes;
    this.#admitNext();
  }

  #fits(bytes: number): boolean {
    if (this.#running === 0) return true;
    return this.#running < this.#maxRunning && this.#reservedBytes + bytes <= this.#budgetBytes;
  }

  #admitNext(): void {
    for (let entry = this.#takeNext(); entry; entry = this.#takeNext()) entry.admit();
  }

  #takeNext(): Waiting | undefined {
    for (const [place, entry] of this.#waiting.entries()) {
      if (this.#fits(entry.bytes)) {
        for (const passed of this.#waiting.slice(0, place)) passed.overtaken += 1;
        return this.#waiting.splice(place, 1)[0];
      }
      if (entry.overtaken >= MAX_OVERTAKEN) return undefined;
    }
    return undefined;
  }
}
