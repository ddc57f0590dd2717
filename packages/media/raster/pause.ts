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

/**
 * Schedules a task without the 4 ms that browsers add to nested timers. Node would load its whole `fetch` for the event of a message,
 * a tenth of the processor time of a small image.
 */
function nextTask(): Promise<void> {
  const { setImmediate } = globalThis;
  if (setImmediate) return new Promise((resolve) => void setImmediate(resolve));
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
