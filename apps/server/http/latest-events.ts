import type { Context } from 'hono';
import { type SSEMessage, streamSSE } from 'hono/streaming';
import type { NodeEnvironment } from './requests/client-address.ts';

/** Milliseconds after which a client that reads nothing is disconnected. */
const STALLED_MS = 60_000;
/** Interval of comments that keep proxies from closing the stream, in milliseconds. */
const KEEP_ALIVE_MS = 20_000;
/** Reconnection delay of clients, in milliseconds. */
const RETRY_MS = 1000;
/** Events that wait for a client that reads slowly; with more it is disconnected, and reads the current states when it connects again. */
const MAX_WAITING = 100;

/** Sends an event. It replaces one with the same key that is still waiting, because only the latest state counts. */
export type SendLatest = (key: string, event: () => SSEMessage) => void;

export type LatestEvents = {
  /** Starts sending events. Returns a function that stops it. */
  readonly follow: (send: SendLatest) => () => void;
  /** Called when the stream has ended. */
  readonly release: () => void;
  /** Default 60,000. */
  readonly stalledMs?: number;
};

/** Streams events one at a time, so that a client that does not read them fills no memory. */
export function streamLatestEvents(
  context: Context<NodeEnvironment>,
  { follow, release, stalledMs = STALLED_MS }: LatestEvents,
): Response {
  context.header('X-Accel-Buffering', 'no');
  return streamSSE(context, async (stream) => {
    const ended = new Promise<void>((resolve) => stream.onAbort(resolve));
    const disconnect = (): void => {
      context.env?.incoming?.socket.destroy();
      stream.abort();
    };
    const writer = createLatestWriter(stalledMs, disconnect);
    let stop: (() => void) | undefined;
    const keepAlive = setInterval(() => writer.send('keep-alive', () => stream.write(': beat\n\n')), KEEP_ALIVE_MS);
    try {
      writer.send('open', () => stream.writeSSE({ data: '', event: 'open', retry: RETRY_MS }));
      stop = follow((key, event) => writer.send(`event:${key}`, () => stream.writeSSE(event())));
      await ended;
    } finally {
      clearInterval(keepAlive);
      writer.close();
      stop?.();
      release();
    }
  });
}

type Write = () => Promise<unknown>;

/**
 * Runs writes one after another; of those that wait, the last one of each key.
 * @param onStalled called when a write takes longer than `stalledMs`, or too many wait
 */
export function createLatestWriter(stalledMs: number, onStalled: () => void) {
  const waiting = new Map<string, Write>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isWriting = false;
  const close = (): void => {
    isClosed = true;
    waiting.clear();
    clearTimeout(timer);
  };
  const giveUp = (): void => {
    close();
    onStalled();
  };
  const writeAll = async (): Promise<void> => {
    isWriting = true;
    try {
      for (const [key, write] of waiting) {
        waiting.delete(key);
        timer = setTimeout(giveUp, stalledMs);
        await write();
        clearTimeout(timer);
      }
    } catch {
      // The stream cannot be written any more.
      giveUp();
    } finally {
      isWriting = false;
    }
  };
  return {
    send(key: string, write: Write): void {
      if (isClosed) return;
      waiting.delete(key);
      waiting.set(key, write);
      if (waiting.size > MAX_WAITING) giveUp();
      else if (!isWriting) void writeAll();
    },
    close,
  };
}
