/** Resolves like `going`, unless the signal aborts first; the work then continues, but its outcome is ignored. */
export function unlessAborted<Result>(going: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    void going.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
