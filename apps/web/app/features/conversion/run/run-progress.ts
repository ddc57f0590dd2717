import { TimeLeft } from '../estimate/time-left.ts';
import { type FileItem, isBusy } from '../list/conversion-state.ts';

/** Files that convert at the same time or wait for each other, from the first start to the last end. */
export type Run = {
  readonly status: 'none' | 'running' | 'finished';
  readonly done: number;
  readonly failed: number;
  readonly all: number;
  /** Completed share of the work, 0 to 1. */
  readonly fraction: number;
  /** The expected end, on the clock of `createRun`; absent until it can be estimated. */
  readonly endsAt?: number;
  /** The rest will take longer than people like to watch. */
  readonly isLong?: boolean;
};

const LONG_MS = 20_000;

export const NO_RUN: Run = { status: 'none', done: 0, failed: 0, all: 0, fraction: 0 };

/**
 * Follows a list of files through runs. The returned function takes the next state of the list.
 * @param now a monotonic clock in milliseconds
 */
export function createRun(now: () => number): (items: readonly FileItem[]) => Run {
  let ids = new Set<number>();
  let timeLeft = new TimeLeft();
  let run = NO_RUN;
  return (items) => {
    const busy = items.filter(isBusy);
    if (busy.length > 0 && run.status !== 'running') {
      ids = new Set();
      timeLeft = new TimeLeft();
    }
    for (const { id } of busy) ids.add(id);
    const members = items.filter(({ id }) => ids.has(id));
    run = busy.length > 0 ? running(members, timeLeft, now()) : ended(members, run);
    return run;
  };
}

function running(members: readonly FileItem[], timeLeft: TimeLeft, at: number): Run {
  const fraction = shareDone(members);
  timeLeft.add(at, fraction);
  const left = timeLeft.estimate();
  return {
    status: 'running',
    ...counts(members),
    fraction,
    ...(left !== undefined && { endsAt: at + left, isLong: left > LONG_MS }),
  };
}

/** A run whose files were all cancelled or removed is none. */
function ended(members: readonly FileItem[], before: Run): Run {
  const { done, failed } = counts(members);
  if (before.status === 'none' || done + failed === 0) return NO_RUN;
  return { status: 'finished', done, failed, all: done + failed, fraction: 1 };
}

function counts(members: readonly FileItem[]): Pick<Run, 'done' | 'failed' | 'all'> {
  const count = (status: FileItem['state']['status']): number => members.filter(({ state }) => state.status === status).length;
  return { done: count('completed'), failed: count('error'), all: members.length };
}

/** Half of a file's weight is its share of the bytes, because a small file also takes time to start. */
function shareDone(members: readonly FileItem[]): number {
  const bytes = members.reduce((sum, { size }) => sum + size, 0);
  const weightOf = ({ size }: FileItem): number => 1 / members.length + (bytes > 0 ? size / bytes : 0);
  const done = members.reduce((sum, item) => sum + weightOf(item) * fractionOf(item), 0);
  return done / members.reduce((sum, item) => sum + weightOf(item), 0);
}

function fractionOf({ state }: FileItem): number {
  switch (state.status) {
    case 'completed':
    case 'error':
      return 1;
    case 'converting':
      return state.preparation ? 0 : (state.fraction ?? 0);
    default:
      return 0;
  }
}
