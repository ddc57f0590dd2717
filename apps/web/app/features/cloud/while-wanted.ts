/** What `going` comes to, unless the signal ends the wait before: then it goes on, and nobody hears of it. */
export function whileWanted<Result>(going: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    void going.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
