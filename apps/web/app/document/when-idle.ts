/** Milliseconds that a busy page may delay work that is not urgent. */
const PATIENCE_MS = 5000;

/** Calls back after the load event, once the browser is idle. */
export function whenIdle(callback: () => void): () => void {
  const controller = new AbortController();
  const idle = (): void => {
    if (controller.signal.aborted) return;
    if ('requestIdleCallback' in globalThis) requestIdleCallback(callback, { timeout: PATIENCE_MS });
    else setTimeout(callback, 1000);
  };
  if (document.readyState === 'complete') idle();
  else globalThis.addEventListener('load', idle, { once: true, signal: controller.signal });
  return () => controller.abort();
}
