import type { JobProgress } from './workers/worker-protocol.ts';

/** As often as a person can perceive. An engine may report every packet of a video, about ten thousand per minute. */
const INTERVAL_MS = 100;

/** Milliseconds since an arbitrary start. */
export type Clock = { readonly now: () => number };

export type PacedProgress = {
  report(progress: JobProgress): void;
  /** Sends progress that is still held back; call it when the work has succeeded. */
  flush(): void;
  /** Drops progress that is still held back. */
  stop(): void;
};

/** Limits progress messages to ten per second. The last one is always sent, and a new stage at once. */
export function paceProgress(send: (progress: JobProgress) => void, clock: Clock = performance): PacedProgress {
  let sent: JobProgress | undefined;
  let sentAt = 0;
  let held: JobProgress | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
    held = undefined;
  };
  const sendNow = (progress: JobProgress): void => {
    stop();
    sent = progress;
    sentAt = clock.now();
    send(progress);
  };
  const flush = (): void => {
    if (held) sendNow(held);
  };
  return {
    report(progress) {
      const rest = sentAt + INTERVAL_MS - clock.now();
      if (!sent || rest <= 0 || !continues(sent, progress)) sendNow(progress);
      else {
        held = progress;
        timer ??= setTimeout(flush, rest); // An engine that blocks the thread until then reports again or ends.
      }
    },
    flush,
    stop,
  };
}

function continues(before: JobProgress, after: JobProgress): boolean {
  return isMeasured(before) && isMeasured(after) && before.stage === after.stage && before.engine === after.engine;
}

function isMeasured(progress: JobProgress): boolean {
  if (progress.stage === 'loading') return progress.loadedBytes !== undefined;
  return progress.stage === 'working' && progress.fraction !== undefined;
}
