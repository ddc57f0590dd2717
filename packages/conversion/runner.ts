import type { Warning } from './engine.ts';
import { ConversionError, type ConversionErrorCode, mayTryAnotherPlan, mostTelling } from './errors.ts';
import type { OptionValues } from './options.ts';
import type { Plan } from './planner.ts';
import type { FromWorker, JobFile, JobProgress, WorkerLink } from './worker-protocol.ts';

export type Job = {
  readonly inputs: readonly [Blob, ...Blob[]];
  /** Tried in order until one works or a failure says that no other will. */
  readonly plans: readonly [Plan, ...Plan[]];
  readonly options: OptionValues;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: JobProgress) => void;
  /** Called when a worker takes the job out of the queue. */
  readonly onStart?: () => void;
};

export type Attempt = { readonly plan: Plan; readonly code: ConversionErrorCode; readonly engine: string; readonly detail: string };

export type JobResult =
  | {
      readonly ok: true;
      readonly files: readonly [JobFile, ...JobFile[]];
      readonly warnings: readonly Warning[];
      readonly plan: Plan;
      readonly elapsedMs: number;
      /** Plans that failed before the one that worked. */
      readonly attempts: readonly Attempt[];
    }
  | { readonly ok: false; readonly code: ConversionErrorCode; readonly detail: string; readonly attempts: readonly Attempt[] };

export type RunnerOptions = {
  readonly spawn: () => WorkerLink;
  readonly maxWorkers: number;
  /** Jobs whose estimates add up to more wait. A job larger than the whole budget runs alone. */
  readonly memoryBudgetBytes: number;
  /** Peak bytes of one run of a plan over that many input bytes, from the engines' manifests. */
  readonly estimateBytes: (plan: Plan, inputBytes: number) => number;
  /** A warm worker without work ends after this long. */
  readonly idleMs?: number;
  /** How long a worker may take to obey an abort before it is ended. */
  readonly abortGraceMs?: number;
  /** Longest run of one plan; a hang costs its worker. */
  readonly deadlineMs?: (inputBytes: number) => number;
  /** A worker is replaced after this many jobs: WebAssembly heaps grow and never shrink. */
  readonly jobsPerWorker?: number;
  readonly now?: () => number;
};

export type Runner = {
  /** Never rejects: what can go wrong is in the result. */
  run(job: Job): Promise<JobResult>;
  /** Workers alive, and jobs waiting or running. */
  readonly load: () => { readonly workers: number; readonly running: number; readonly queued: number };
  dispose(): void;
};

const DEFAULT_IDLE_MS = 30_000;
const DEFAULT_ABORT_GRACE_MS = 100;
const DEFAULT_JOBS_PER_WORKER = 40;
const defaultDeadline = (inputBytes: number): number => 120_000 + inputBytes / 500;

type Slot = { readonly link: WorkerLink; jobs: number; idleTimer?: ReturnType<typeof setTimeout>; onMessage?: (message: FromWorker) => void; onCrash?: (detail: string) => void };
type Waiting = { readonly bytes: number; readonly start: () => void };

/**
 * Runs jobs on a bounded pool of workers. Workers are started when needed, reused while warm, ended when idle, and
 * replaced when they crash, hang or ignore an abort; that costs only the job they were running.
 */
