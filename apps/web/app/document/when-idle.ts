/** How long a busy page may put off what is not urgent. */
const PATIENCE_MS = 5000;

/** Calls back after the load event, when the browser has nothing better to do. */
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
