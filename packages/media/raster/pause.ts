/** Longest time an operation blocks the worker's messages, in milliseconds. */
const SLICE_MS = 40;

/**
 * Makes a long loop cancellable: call the result between rows. When a time slice is over, it lets the worker receive messages,
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

export type Pause = ReturnType<typeof createPause>;

/** Schedules a task without the 4 ms that browsers add to nested timers. */
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
