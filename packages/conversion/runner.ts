import { Admission } from './admission.ts';
import type { Warning } from './engine.ts';
import { type ConversionErrorCode, mayTryAnotherPlan, mostTelling } from './errors.ts';
import { fidelityRank } from './fidelity.ts';
import { type FailedPlan, nextPlan } from './next-plan.ts';
import type { OptionValues } from './options.ts';
import type { Plan, PlanStep } from './planner.ts';
import { type Loan, WorkerPool } from './worker-pool.ts';
import type { JobFile, JobProgress, WorkerLink } from './worker-protocol.ts';

export type Job = {
  readonly inputs: readonly [Blob, ...Blob[]];
  /** Best first. Tried until one works or a failure says that no other will; none that would repeat a failure. */
  readonly plans: readonly [Plan, ...Plan[]];
  /** Only when inputs of several formats become one output: each input's own steps before the plan's last one. */
  readonly leads?: readonly (readonly PlanStep[])[];
  readonly options: OptionValues;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: JobProgress) => void;
  /** Called when the job leaves the queue. */
  readonly onStart?: () => void;
};

export type Attempt = FailedPlan & {
  /** For the log; never shown to a person. */
  readonly detail: string;
  /** Which of several inputs it failed on, where that is known. */
  readonly input?: number;
};

export type JobResult =
  | {
      readonly ok: true;
      readonly files: readonly [JobFile, ...JobFile[]];
      readonly warnings: readonly Warning[];
      readonly plan: Plan;
      /** Time on a worker, queueing left out. */
      readonly elapsedMs: number;
      /** Plans that failed before the one that worked. */
      readonly attempts: readonly Attempt[];
    }
  | ({ readonly ok: false; readonly attempts: readonly Attempt[] } & Pick<Attempt, 'code' | 'detail' | 'input'>);

export type RunnerOptions = {
  readonly spawn: () => WorkerLink;
  readonly maxWorkers: number;
  /** Jobs whose estimates add up to more wait. A job larger than the whole budget runs alone. */
  readonly memoryBudgetBytes: number;
  /** Peak bytes of one run of a plan over that many input bytes, from the engines' manifests. */
  readonly estimateBytes: (plan: Plan, inputBytes: number) => number;
  /** What a worker goes on holding that has run this engine; with it, warm workers end before all of them hold more than the budget. */
  readonly heldBytes?: (engine: string) => number;
  /** A warm worker without work ends after this long. Default 30 s. */
  readonly idleMs?: number;
  /** How long a worker may take to obey an abort before it is ended. Default 100 ms: a person sees "cancelled" within 200. */
  readonly abortGraceMs?: number;
  /** Longest time of one plan without progress; a hang costs its worker. Default two minutes and two more for each 60 MB. */
  readonly deadlineMs?: (inputBytes: number) => number;
  /**
   * How long an engine may take to start before it is thought to hang: its worker is ended, and a fresh one is given all the
   * time of the deadline, as the device may only be slow. Default 30 s, ten
   * times what the slowest engine takes on an idle computer.
   */
  readonly startPatienceMs?: number;
  /** A worker is replaced after this many jobs. Default 40. */
  readonly jobsPerWorker?: number;
  readonly now?: () => number;
};

export type Runner = {
  /** Never rejects: what can go wrong is in the result. */
  run(job: Job): Promise<JobResult>;
  /** Starts the engines of a plan that is likely to be run, in an idle worker or a new one, if the memory allows. */
  warm(plan: Plan): void;
  /** Workers alive, and jobs running or waiting. */
  load(): { readonly workers: number; readonly running: number; readonly queued: number };
  /** Ends idle workers. Running jobs end with their signals. */
  dispose(): void;
};

const DEFAULTS = {
  idleMs: 30_000,
  abortGraceMs: 100,
  deadlineMs: (inputBytes: number): number => 120_000 + inputBytes / 500,
  jobsPerWorker: 40,
  heldBytes: (): number => 0,
  startPatienceMs: 60_000,
  now: (): number => performance.now(),
} as const;

