import { Worker } from 'node:worker_threads';
import type { Drawn, DrawOrder } from './worker.ts';

/** Renders SVG to PNG one image at a time, off the thread that serves requests. */
export type PictureDrawer = {
  /** Rejects when the markup cannot be rendered. */
  draw(svg: string): Promise<Uint8Array<ArrayBuffer>>;
};

/** Idle milliseconds before the thread ends: fonts and renderer use memory, and hours may pass without a shared link. */
const IDLE_MS = 30_000;

/** @param idleMs how long the idle thread waits for further work; it never keeps the process alive */
export function createPictureDrawer(idleMs = IDLE_MS): PictureDrawer {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const end = (): void => {
    void worker?.terminate();
    worker = undefined;
  };
  const drawNow = async (svg: string): Promise<Uint8Array<ArrayBuffer>> => {
    clearTimeout(idle);
    worker ??= new Worker(new URL('./worker.ts', import.meta.url));
    const drawn = await ask(worker, { svg }).catch((error: unknown) => {
      end();
      throw error;
    });
    idle = setTimeout(end, idleMs).unref();
    if ('fault' in drawn) throw new Error(drawn.fault);
    return drawn.png;
  };
  return {
    draw(svg) {
      const drawing = last.then(() => drawNow(svg));
      last = drawing.catch(() => undefined); // the caller receives the error
      return drawing;
    },
  };
}

function ask(worker: Worker, order: DrawOrder): Promise<Drawn> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void => {
      worker.off('message', answered);
      reject(error);
    };
    const answered = (drawn: Drawn): void => {
      worker.off('error', failed);
      worker.unref();
      resolve(drawn);
    };
    worker.ref();
    worker.once('message', answered);
    worker.once('error', failed);
    worker.postMessage(order);
  });
}
