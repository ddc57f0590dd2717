/** Entry of a worker that reads lines of a page for another worker. */
import { type LineBatch, readBatch } from './line-batch.ts';
import type { LineWorkerRequest, LineWorkerResponse } from './line-readers.ts';
import { type LineReader, startLineReader } from './tesseract.ts';

let reader: Promise<LineReader> | undefined;
let last: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<LineWorkerRequest>) => {
  if (data.type === 'start') reader = startLineReader(data.files);
  // The other side expects the responses in the order of its requests.
  else last = last.then(() => respond(data.batch));
});

async function respond(batch: LineBatch): Promise<void> {
  if (!reader) throw new Error('a batch came before the files');
  postMessage((await readBatch(await reader, batch)) satisfies LineWorkerResponse);
}

// The other side waits for an error event of the worker, which a rejected promise does not fire.
addEventListener('unhandledrejection', ({ reason }) => {
  queueMicrotask(() => {
    throw reason;
  });
});