/** Runs jobs on a bounded pool of workers: queue, memory budget, fallback to the next plan, cancel, deadline. */
export function createRunner(given: RunnerOptions): Runner {
  const options = { ...DEFAULTS, ...given };
  const pool = new WorkerPool({ ...options, budgetBytes: options.memoryBudgetBytes });
  const admission = new Admission({ maxRunning: options.maxWorkers, budgetBytes: options.memoryBudgetBytes });
  let lastId = 0;

  const attempt = async (job: Job, plan: Plan, limits: Limits): Promise<AttemptEnd> => {
    lastId += 1;
    const loan = pool.borrow(plan.steps.map((step) => step.engine));
    const end = await runOnWorker(loan, lastId, job, plan, limits);
    pool.giveBack(loan, end.healthy);
    return end;
  };

  const attemptTwice = async (job: Job, plan: Plan, deadlineMs: number): Promise<AttemptEnd> => {
    const { abortGraceMs: graceMs, startPatienceMs } = options;
    const end = await attempt(job, plan, { graceMs, deadlineMs, startPatienceMs });
    return end.ok || !end.hungAtStart ? end : attempt(job, plan, { graceMs, deadlineMs, startPatienceMs: deadlineMs });
  };

  const tryPlans = async (job: Job, deadlineMs: number): Promise<JobResult> => {
    const startedAt = options.now();
    const attempts: Attempt[] = [];
    for (let plan: Plan | undefined = job.plans[0]; plan; plan = nextPlan(job.plans, attempts)) {
      const end = await attemptTwice(job, plan, deadlineMs);
      if (end.ok) {
        const elapsedMs = options.now() - startedAt;
        const warnings = [...lossesOf(plan, job.plans[0]), ...end.warnings];
        return { ok: true, files: end.files, warnings, plan, elapsedMs, attempts };
      }
      const { code, engine, detail } = end;
      attempts.push({ plan, code, engine, detail, ...placeOf(end) });
      if (!mayTryAnotherPlan(end.code)) break;
    }
    return failureOf(attempts);
  };

  return {
    async run(job) {
      if (job.signal?.aborted) return CANCELLED_IN_QUEUE;
      const inputBytes = job.inputs.reduce((sum, blob) => sum + blob.size, 0);
      const bytes = options.estimateBytes(job.plans[0], inputBytes);
      const admitted = await admission.enter(bytes, job.signal).then(
        () => true,
        () => false,
      );
      if (!admitted) return CANCELLED_IN_QUEUE;
      try {
        job.onStart?.();
        return await tryPlans(job, options.deadlineMs(inputBytes));
      } finally {
        admission.leave(bytes);
      }
    },
    warm(plan) {
      const isBusy = admission.running + admission.queued > 0;
      if (!isBusy && options.estimateBytes(plan, 0) <= options.memoryBudgetBytes) startAhead(pool, plan);
    },
    load: () => ({ workers: pool.size, running: admission.running, queued: admission.queued }),
    dispose: () => pool.dispose(),
  };
}

/** The worker counts as idle at once: the job that is expected takes it as it is. */
function startAhead(pool: WorkerPool, plan: Plan): void {
  const engines = plan.steps.map((step) => step.engine);
  if (pool.holdsIdle(engines)) return;
  const loan = pool.borrow(engines);
  loan.link.post({ type: 'warm', engines });
  pool.giveBack(loan, true);
}

const CANCELLED_IN_QUEUE: JobResult = { ok: false, code: 'cancelled', detail: 'cancelled before it started', attempts: [] };

/** A person was told what the best plan keeps, before it began. */
function lossesOf(taken: Plan, best: Plan): readonly Warning[] {
  return fidelityRank(taken.fidelity) > fidelityRank(best.fidelity) ? [{ code: 'less-faithful' }] : [];
}

function failureOf(attempts: readonly Attempt[]): JobResult {
  const [first, ...rest] = attempts;
  if (!first) return { ok: false, code: 'internal', detail: 'no plan was tried', attempts };
  const told = mostTelling([first, ...rest]);
  return {
    ok: false,
    code: told.code,
    detail: told.detail,
    attempts,
    ...(told.input === undefined ? {} : { input: told.input }),
  };
}

function placeOf({ step, input }: Pick<Attempt, 'step' | 'input'>): Pick<Attempt, 'step' | 'input'> {
  return { ...(step === undefined ? {} : { step }), ...(input === undefined ? {} : { input }) };
}

