/** Messages of ComfyUI about a prompt: progress and previews, over a WebSocket. The image itself is polled. */
import { setTimeout as wait } from 'node:timers/promises';
import { jsonIn, under } from '@bakkum/image-provider/http';
import type { CallContext, Steps } from '@bakkum/image-provider/provider';
import { WebSocket } from 'ws';
import { z } from 'zod';

/** Maximum size of a message, in bytes. Previews have at most 512 pixels per side, unless the server is started otherwise. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
/** Maximum size of all messages about one prompt. */
const MAX_TOTAL_BYTES = 256 * 1024 * 1024;
/** Counted for each message in addition to its size. */
const MESSAGE_COST_BYTES = 1024;
/** Maximum size of a message in JSON. Others list the nodes of the graph. */
const MAX_TEXT_BYTES = 16 * 1024;
const HANDSHAKE_MS = 5000;
const RECONNECT_MS = 2000;
const MAX_CONNECTIONS = 5;

/** `BinaryEventTypes` and formats of `server.py`. */
const PREVIEW_IMAGE = 1;
const FORMATS = { jpeg: 1, png: 2 } as const;
const HEADER_BYTES = 8;

const progressed = z.object({
  type: z.literal('progress'),
  data: z.object({
    value: z.number().nonnegative(),
    max: z.number().positive(),
    prompt_id: z.string(),
  }),
});

const isProgress = z.object({ type: z.literal('progress') });

export type WatchedPrompt = { readonly base: string; readonly promptId: string; readonly clientId: string };

/** Connects under the id of the client, which only this prompt has, until the signal is aborted. A lost connection is opened again a few times. */
export async function watchPrompt(prompt: WatchedPrompt, context: CallContext): Promise<void> {
  const { signal } = context;
  const budget = { bytes: MAX_TOTAL_BYTES };
  for (let left = MAX_CONNECTIONS; left > 0 && budget.bytes > 0 && !signal.aborted; left -= 1) {
    await listen(prompt, context, budget);
    await wait(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Resolves when the connection has ended or could not be opened. */
function listen({ base, promptId, clientId }: WatchedPrompt, context: CallContext, budget: { bytes: number }): Promise<void> {
  const address = under(base, `ws?clientId=${encodeURIComponent(clientId)}`).replace(/^http/, 'ws');
  const socket = new WebSocket(address, {
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    followRedirects: false,
    handshakeTimeout: HANDSHAKE_MS,
  });
  const stop = (): void => socket.terminate();
  let isNextOurs = false;
  context.signal.addEventListener('abort', stop, { once: true });
  return new Promise((resolve) => {
    socket.on('message', (message: Buffer, isBinary: boolean) => {
      budget.bytes -= message.byteLength + MESSAGE_COST_BYTES;
      if (budget.bytes <= 0) return stop();
      if (!isBinary) {
        isNextOurs = isOursNext(message, promptId, isNextOurs, context);
        return;
      }
      // Prompts of programs without a client id are sent to every client, and a frame does not name its prompt. Progress does, before each frame.
      if (isNextOurs && showPreview(message, context)) isNextOurs = false;
    });
    // The connection is closed after every error.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      context.signal.removeEventListener('abort', stop);
      resolve();
    });
  });
}

/** The type of the event and the format of the image, both with 4 bytes, then the image. Returns whether it was a preview. */
function showPreview(message: Buffer, { onPreview }: CallContext): boolean {
  if (message.byteLength <= HEADER_BYTES || message.readUInt32BE(0) !== PREVIEW_IMAGE) return false;
  const format = message.readUInt32BE(4);
  if (format === FORMATS.jpeg || format === FORMATS.png) onPreview?.(message.subarray(HEADER_BYTES));
  return true;
}

/** Nodes also count other things than steps, such as bytes. */
const MAX_STEPS = 1000;

function stepsOf(done: number, total: number): Steps | undefined {
  return Number.isInteger(done) && Number.isInteger(total) && total <= MAX_STEPS ? { done, total } : undefined;
}

/** Reports the steps of the node that runs, of which a graph may have several. Returns whether the next frame belongs to the prompt. */
function isOursNext(message: Buffer, promptId: string, isOurs: boolean, { onProgress }: CallContext): boolean {
  if (message.byteLength > MAX_TEXT_BYTES) return isOurs;
  const given = jsonIn(message.toString('utf8'));
  if (!isProgress.safeParse(given).success) return isOurs;
  const parsed = progressed.safeParse(given);
  if (!parsed.success || parsed.data.data.prompt_id !== promptId) return false;
  const { value, max } = parsed.data.data;
  if (value > max) return false;
  onProgress?.(value / max, stepsOf(value, max));
  return true;
}
