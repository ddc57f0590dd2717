import { Worker } from 'node:worker_threads';
import type { FromWorker, WorkerLink } from '@bakkum/conversion/worker-protocol';

/** Starts a conversion worker thread. */
export function spawnNodeWorker(): WorkerLink {
  const worker = new Worker(new URL('./worker.node.ts', import.meta.url), { stdout: false, stderr: false });
  let ended = false;
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => worker.on('message', (message: FromWorker) => listener(message)),
    onCrash: (listener) => {
      worker.on('error', (error) => listener(error instanceof Error ? error.message : String(error)));
      worker.on('exit', (code) => {
        if (!ended) listener(`worker thread ended with ${code}`);
      });
    },
    terminate: () => {
      ended = true;
      void worker.terminate();
    },
  };
}
