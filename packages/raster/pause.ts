/** Longest a picture operation keeps the worker deaf to an abort, in milliseconds. */
const SLICE_MS = 40;

/**
 * Lets a long loop be cancelled: call between rows. When a slice of time is over it lets the worker take its messages,
 * then throws if the signal was aborted.
 */
export function createPause(signal?: AbortSignal): () => Promise<void> | undefined {
  let sliceStart = performance.now();
  return () => {
    if (performance.now() - sliceStart < SLICE_MS) return undefined;
    return nextTask().then(() => {
      signal?.throwIfAborted();
      sliceStart = performance.now();
    });
  };
}

/** A task of its own, without the 4 ms that browsers add to nested timers. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
