import type { FromWorker, WorkerLink } from '@bakkum/conversion/workers/worker-protocol';
import { isModuleRequest, ModuleExchange, type ModuleReply, type ModuleRequest } from '../module-exchange.ts';
import { isNestedRequest, type NestedReply, type NestedRequest, NestedWorkers } from './nested-workers.browser.ts';
import type { LayoutFrames } from './page-layout/layouts-in-page.browser.ts';
import { isOpenLayouts, type OpenLayouts } from './page-layout/protocol.ts';
import { discardStored, rememberStored, removeUnfinished, sessionFolder } from './session-storage.browser.ts';

/**
 * Sent once from the page to the worker, in addition to the protocol: the folder for its results, and whether the service worker
 * answers its requests. `session` is absent where results stay in memory.
 */
export type WorkerSetup = {
  readonly type: 'setup';
  readonly session?: string;
  readonly worker: string;
  readonly byServiceWorker: boolean;
};

let lastWorker = 0;
/** Shares compiled modules between the workers of this page. */
const exchange = new ModuleExchange();

/** Loads the code of layouts with the first that a worker opens. */
function layoutsFor(worker: Worker): Pick<LayoutFrames, 'receive' | 'endAll'> {
  let loaded: Promise<LayoutFrames> | undefined;
  return {
    receive(request) {
      loaded ??= import('./page-layout/layouts-in-page.browser.ts').then((module) => new module.LayoutFrames());
      loaded.then(
        (frames) => frames.receive(request),
        // Otherwise, the worker would wait for an answer.
        (cause: unknown) => worker.dispatchEvent(new ErrorEvent('error', { message: String(cause) })),
      );
    },
    endAll: () => void loaded?.then((frames) => frames.endAll()).catch(() => undefined), // reported by `receive`
  };
}

/** Starts a conversion worker in a browser. */
export function spawnBrowserWorker(): WorkerLink {
  lastWorker += 1;
  const name = String(lastWorker);
  const handedOver = new Set<string>();
  const worker = new Worker(new URL('./worker.browser.ts', import.meta.url), { type: 'module', name: 'conversion' });
  const post = (message: Parameters<WorkerLink['post']>[0] | WorkerSetup | ModuleReply | NestedReply): void =>
    worker.postMessage(message);
  const modules = exchange.join(post);
  const nested = new NestedWorkers(post);
  const layouts = layoutsFor(worker);
  const endAll = (): void => {
    modules.leave();
    nested.endAll();
    layouts.endAll();
  };
  worker.addEventListener('messageerror', () => modules.leave());
  const byServiceWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  const setUp = { type: 'setup', worker: name, byServiceWorker } as const;
  void sessionFolder().then((session) => post({ ...setUp, ...(session === undefined ? {} : { session }) }));
  return {
    post,
    onMessage: (listener) =>
      worker.addEventListener('message', ({ data }: MessageEvent<FromWorker | ModuleRequest | NestedRequest | OpenLayouts>) => {
        if (isNestedRequest(data)) {
          nested.receive(data);
          return;
        }
        if (isOpenLayouts(data)) {
          layouts.receive(data);
          return;
        }
        if (isModuleRequest(data)) {
          modules.receive(data);
          return;
        }
        if (data.type === 'done') {
          rememberStored(name, data.files);
          for (const { stored } of data.files) if (stored !== undefined) handedOver.add(stored);
        }
        listener(data);
      }),
    onCrash: (listener) => {
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        endAll();
        listener(event.message || 'worker did not start');
      });
    },
    discard: (files) => void discardStored(files.map(({ blob }) => blob)),
    terminate: () => {
      worker.terminate();
      endAll();
      void removeUnfinished(name, handedOver);
    },
  };
}
