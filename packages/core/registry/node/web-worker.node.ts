import { Worker as Thread } from 'node:worker_threads';
import type { EngineWorker } from '@bakkum/conversion/workers/web-workers';

const SCOPE = new URL('./web-worker-scope.node.ts', import.meta.url);

/** A web worker on a thread of Node, with the module messages and errors that engines use. It ends with the thread that started it. */
export class NodeWebWorker implements EngineWorker {
  readonly #thread: Thread;

  constructor(module: URL, { name }: { readonly name: string }) {
    this.#thread = new Thread(SCOPE, { workerData: module.href, name, stdout: false, stderr: false });
  }

  postMessage(message: unknown, transfer: ArrayBuffer[]): void {
    this.#thread.postMessage(message, transfer);
  }

  terminate(): void {
    void this.#thread.terminate();
  }

  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'error', listener: (event: { preventDefault(): void }) => void): void;
  addEventListener(type: string, listener: (event: { readonly data: unknown; preventDefault(): void }) => void): void {
    this.#thread.on(type, (data: unknown) => listener({ data, preventDefault: () => undefined }));
  }
}
