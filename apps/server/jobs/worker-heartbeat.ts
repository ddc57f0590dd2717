/** Renews the leases of all jobs of a worker with one statement per interval. */
import type { Conversions } from '@bakkum/conversion-jobs/service';
import { type Claim, sendHeartbeats } from '@bakkum/conversion-jobs/work';

/** Interval of heartbeats, which also record progress, in milliseconds. */
const INTERVAL_MS = 1000;

type Beat = { readonly claim: Claim; progress?: number; readonly onLost: () => void };

export type HeldClaim = {
  /** Records progress in percent. The latest value is stored with the next heartbeat. */
  measured(percent: number): void;
  /** Ends the heartbeats of the job. */
  release(): void;
};

export type WorkerHeartbeat = {
  /** Renews the lease of a job until it is released or lost. @param onLost called when the job is no longer this worker's */
  hold(claim: Claim, onLost: () => void): HeldClaim;
};

/** Sends heartbeats while a job is held. */
export function createWorkerHeartbeat(parts: Conversions): WorkerHeartbeat {
  const held = new Set<Beat>();
  let timer: NodeJS.Timeout | undefined;
  let isSending = false;
  const send = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    const sent = [...held].map((beat) => ({ id: beat.claim.id, fence: beat.claim.fence, progress: beat.progress, beat }));
    try {
      for (const { beat } of await sendHeartbeats(parts, sent)) if (held.has(beat)) beat.onLost();
    } catch (error) {
      // The next heartbeat may succeed. If none does, the leases expire and other workers take the jobs.
      parts.onProblem({ event: 'conversion-beat', detail: error instanceof Error ? error.message : 'unknown' });
    } finally {
      isSending = false;
    }
  };
  return {
    hold(claim, onLost) {
      const beat: Beat = { claim, onLost };
      held.add(beat);
      timer ??= setInterval(() => void send(), INTERVAL_MS);
      return {
        measured(percent) {
          beat.progress = percent;
        },
        release() {
          held.delete(beat);
          if (held.size > 0) return;
          clearInterval(timer);
          timer = undefined;
        },
      };
    },
  };
}
