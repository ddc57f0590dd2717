/** Entry of a worker that decodes a strip of an image for another worker. */

import { decodeStrip } from './decode-strip.ts';
import type { StripRequest, StripResponse } from './parallel-strips.ts';

addEventListener('message', ({ data }: MessageEvent<StripRequest>) => void respond(data));

async function respond({ file, program }: StripRequest): Promise<void> {
  const pixels = await decodeStrip(file, program);
  postMessage(pixels satisfies StripResponse, { transfer: [pixels.data.buffer] });
}

// The other side waits for an error event of the worker, which a rejected promise does not fire.
addEventListener('unhandledrejection', ({ reason }) => {
  queueMicrotask(() => {
    throw reason;
  });
});
