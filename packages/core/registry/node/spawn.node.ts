import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WorkerLink } from '@bakkum/conversion/workers/worker-protocol';
import type { NativeTools } from '@bakkum/native-programs/folder';
import { endGroup } from '@bakkum/native-programs/process';
import { isModuleRequest, ModuleExchange } from '../module-exchange.ts';
import { discardStored, removeExcept, temporaryFolder } from './file-blobs.node.ts';
import { inOrder, receiveFromWorker, type SentFromWorker, sendToWorker, type WorkerSetUp } from './thread-messages.node.ts';

let lastWorker = 0;
/** Shares compiled modules between worker threads. */
const exchange = new ModuleExchange();
/** Running process groups of all workers. */
const groups = new Set<number>();
process.once('exit', () => groups.forEach(endGroup));

/**
 * Starts a conversion worker thread.
 * @param tools programs it may start
 * @param lanes threads among which a conversion may divide its work
 */
export function spawnNodeWorker(tools?: NativeTools, lanes = 1): WorkerLink {
  lastWorker += 1;
  const folder = path.join(temporaryFolder(), String(lastWorker));
  const workerData: WorkerSetUp = { folder, lanes, ...(tools ? { tools } : {}) };
  const worker = new Worker(new URL('./worker.node.ts', import.meta.url), { workerData, stdout: false, stderr: false });
  const handedOver = new Set<string>();
  const started = watchGroups(worker);
  const modules = exchange.join((reply) => worker.postMessage(reply));
  worker.on('messageerror', () => modules.leave());
  worker.on('exit', () => modules.leave());
  let ended = false;
  return {
    post: (message) => worker.postMessage(sendToWorker(message)),
    onMessage: (listener) => {
      const receive = inOrder(receiveFromWorker, listener, (error) => worker.emit('error', error));
      worker.on('message', (message: SentFromWorker) => {
        if (message.type === 'group') return;
        if (isModuleRequest(message)) {
          modules.receive(message);
          return;
        }
        if (message.type === 'done') for (const { blob } of message.files) if ('path' in blob) handedOver.add(blob.path);
        receive(message);
      });
    },
    onCrash: (listener) => {
      worker.on('error', (error) => listener(error instanceof Error ? error.message : String(error)));
      worker.on('exit', (code) => {
        if (!ended) listener(`worker thread ended with ${code}`);
      });
    },
    discard: (files) => void discardStored(files.map(({ blob }) => blob)),
    terminate: () => {
      ended = true;
      started.end();
      void worker.terminate().then(() => removeExcept(folder, handedOver));
    },
  };
}

/** Ends the processes a worker started when the worker or this process ends. */
function watchGroups(worker: Worker): { end(): void } {
  const own = new Set<number>();
  const end = (): void => {
    for (const group of own) {
      endGroup(group);
      groups.delete(group);
    }
    own.clear();
  };
  worker.on('message', (message: SentFromWorker) => {
    if (message.type !== 'group') return;
    for (const set of [groups, own]) {
      if (message.running) set.add(message.group);
      else set.delete(message.group);
    }
  });
  worker.on('exit', end);
  return { end };
}
