import type { Warning } from './engine.ts';
import { type ConversionErrorCode, mayTryAnotherPlan, mostSpecific } from './errors.ts';
import { fidelityRank } from './fidelity.ts';
import { type FailedPlan, nextPlan } from './next-plan.ts';
import type { OptionValues } from './options.ts';
import type { Plan, PlanStep } from './planner.ts';
import { Admission } from './workers/admission.ts';
import { type Loan, WorkerPool } from './workers/worker-pool.ts';
import type { JobFile, JobProgress, ToWorker, WorkerLink } from './workers/worker-protocol.ts';

export type Job = {
  readonly inputs: readonly [Blob, ...Blob[]];
  /**
   * Plans, best first. Tried until one succeeds or a failure rules out the rest; a plan that would repeat a failure is skipped.
   */
  readonly plans: readonly [Plan, ...Plan[]];
  /** Only when inputs of several formats become one output: each input's own steps before the plan's last step. */
  readonly leads?: readonly (readonly PlanStep[])[];
  readonly options: OptionValues;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: JobProgress) => void;
  /** Called when the job leaves the queue. */
  readonly onStart?: () => void;
};

export type Attempt = FailedPlan & {
  /** For the log; never shown to people. */
  readonly detail: string;
  /** Index of the input it failed on, if known. */
  readonly input?: number;
};

export type JobResult =
  | {
      readonly ok: true;
      readonly files: readonly [JobFile, ...JobFile[]];
      readonly warnings: readonly Warning[];
      readonly plan: Plan;
      /** Milliseconds on a worker, without queueing. */
      readonly elapsedMs: number;
      /** Plans that failed before the successful one. */
      readonly attempts: readonly Attempt[];
    }
  | ({ readonly ok: false; readonly attempts: readonly Attempt[] } & Pick<Attempt, 'code' | 'detail' | 'input'>);

export type RunnerOptions = {
  readonly spawn: () => WorkerLink;
  readonly maxWorkers: number;
  /** Memory budget in bytes. Jobs wait when the running estimates exceed it; a job larger than the whole budget runs alone. */
  readonly memoryBudgetBytes: number;
  /** Peak bytes of running a plan on that many input bytes, from the engines' manifests. */
  readonly estimateBytes: (plan: Plan, inputBytes: number) => number;
  /**
   * Bytes a worker retains after running this engine. With it, warm workers are terminated before they retain more than the
   * budget together.
   */
  readonly heldBytes?: (engine: string) => number;
  /** Milliseconds without work after which a warm worker exits. Default 30,000. */
  readonly idleMs?: number;
  /**
   * Milliseconds a worker may take to react to an abort before it is terminated. Default 100, so that "cancelled" shows within
   * 200.
   */
  readonly abortGraceMs?: number;
  /**
   * Longest time of one plan without progress, in milliseconds; a worker that exceeds it is terminated. Default two minutes, plus
   * two for each 60 MB.
   */
  readonly deadlineMs?: (inputBytes: number) => number;
  /**
   * Milliseconds an engine may take to start before it counts as hanging: its worker is terminated, and a fresh one gets the full
   * deadline, because the device may only be slow. Default 60,000; the slowest engine starts in 3,000 on an idle computer.
   */
  readonly startPatienceMs?: number;
  /** Number of jobs after which a worker is replaced. Default 40. */
  readonly jobsPerWorker?: number;
  readonly now?: () => number;
  /** Called once for an engine that does not work on this device. Its plans are left out from then on. */
  readonly onUnfit?: (engine: string) => void;
};

export type Runner = {
  /** Runs a job. Never rejects: failures are part of the result. */
  run(job: Job): Promise<JobResult>;
  /** Starts the engines of a plan that is likely to run, in an idle worker or a new one, if memory allows. */
  warm(plan: Plan): void;
  /** Number of live workers, and of running and waiting jobs. */
  load(): { readonly workers: number; readonly running: number; readonly queued: number };
  /** Terminates idle workers. Running jobs end through their signals. */
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
  onUnfit: (): void => undefined,
} as const;

/**
 * Runs jobs on a bounded pool of workers, with a queue, a memory budget, fallback to the next plan, cancellation and a deadline.
 */
