/** Entry point of a thread of `NodeWebWorker`: the global scope that a module of a web worker expects, then the module. */
import { parentPort, workerData } from 'node:worker_threads';

const port = parentPort;
if (!port || typeof workerData !== 'string') throw new Error('web-worker-scope.node.ts runs as a thread, given a module');

Object.assign(globalThis, {
  postMessage: (message: unknown) => port.postMessage(message),
  addEventListener(type: string, listener: (event: { readonly data: unknown }) => void) {
    // An unhandled rejection already ends a thread with an error event.
    if (type === 'message') port.on('message', (data: unknown) => listener({ data }));
  },
});
await import(workerData);
