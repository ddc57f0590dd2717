import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WorkerLink } from '@bakkum/conversion/worker-protocol';
import { discardStored, removeExcept, temporaryFolder } from './file-blobs.node.ts';
import { inOrder, receiveFromWorker, type SentFromWorker, sendToWorker } from './thread-messages.node.ts';

let lastWorker = 0;

/** Starts a conversion worker thread. */
export function spawnNodeWorker(): WorkerLink {
  lastWorker += 1;
  const folder = path.join(temporaryFolder(), String(lastWorker));
  const worker = new Worker(new URL('./worker.node.ts', import.meta.url), { workerData: folder, stdout: false, stderr: false });
  const handedOver = new Set<string>();
  let ended = false;
  return {
    post: (message) => worker.postMessage(sendToWorker(message)),
    onMessage: (listener) => {
      const receive = inOrder(receiveFromWorker, listener, (error) => worker.emit('error', error));
      worker.on('message', (message: SentFromWorker) => {
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
      void worker.terminate().then(() => removeExcept(folder, handedOver));
    },
  };
}
