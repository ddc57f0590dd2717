/** Longest work between two pauses, in milliseconds: below a dropped frame. */
const SLICE = 10;

export type TimeSlices = {
  /** Pauses if this slice is used up, so that the page stays responsive. Rejects when the work was cancelled. */
  next(): Promise<void> | undefined;
};

export function timeSlices(signal: AbortSignal): TimeSlices {
  let since = performance.now();
  const pause = async (): Promise<void> => {
    await nextTask();
    signal.throwIfAborted();
    since = performance.now();
  };
  return {
    next: () => (performance.now() - since > SLICE ? pause() : undefined),
  };
}

/** Timers of a page in the background wait for a second; messages do not. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}
