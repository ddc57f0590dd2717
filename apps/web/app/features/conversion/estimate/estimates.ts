import type { JobProgress } from '@bakkum/conversion/workers/worker-protocol';
import type { Estimates, Preparation } from '../list/conversion-state.ts';
import { TimeLeft } from './time-left.ts';

/** The beginning of a file is mostly header. */
const MIN_FRACTION = 0.05;

/** Reads a conversion's progress: how far it is, and the estimate of the rest. */
export function createEstimator(
  now: () => number,
): (progress: JobProgress) => Estimates & { readonly fraction?: number; readonly preparation?: Preparation } {
  const timeLeft = new TimeLeft();
  return (progress) => {
    if (progress.stage !== 'working') return preparationIn(progress);
    if (progress.fraction === undefined) return {};
    const { fraction, resultBytes } = progress;
    const at = now();
    timeLeft.add(at, fraction);
    const left = timeLeft.estimate();
    return {
      fraction,
      ...(left === undefined ? {} : { endsAt: at + left }),
      ...(resultBytes === undefined || fraction < MIN_FRACTION ? {} : { resultBytes }),
    };
  };
}

function preparationIn(progress: Exclude<JobProgress, { readonly stage: 'working' }>): {
  readonly fraction?: number;
  readonly preparation?: Preparation;
} {
  if (progress.stage === 'starting') return { preparation: { stage: 'starting' } };
  const { loadedBytes, totalBytes } = progress;
  if (loadedBytes === undefined || totalBytes === undefined) return {};
  return { fraction: loadedBytes / totalBytes, preparation: { stage: 'loading', loadedBytes, totalBytes } };
}
