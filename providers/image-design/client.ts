import { Worker } from 'node:worker_threads';
import { designReport } from '@bakkum/api-contract/images/images';
import { ProviderFault } from '@bakkum/image-provider/fault';
import type { Drawn, ImageClient, PictureOrder } from '@bakkum/image-provider/provider';
import { z } from 'zod';

const PROGRAM = new URL('./drawing-thread.ts', import.meta.url);
const unchanged = z.object({ isUnchanged: z.literal(true) });
const answer = z.object({
  picture: z.instanceof(Uint8Array),
  design: z.object({ vector: z.string(), report: designReport.optional() }).optional(),
  /** Of a variation, which chooses its own. */
  seed: z.number().optional(),
});

/**
 * Draws, or draws again larger or without background, in a separate thread, so that the server stays responsive and the memory of fonts and drawings is released; the thread
 * ends with the image or on cancellation.
 */
export function createClient(): ImageClient {
  return {
    async submit(order, { signal }) {
      signal.throwIfAborted();
      const worker = new Worker(PROGRAM, { workerData: wantedBy(order) });
      const stop = (): void => void worker.terminate();
      signal.addEventListener('abort', stop, { once: true });
      try {
        return { state: 'done', drawn: { seed: order.seed, ...(await drawnBy(worker)) } };
      } finally {
        signal.removeEventListener('abort', stop);
        stop();
      }
    },
  };
}

/** What the thread is to draw. */
function wantedBy({ upscale, removal, ...order }: PictureOrder) {
  const { rawPrompt: prompt, changes, isReformatted = false, isCutOut = false, variation, style, width, height, seed } = order;
  if (upscale && 'vector' in upscale) return { as: 'larger', vector: upscale.vector, width };
  if (removal && 'vector' in removal) return { as: 'cut-out', vector: removal.vector, width };
  return { as: 'new', prompt, changes, isReformatted, isCutOut, variation, style, width, height, seed };
}

function drawnBy(worker: Worker): Promise<Drawn> {
  return new Promise((resolve, reject) => {
    worker.once('message', (message: unknown) => {
      if (unchanged.safeParse(message).success) return reject(new ProviderFault('unchanged', 'the instructions changed nothing'));
      const drawn = answer.safeParse(message);
      if (!drawn.success) return reject(new ProviderFault('bad-answer', 'the thread sent no design'));
      const { picture, design, seed } = drawn.data;
      return resolve({ content: new Uint8Array(picture), ...(design && { design }), ...(seed !== undefined && { seed }) });
    });
    worker.once('error', (error) => reject(new ProviderFault('failed', error instanceof Error ? error.name : 'unknown')));
    worker.once('exit', () => reject(new ProviderFault('failed', 'the thread ended')));
  });
}
