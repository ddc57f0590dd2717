/** Entry point of a conversion worker in a browser. */
import { createExecutor, type EngineHost } from '@bakkum/conversion/executor';
import type { FromWorker, ToWorker } from '@bakkum/conversion/workers/worker-protocol';
import { isModuleReply, type ModuleReply } from '../module-exchange.ts';
import { shareModules } from '../shared-modules.ts';
import { createBrowserEngineHost } from './engine-host.browser.ts';
import { blocksNestedWorkers, delegateNestedWorkers, isNestedReply, type NestedReply } from './nested-workers.browser.ts';
import { createOutputStore } from './output-store.browser.ts';
import { openPageLayouts } from './page-layout/layouts-in-worker.browser.ts';
import { folderOf } from './session-storage.browser.ts';
import type { WorkerSetup } from './spawn.browser.ts';

const setup = Promise.withResolvers<WorkerSetup>();
const store = createOutputStore(async () => {
  const { session, worker } = await setup.promise;
  return session === undefined ? undefined : folderOf(session, worker);
});

const receiveNested = blocksNestedWorkers(navigator.userAgent)
  ? delegateNestedWorkers((request, transfer) => postMessage(request, { transfer }))
  : undefined;
const modules = shareModules((request) => postMessage(request));
const host = createBrowserEngineHost(store, modules, async () => (await setup.promise).byServiceWorker);
const layoutsFor: EngineHost['openPageLayouts'] = (load, signal) =>
  openPageLayouts((message, transfer) => postMessage(message, { transfer }), load, signal);
const execute = createExecutor({ ...host, openPageLayouts: layoutsFor }, (message) => postMessage(withStored(message)));

type Received = ToWorker | WorkerSetup | ModuleReply | NestedReply;

declare global {
  /** Set by the evaluation of this file that engines share code with. */
  var receiveInWorker: ((data: Received) => void) | undefined;
}

/**
 * Built engines import shared code from this file. WebKit evaluates the first script of a worker again when it is imported, so the
 * first evaluation imports it before any engine does, and leaves the messages to the last one. Otherwise, both would convert.
 */
const isFirst = globalThis.receiveInWorker === undefined;
globalThis.receiveInWorker = (data) => {
  if (data.type === 'setup') setup.resolve(data);
  else if (isModuleReply(data)) modules.receive(data);
  else if (isNestedReply(data)) receiveNested?.(data);
  else execute(data);
};
if (isFirst) {
  // Firefox evaluates it once, and a script that imports its own address waits forever there.
  // Where the import fails, the first evaluation serves alone.
  const evaluated = receiveNested ? Promise.resolve() : import(/* @vite-ignore */ import.meta.url).catch(() => undefined);
  addEventListener('message', ({ data }: MessageEvent<Received>) => {
    void evaluated.then(() => globalThis.receiveInWorker?.(data));
  });
}
addEventListener('messageerror', () => modules.giveUp());

function withStored(message: FromWorker): FromWorker {
  if (message.type !== 'done') return message;
  const named = (file: (typeof message.files)[number]): typeof file => {
    const stored = store.nameOf(file.blob);
    return stored === undefined ? file : { ...file, stored };
  };
  const [first, ...rest] = message.files;
  return { ...message, files: [named(first), ...rest.map(named)] };
}
