import type { Conversions } from '@bakkum/conversions/service';
import { type ClaimedJob, sendHeartbeat } from '@bakkum/conversions/work';

/** How often a job that is worked at is said to be, and its progress written down. */
const BEAT_MS = 500;
/** A beat that tells nothing new comes every so many turns. */
const QUIET_TURNS = 2;
const PERCENT = 100;
/**
 * A job that could not begin by then is left to others. Longer than any job may take that it waits for, and with its own time less
 * than a call may take: the end of that would come in the middle of the work.
 */
const MAX_WAIT_MS = 90 * 60_000;

/** Why work at a job was stopped from outside. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped';
  /** `lost`: it was cancelled, deleted or given to another; `leaving`: this process stops; `waited`: it had no memory for it. */
  readonly why: 'lost' | 'leaving' | 'waited' | 'deadline';
  constructor(why: JobStopped['why']) {
    super(why);
    this.why = why;
  }
}

/** Keeps a job this worker's while it waits and works, and stops that when it is not any more, or when its time is over. */
export function startHeartbeat(parts: Conversions, job: ClaimedJob, leaving: AbortSignal) {
  const stop = new AbortController();
  const end = (why: JobStopped['why']): void => {
    if (!stop.signal.aborted) stop.abort(new JobStopped(why));
  };
  let measured: number | undefined;
  let told: number | undefined;
  let turn = 0;
  let beating = false;
  const onTurn = async (): Promise<void> => {
    turn += 1;
    if (beating || (measured === told && turn % QUIET_TURNS !== 0)) return;
    beating = true;
    try {
      told = measured;
      if (!(await sendHeartbeat(parts, job, told))) end('lost');
    } catch (error) {
      // The next beat may come through; if none does, the lease runs out and another takes the job.
      parts.onProblem({ event: 'conversion-beat', detail: error instanceof Error ? error.message : 'unknown' });
    } finally {
      beating = false;
    }
  };
  const timer = setInterval(() => void onTurn(), BEAT_MS);
  let deadline = setTimeout(() => end('waited'), MAX_WAIT_MS);
  const leave = (): void => end('leaving');
  leaving.addEventListener('abort', leave, { once: true });
  if (leaving.aborted) leave();
  return {
    signal: stop.signal,
    /** Its time runs from here: what it waited for memory is not its own doing. */
    begin(): void {
      clearTimeout(deadline);
      deadline = setTimeout(() => end('deadline'), job.minutes * 60_000);
    },
    /** Told of every fraction an engine measures; the last one of half a second is written down. */
    measured(fraction: number | undefined): void {
      if (fraction !== undefined) measured = Math.min(PERCENT - 1, Math.floor(fraction * PERCENT));
    },
    stop(): void {
      clearInterval(timer);
      clearTimeout(deadline);
      leaving.removeEventListener('abort', leave);
    },
  };
}
