import type { FromWorker, WorkerLink } from '@bakkum/conversion/worker-protocol';
import { discardStored, rememberStored, removeUnfinished, sessionFolder } from './session-storage.browser.ts';

/** Page → worker, once, beside the protocol: where its results go. `session` is absent where they stay in memory. */
export type WorkerSetup = { readonly type: 'setup'; readonly session?: string; readonly worker: string };

let lastWorker = 0;

/** Starts a conversion worker in a browser. */
export function spawnBrowserWorker(): WorkerLink {
  lastWorker += 1;
  const name = String(lastWorker);
  const handedOver = new Set<string>();
  const worker = new Worker(new URL('./worker.browser.ts', import.meta.url), { type: 'module', name: 'conversion' });
  const post = (message: Parameters<WorkerLink['post']>[0] | WorkerSetup): void => worker.postMessage(message);
  void sessionFolder().then((session) => post({ type: 'setup', worker: name, ...(session === undefined ? {} : { session }) }));
  return {
    post,
    onMessage: (listener) =>
      worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === 'done') {
          rememberStored(name, data.files);
          for (const { stored } of data.files) if (stored !== undefined) handedOver.add(stored);
        }
        listener(data);
      }),
    onCrash: (listener) => {
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        listener(event.message || 'worker did not start');
      });
    },
    discard: (files) => void discardStored(files.map(({ blob }) => blob)),
    terminate: () => {
      worker.terminate();
      void removeUnfinished(name, handedOver);
    },
  };
}
