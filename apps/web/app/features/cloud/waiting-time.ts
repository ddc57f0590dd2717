import type { CloudView } from '@bakkum/api-contract/conversions/cloud';

/** How long a file sent now waits before its conversion starts. */
export type WaitingTime =
  | { readonly status: 'stopped' | 'none' }
  /** Without a measured estimate, the number of files ahead. */
  | { readonly status: 'unmeasured'; readonly ahead: number }
  | { readonly status: 'measured'; readonly ms: number };

/** Waits below this, in milliseconds, are not worth a number. */
const SHORT_MS = 10_000;

/**
 * Estimates the wait from the files ahead, their measured average duration and the number converted in parallel. If a file has
 * already waited longer, its wait counts.
 */
export function waitingTime(view: CloudView): WaitingTime {
  const { queued, workers, at_once: parallel, average_ms: averageMs, oldest_wait_s: oldestS } = view;
  if (workers === 0 || parallel === 0) return { status: 'stopped' };
  if (queued === 0) return { status: 'none' };
  if (averageMs === null) return { status: 'unmeasured', ahead: queued };
  const ms = Math.max((queued * averageMs) / parallel, oldestS * 1000);
  return ms < SHORT_MS ? { status: 'none' } : { status: 'measured', ms };
}
