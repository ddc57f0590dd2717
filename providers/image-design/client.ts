import { Worker } from 'node:worker_threads';
import { ProviderFault } from '@bakkum/image-provider/fault';
import type { ImageClient } from '@bakkum/image-provider/provider';

const PROGRAM = new URL('./drawing-thread.ts', import.meta.url);

/** Renders in a separate thread, so that the server stays responsive; the thread ends with the image or on cancellation. */
export function createClient(): ImageClient {
  return {
    async submit({ rawPrompt, style, width, height, seed }, { signal }) {
      signal.throwIfAborted();
      const worker = new Worker(PROGRAM, { workerData: { prompt: rawPrompt, style, width, height, seed } });
      const stop = (): void => void worker.terminate();
      signal.addEventListener('abort', stop, { once: true });
      try {
        return { state: 'done', drawn: { content: await pictureOf(worker), seed } };
      } finally {
        signal.removeEventListener('abort', stop);
        stop();
      }
    },
  };
}

function pictureOf(worker: Worker): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    worker.once('message', (picture: unknown) => {
      if (picture instanceof Uint8Array) resolve(new Uint8Array(picture));
      else reject(new ProviderFault('bad-answer', 'the thread sent no picture'));
    });
    worker.once('error', (error) => reject(new ProviderFault('failed', error instanceof Error ? error.name : 'unknown')));
    worker.once('exit', () => reject(new ProviderFault('failed', 'the thread ended')));
  });
}
