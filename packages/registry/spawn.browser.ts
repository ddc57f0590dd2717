import type { FromWorker, WorkerLink } from '@bakkum/conversion/worker-protocol';

/** Starts a conversion worker in a browser. */
export function spawnBrowserWorker(): WorkerLink {
  const worker = new Worker(new URL('./worker.browser.ts', import.meta.url), { type: 'module', name: 'conversion' });
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => worker.addEventListener('message', (event: MessageEvent<FromWorker>) => listener(event.data)),
    onCrash: (listener) => {
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        listener(event.message || 'worker did not start');
      });
    },
    terminate: () => worker.terminate(),
  };
}
