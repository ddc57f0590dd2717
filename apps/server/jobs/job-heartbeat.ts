import type { Conversions } from '@bakkum/conversion-jobs/service';
import { type ClaimedJob, yieldJob } from '@bakkum/conversion-jobs/work';
import type { WorkerHeartbeat } from './worker-heartbeat.ts';

const PERCENT = 100;
/**
 * Maximum wait for memory before the job is handed back, in milliseconds. Longer than any job it could wait for; together with
 * its own time limit, shorter than the queue's time limit, which would otherwise end it in the middle of the work.
 */
const MAX_WAIT_MS = 90 * 60_000;

/** Reason why a job was stopped from outside. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped';
  /**
   * `lost`: cancelled, deleted or reassigned; `leaving`: this process stops; `waited`: no memory became free; `no-space`: the disk
   * of this machine is nearly full; `yielded`: queued again, because others wait.
   */
  readonly why: 'lost' | 'leaving' | 'waited' | 'deadline' | 'no-space' | 'yielded';
  constructor(why: JobStopped['why']) {
    super(why);
    this.why = why;
  }
}

/** Interval at which a job that has used up its first time budget looks for waiting ones, in milliseconds. */
const YIELD_CHECK_MS = 1000;

export type HeartbeatParts = { readonly conversions: Conversions; readonly heartbeat: WorkerHeartbeat };

/**
 * Renews the lease of a job while it waits and runs. Aborts when the lease is lost, when the time limit is reached, and when others
 * wait after the first time budget.
 * @param budgetMs milliseconds of work after which the job yields to waiting ones
 */
export function startHeartbeat(
  { conversions, heartbeat }: HeartbeatParts,
  job: ClaimedJob,
  leaving: AbortSignal,
  budgetMs = Number.POSITIVE_INFINITY,
) {
  const stop = new AbortController();
  const end = (why: JobStopped['why']): void => {
    if (!stop.signal.aborted) stop.abort(new JobStopped(why));
  };
  const held = heartbeat.hold(job, () => end('lost'));
  let budget: NodeJS.Timeout | undefined;
  let yielding = Promise.resolve();
  let isConverted = false;
  const yieldToOthers = async (): Promise<void> => {
    try {
      if (await yieldJob(conversions, job)) return end('yielded');
    } catch (error) {
      conversions.onProblem({ event: 'conversion-yield', detail: error instanceof Error ? error.message : 'unknown' });
    }
    if (!isConverted && !stop.signal.aborted) budget = setTimeout(startYielding, YIELD_CHECK_MS);
  };
  const startYielding = (): void => {
    yielding = yieldToOthers();
  };
  let deadline = setTimeout(() => end('waited'), MAX_WAIT_MS);
  const leave = (): void => end('leaving');
  leaving.addEventListener('abort', leave, { once: true });
  if (leaving.aborted) leave();
  return {
    signal: stop.signal,
    /** Starts the time limit. Waiting for memory does not count. */
    begin(): void {
      clearTimeout(deadline);
      deadline = setTimeout(() => end('deadline'), job.minutes * 60_000);
      if (Number.isFinite(budgetMs)) budget = setTimeout(startYielding, budgetMs);
    },
    /** Records progress as a fraction. The latest value is stored with the next heartbeat. */
    measured(fraction: number | undefined): void {
      if (fraction !== undefined) held.measured(Math.min(PERCENT - 1, Math.floor(fraction * PERCENT)));
    },
    /** Ends the job for a reason that its worker noticed. */
    end,
    /** Keeps the job from yielding: its result is there. Waits for an attempt to yield that has begun. */
    async converted(): Promise<void> {
      isConverted = true;
      clearTimeout(budget);
      await yielding;
    },
    stop(): void {
      held.release();
      clearTimeout(deadline);
      clearTimeout(budget);
      isConverted = true;
      leaving.removeEventListener('abort', leave);
    },
  };
}
