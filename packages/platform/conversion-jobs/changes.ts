/** Notifies subscribers when a job changes, whichever process works on it. */
import { z } from 'zod';
import type { Conversions } from './service.ts';
import { CHANGE_COLUMNS, type JobChange } from './signals.ts';

/** Interval of queries while notifications do not arrive. One query serves all subscribers of this process. */
const POLL_MS = 300;
/** Interval of queries that find lost notifications. */
const CHECK_MS = 5000;
/** How long changes are remembered for subscribers that read the job before they subscribed. */
const REMEMBERED_MS = 10_000;
const MAX_REMEMBERED = 10_000;

export type JobChanges = {
  /**
   * Calls the listener at once and after every change. Returns a function that unsubscribes.
   * @param known revision that the caller has just read; the listener is called for later ones only
   */
  subscribe(jobId: string, listener: (change: JobChange) => void, known?: number): () => void;
};

type Subscriber = { readonly jobId: string; readonly listener: (change: JobChange) => void; told: number };

const rows = z.array(z.object({ id: z.string(), revision: z.number(), ended: z.boolean() }));

type Parts = Pick<Conversions, 'database' | 'signals' | 'onProblem'>;

export function watchJobs(parts: Parts): JobChanges {
  return new JobWatch(parts);
}

class JobWatch implements JobChanges {
  readonly #parts: Parts;
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  readonly #recent = rememberedChanges();
  #isListening = false;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  subscribe(jobId: string, listener: (change: JobChange) => void, known?: number): () => void {
    this.#listen();
    const subscriber = { jobId, listener, told: known ?? -1 };
    const ofJob = this.#subscribers.get(jobId) ?? new Set();
    this.#subscribers.set(jobId, ofJob.add(subscriber));
    const change = this.#recent.get(jobId);
    if (change) queueMicrotask(() => ofJob.has(subscriber) && tell(subscriber, change));
    if (known === undefined) void Promise.resolve(this.#looking).then(() => this.#look());
    this.#startTimer();
    return () => {
      ofJob.delete(subscriber);
      if (ofJob.size === 0) this.#subscribers.delete(jobId);
      if (this.#subscribers.size === 0) this.#stopTimer();
    };
  }

  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#parts.signals.listen({
      onChange: (change) => {
        this.#recent.add(change);
        this.#tellAll(change);
      },
      onConnected: () => void (this.#subscribers.size > 0 && this.#look()),
    });
  }

  #tellAll(change: JobChange): void {
    for (const subscriber of this.#subscribers.get(change.id) ?? []) tell(subscriber, change);
  }

  #startTimer(): void {
    if (this.#timer) return;
    this.#lookedAt = performance.now();
    this.#timer = setInterval(() => {
      if (!this.#parts.signals.isHeard() || performance.now() - this.#lookedAt >= CHECK_MS) this.#look();
    }, POLL_MS);
  }

  #stopTimer(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    this.#looking ??= this.#readChanges().finally(() => {
      this.#looking = undefined;
    });
  }

  async #readChanges(): Promise<void> {
    this.#lookedAt = performance.now();
    try {
      const found = await this.#parts.database.query(`select ${CHANGE_COLUMNS} from conversions.jobs where id = any($1)`, [
        [...this.#subscribers.keys()],
      ]);
      for (const change of rows.parse(found)) this.#tellAll(change);
    } catch (error) {
      this.#parts.onProblem({ event: 'conversion-changes', detail: error instanceof Error ? error.message : 'unknown' });
    }
  }
}

function tell(subscriber: Subscriber, change: JobChange): void {
  if (change.revision <= subscriber.told) return;
  subscriber.told = change.revision;
  subscriber.listener(change);
}

/** Latest change of jobs, in order of their arrival. */
function rememberedChanges() {
  const changes = new Map<string, JobChange & { readonly at: number }>();
  return {
    add(change: JobChange): void {
      const now = performance.now();
      changes.delete(change.id);
      changes.set(change.id, { ...change, at: now });
      for (const [id, { at }] of changes) {
        if (now - at < REMEMBERED_MS && changes.size <= MAX_REMEMBERED) break;
        changes.delete(id);
      }
    },
    get: (id: string): JobChange | undefined => changes.get(id),
  };
}