export function createRunner(given: RunnerOptions): Runner {
  const options = { ...DEFAULTS, ...given };
  const pool = new WorkerPool({ ...options, budgetBytes: options.memoryBudgetBytes });
  const admission = new Admission({ maxRunning: options.maxWorkers, budgetBytes: options.memoryBudgetBytes });
  /** What this device can't do, by the name of the engine. */
  const unfit = new Map<string, string>();
  let lastId = 0;

  const attempt = async (job: Job, plan: Plan, limits: Limits): Promise<AttemptEnd> => {
    lastId += 1;
    const loan = pool.borrow(plan.steps.map((step) => step.engine));
    const sharers = admission.running + admission.queued;
    const end = await runOnWorker(loan, { ...job, id: lastId, sharers }, plan, limits);
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
    const plans = job.plans.filter((plan) => unfitStep(plan, unfit) < 0);
    if (plans.length === 0) return failureOf([refusalOf(job.plans[0], unfit)]);
    for (let plan = plans[0]; plan; plan = nextPlan(plans, attempts)) {
      const end = await attemptTwice(job, plan, deadlineMs);
      if (end.ok) return { ...successOf(end, plan, job.plans[0]), elapsedMs: options.now() - startedAt, attempts };
      const { code, engine, detail } = end;
      if (end.unfit && !unfit.has(engine)) options.onUnfit(engine);
      if (end.unfit) unfit.set(engine, detail);
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

/** The worker counts as idle at once, so the expected job can take it while it is starting. */
function startAhead(pool: WorkerPool, plan: Plan): void {
  const engines = plan.steps.map((step) => step.engine);
  if (pool.holdsIdle(engines)) return;
  const loan = pool.borrow(engines);
  loan.link.post({ type: 'warm', engines });
  pool.giveBack(loan, true);
}

function successOf({ files, warnings }: Extract<AttemptEnd, { ok: true }>, plan: Plan, best: Plan) {
  return { ok: true, files, warnings: [...lossesOf(plan, best), ...warnings], plan } as const;
}

const CANCELLED_IN_QUEUE: JobResult = { ok: false, code: 'cancelled', detail: 'cancelled before it started', attempts: [] };

/**
 * What the target could hold and the plan cannot keep. The fidelity of the best plan was shown before the start, so a lower one
 * needs a further warning.
 */
function lossesOf(taken: Plan, best: Plan): readonly Warning[] {
  const isLess = fidelityRank(taken.fidelity) > fidelityRank(best.fidelity) || fidelityRank(taken.kept) > fidelityRank(best.kept);
  const kept = taken.kept === 'lossless' || taken.kept === 'lossy' ? [] : [{ code: KEPT[taken.kept] }];
  return isLess ? [{ code: 'less-faithful' }, ...kept] : kept;
}

const KEPT = { 'layout-lost': 'layout-lost', 'text-only': 'only-text-kept', picture: 'pages-as-images' } as const;

const unfitStep = ({ steps }: Plan, unfit: ReadonlyMap<string, string>): number =>
  steps.findIndex(({ engine }) => unfit.has(engine));

/** A plan that is not tried, because one of its engines has failed on this device. */
function refusalOf(plan: Plan, unfit: ReadonlyMap<string, string>): Attempt {
  const step = unfitStep(plan, unfit);
  const { engine } = plan.steps[step] ?? plan.steps[0];
  return { plan, code: 'needs-capability', engine, step, detail: unfit.get(engine) ?? '' };
}

function failureOf(attempts: readonly Attempt[]): JobResult {
  const [first, ...rest] = attempts;
  if (!first) return { ok: false, code: 'internal', detail: 'no plan was tried', attempts };
  const told = mostSpecific([first, ...rest]);
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
  | ({ readonly ok: false; readonly hungAtStart?: boolean; readonly unfit?: boolean } & Omit<Attempt, 'plan'>)
);

type Limits = { readonly graceMs: number; readonly deadlineMs: number; readonly startPatienceMs: number };

/** After these errors a WebAssembly instance may be corrupt, so its worker is not reused. */
const POISONOUS: ReadonlySet<ConversionErrorCode> = new Set<ConversionErrorCode>([
  'internal',
  'out-of-memory',
  'corrupt',
  'crashed',
]);

type AttemptState = {
  engine: string;
  isStarting: boolean;
  /** Highest fraction the worker has reported. */
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

/** Downloaded bytes count as progress: a slow connection is not a hang. */
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

type NumberedJob = Job & { readonly id: number; readonly sharers: number };

function runMessage({ id, leads, inputs, options, sharers }: NumberedJob, { steps }: Plan): ToWorker {
  return { type: 'run', job: id, steps, ...(leads ? { leads } : {}), inputs, options, sharers };
}

/** Runs one plan on one worker. Ends once, on the first of: an answer, a crash, the deadline, an ignored abort. */
function runOnWorker(loan: Loan, job: NumberedJob, plan: Plan, limits: Limits): Promise<AttemptEnd> {
  const { id } = job;
  return new Promise((resolve) => {
    const state: AttemptState = { engine: plan.steps[0].engine, isStarting: false, fraction: 0, loadedBytes: 0 };
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
      end({ ok: false, hungAtStart: true, code: 'engine-unavailable', engine: state.engine, detail, healthy: false });
    };
    const patience = countdown(limits.deadlineMs, () =>
      // An engine that does not start on this device leaves the file to others.
      fail(state.isStarting ? 'engine-unavailable' : 'timeout', `no progress for ${limits.deadlineMs} ms`, false),
    );

    loan.onCrash = (detail, code = 'crashed') => fail(job.signal?.aborted ? 'cancelled' : code, detail, false);
    loan.onMessage = (message) => {
      if (message.job !== id) return;
      if (message.type === 'progress') {
        state.engine = message.progress.engine;
        clearTimeout(state.startTimer);
        state.isStarting = message.progress.stage === 'starting';
        if (state.isStarting) state.startTimer = setTimeout(hang, limits.startPatienceMs);
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
          ...(message.unfit && { unfit: true }),
          ...placeOf(message),
        });
    };
    job.signal?.addEventListener('abort', abort, { once: true });
    if (job.signal?.aborted) abort();
    loan.link.post(runMessage(job, plan));
  });
}