type AttemptEnd = { readonly healthy: boolean } & (
  | { readonly ok: true; readonly files: readonly [JobFile, ...JobFile[]]; readonly warnings: readonly Warning[] }
  | ({ readonly ok: false; readonly hungAtStart?: boolean } & Omit<Attempt, 'plan'>)
);

type Limits = { readonly graceMs: number; readonly deadlineMs: number; readonly startPatienceMs: number };

/** After these a WebAssembly instance may be unusable, so its worker is not used again. */
const POISONOUS: ReadonlySet<ConversionErrorCode> = new Set<ConversionErrorCode>([
  'internal',
  'out-of-memory',
  'corrupt',
  'crashed',
]);

type AttemptState = {
  engine: string;
  /** The most the worker has told. */
  fraction: number;
  loadedBytes: number;
  graceTimer?: ReturnType<typeof setTimeout>;
  startTimer?: ReturnType<typeof setTimeout>;
};

function countdown(milliseconds: number, end: () => void): { restart(): void; stop(): void } {
  let timer = setTimeout(end, milliseconds);
  return {
    restart() {
      clearTimeout(timer);
      timer = setTimeout(end, milliseconds);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Bytes that arrive count as well: a slow line is no hang. */
function hasAdvanced(state: AttemptState, progress: JobProgress): boolean {
  if (progress.stage === 'loading') {
    const more = (progress.loadedBytes ?? 0) > state.loadedBytes;
    state.loadedBytes = Math.max(state.loadedBytes, progress.loadedBytes ?? 0);
    return more;
  }
  const fraction = progress.stage === 'working' ? (progress.fraction ?? 0) : 0;
  if (fraction <= state.fraction) return false;
  state.fraction = fraction;
  return true;
}

/** One plan on one worker. Ends once, with whatever comes first: an answer, a crash, the deadline, or an abort not obeyed. */
function runOnWorker(loan: Loan, id: number, job: Job, plan: Plan, limits: Limits): Promise<AttemptEnd> {
  return new Promise((resolve) => {
    const state: AttemptState = { engine: plan.steps[0].engine, fraction: 0, loadedBytes: 0 };
    const end = (result: AttemptEnd): void => {
      clearTimeout(state.graceTimer);
      clearTimeout(state.startTimer);
      patience.stop();
      job.signal?.removeEventListener('abort', abort);
      resolve(result);
    };
    const fail = (code: ConversionErrorCode, detail: string, healthy: boolean): void =>
      end({ ok: false, code, engine: state.engine, detail, healthy });
    const abort = (): void => {
      loan.link.post({ type: 'abort', job: id });
      state.graceTimer = setTimeout(() => fail('cancelled', 'did not obey in time', false), limits.graceMs);
    };
    const hang = (): void => {
      const detail = `did not start within ${limits.startPatienceMs} ms`;
      end({ ok: false, hungAtStart: true, code: 'timeout', engine: state.engine, detail, healthy: false });
    };
    const patience = countdown(limits.deadlineMs, () => fail('timeout', `no progress for ${limits.deadlineMs} ms`, false));

    loan.onCrash = (detail, code = 'crashed') => fail(job.signal?.aborted ? 'cancelled' : code, detail, false);
    loan.onMessage = (message) => {
      if (message.job !== id) return;
      if (message.type === 'progress') {
        state.engine = message.progress.engine;
        clearTimeout(state.startTimer);
        if (message.progress.stage === 'starting') state.startTimer = setTimeout(hang, limits.startPatienceMs);
        if (hasAdvanced(state, message.progress)) patience.restart();
        if (!job.signal?.aborted) job.onProgress?.(message.progress);
      } else if (job.signal?.aborted) {
        if (message.type === 'done') loan.link.discard(message.files);
        fail('cancelled', 'aborted', true);
      } else if (message.type === 'done') end({ ok: true, healthy: true, files: message.files, warnings: message.warnings });
      else
        end({
          ok: false,
          healthy: !POISONOUS.has(message.code),
          code: message.code,
          engine: message.engine,
          detail: message.detail,
          ...placeOf(message),
        });
    };
    job.signal?.addEventListener('abort', abort, { once: true });
    if (job.signal?.aborted) abort();
    loan.link.post({
      type: 'run',
      job: id,
      steps: plan.steps,
      ...(job.leads ? { leads: job.leads } : {}),
      inputs: job.inputs,
      options: job.options,
    });
  });
}
