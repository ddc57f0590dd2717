/** Answers in server-sent events. */
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { previewOf } from './previews.ts';
import type { EventStream, Job, StreamEvent } from './service.ts';

export type StreamedOrder = {
  readonly job: Job;
  readonly stream: EventStream;
  /** Milliseconds the image takes. */
  readonly latencyMs: number;
  /** The image, once it is finished; undefined if there is none. */
  readonly finished: () => Promise<Uint8Array | undefined>;
};

/** Sends previews at equal intervals, then the image. */
export async function streamOrder({ job, stream, latencyMs, finished }: StreamedOrder, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
  const { fault } = job;
  for (let index = 0; index < stream.previews; index += 1) {
    await wait(latencyMs / (stream.previews + 1));
    const preview = previewOf(job, (index + 1) / (stream.previews + 1));
    if (preview) await write(response, stream.preview(preview, index));
    if (fault?.kind === 'cut-stream') return void response.destroy();
    if (fault?.kind === 'stream-error') return end(response, stream.failed(fault.code));
  }
  await wait(latencyMs / (stream.previews + 1));
  const picture = await finished();
  return end(response, picture && stream.completed(picture));
}

async function end(response: ServerResponse, event: StreamEvent | undefined): Promise<void> {
  if (event) await write(response, event);
  response.end();
}

/** Resolves when the event was handed to the system, so that a connection that is closed afterwards has delivered it. */
function write(response: ServerResponse, { event, data }: StreamEvent): Promise<void> {
  return new Promise((resolve) => {
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`, () => resolve());
  });
}