export function createRunner(options: RunnerOptions): Runner {
  const idle: Slot[] = [];
  const waiting: Waiting[] = [];
  const settings = {
    idleMs: options.idleMs ?? DEFAULT_IDLE_MS,
    abortGraceMs: options.abortGraceMs ?? DEFAULT_ABORT_GRACE_MS,
    deadlineMs: options.deadlineMs ?? defaultDeadline,
    jobsPerWorker: options.jobsPerWorker ?? DEFAULT_JOBS_PER_WORKER,
    now: options.now ?? (() => performance.now()),
  };
  const load = { workers: 0, running: 0, reservedBytes: 0, jobs: 0 };

  const acquire = (): Slot => {
    const warm = idle.pop();
    if (warm) {
      clearTimeout(warm.idleTimer);
      return warm;
    }
    load.workers += 1;
    const slot: Slot = { link: options.spawn(), jobs: 0 };
    slot.link.onMessage((message) => slot.onMessage?.(message));
    slot.link.onCrash((detail) => slot.onCrash?.(detail));
    return slot;
  };

  const discard = (slot: Slot): void => {
    slot.link.terminate();
    load.workers -= 1;
  };

  const giveBack = (slot: Slot, healthy: boolean): void => {
    delete slot.onMessage;
    delete slot.onCrash;
    if (!healthy || slot.jobs >= settings.jobsPerWorker) {
      discard(slot);
      return;
    }
    slot.onCrash = () => {
      idle.splice(idle.indexOf(slot), 1);
      clearTimeout(slot.idleTimer);
      discard(slot);
    };
    slot.idleTimer = setTimeout(() => {
      idle.splice(idle.indexOf(slot), 1);
      discard(slot);
    }, settings.idleMs);
    (slot.idleTimer as { unref?: () => void }).unref?.();
    idle.push(slot);
  };

  const fits = (bytes: number): boolean =>
    load.running < options.maxWorkers && (load.running === 0 || load.reservedBytes + bytes <= options.memoryBudgetBytes);

  const pump = (): void => {
    while (waiting[0] && fits(waiting[0].bytes)) waiting.shift()?.start();
  };

  const reserve = (bytes: number, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const entry: Waiting = {
        bytes,
        start: () => {
          signal?.removeEventListener('abort', leave);
          load.running += 1;
          load.reservedBytes += bytes;
          resolve();
        },
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(new ConversionError('cancelled', 'cancelled while queued'));
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(entry);
      pump();
    });

  const unreserve = (bytes: number): void => {
    load.running -= 1;
    load.reservedBytes -= bytes;
    pump();
  };

  const attempt = (job: Job, plan: Plan, inputBytes: number): Promise<AttemptEnd> => {
    load.jobs += 1;
    const slot = acquire();
    slot.jobs += 1;
    return runOnSlot(slot, load.jobs, job, plan, { graceMs: settings.abortGraceMs, deadlineMs: settings.deadlineMs(inputBytes) }).then((end) => {
      giveBack(slot, end.healthy);
      return end;
    });
  };

  const tryPlans = async (job: Job, inputBytes: number): Promise<JobResult> => {
    const startedAt = settings.now();
    const attempts: Attempt[] = [];
    for (const plan of job.plans) {
      const end = await attempt(job, plan, inputBytes);
      if (end.ok) {
        return { ok: true, files: end.files, warnings: end.warnings, plan, elapsedMs: settings.now() - startedAt, attempts };
      }
      attempts.push({ plan, code: end.code, engine: end.engine, detail: end.detail });
      if (!mayTryAnotherPlan(end.code)) break;
    }
    return failureOf(attempts);
  };

  return {
    async run(job) {
      if (job.signal?.aborted) return { ok: false, code: 'cancelled', detail: 'cancelled before start', attempts: [] };
      const inputBytes = job.inputs.reduce((sum, blob) => sum + blob.size, 0);
      const bytes = options.estimateBytes(job.plans[0], inputBytes);
      try {
        await reserve(bytes, job.signal);
      } catch {
        return { ok: false, code: 'cancelled', detail: 'cancelled while queued', attempts: [] };
      }
      try {
        job.onStart?.();
        return await tryPlans(job, inputBytes);
      } finally {
        unreserve(bytes);
      }
    },
    load: () => ({ workers: load.workers, running: load.running, queued: waiting.length }),
    dispose() {
      for (const slot of idle.splice(0)) {
        clearTimeout(slot.idleTimer);
        discard(slot);
      }
    },
  };
}

function failureOf(attempts: readonly Attempt[]): JobResult {
  const [first, ...rest] = attempts;
  if (!first) return { ok: false, code: 'internal', detail: 'no plan was tried', attempts };
  const told = mostTelling([first, ...rest]);
  return { ok: false, code: told.code, detail: told.detail, attempts };
}

type AttemptEnd = { readonly healthy: boolean } & (
  | { readonly ok: true; readonly files: readonly [JobFile, ...JobFile[]]; readonly warnings: readonly Warning[] }
  | { readonly ok: false; readonly code: ConversionErrorCode; readonly engine: string; readonly detail: string }
);

/** One plan on one worker. Resolves once, whatever happens first: an answer, a crash, the deadline, or an unheeded abort. */
function runOnSlot(
  slot: Slot,
  id: number,
  job: Job,
  plan: Plan,
  limits: { readonly graceMs: number; readonly deadlineMs: number },
): Promise<AttemptEnd> {
  return new Promise((resolve) => {
    let engine = plan.steps[0].engine;
    let graceTimer: ReturnType<typeof setTimeout> | undefined;
    const end = (result: AttemptEnd): void => {
      clearTimeout(graceTimer);
      clearTimeout(deadlineTimer);
      job.signal?.removeEventListener('abort', abort);
      resolve(result);
    };
    const fail = (code: ConversionErrorCode, detail: string, healthy: boolean): void => end({ ok: false, code, engine, detail, healthy });
    const abort = (): void => {
      slot.link.post({ type: 'abort', job: id });
      graceTimer = setTimeout(() => fail('cancelled', 'worker ended, it did not obey in time', false), limits.graceMs);
    };
    const deadlineTimer = setTimeout(() => fail('timeout', `no result after ${limits.deadlineMs} ms`, false), limits.deadlineMs);

    slot.onCrash = (detail) => fail('crashed', detail, false);
    slot.onMessage = (message) => {
      if (message.job !== id) return;
      if (message.type === 'progress') {
        engine = message.progress.engine;
        if (!job.signal?.aborted) job.onProgress?.(message.progress);
      } else if (job.signal?.aborted) fail('cancelled', 'aborted', true);
      else if (message.type === 'done') end({ ok: true, healthy: true, files: message.files, warnings: message.warnings });
      else end({ ok: false, healthy: !POISONOUS.has(message.code), code: message.code, engine: message.engine, detail: message.detail });
    };
    job.signal?.addEventListener('abort', abort, { once: true });
    if (job.signal?.aborted) abort();
    slot.link.post({ type: 'run', job: id, steps: plan.steps, inputs: job.inputs, options: job.options });
  });
}

/** After these a WebAssembly instance may be unusable, so its worker is not reused. */
const POISONOUS: ReadonlySet<ConversionErrorCode> = new Set<ConversionErrorCode>(['internal', 'out-of-memory', 'corrupt']);
