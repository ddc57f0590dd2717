import type { Context } from 'hono';
import { clientAddress, type NodeEnvironment } from '../requests/client-address.ts';
import { type ConcurrencyLimits, createConcurrencyLimiter } from '../requests/concurrency-limiter.ts';

/** Files below this size fit into the buffers of a connection, so that a client that does not read keeps nothing open. */
const LARGE_FILE_BYTES = 256 * 1024;

/**
 * Large files that are sent at once. Many at once from one address would keep the thread and the disk busy, and clients that do not
 * read keep files open.
 */
const SENDING: ConcurrencyLimits = {
  running: 2000,
  runningPerSource: 24,
  waiting: 8000,
  waitingPerSource: 400,
  patienceMs: 60_000,
};
/** Milliseconds after which a client that reads nothing is disconnected. */
const STALLED_MS = 300_000;

/** Content of a file. */
export type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

export type FileSlots = {
  /**
   * Opens a large file when its client may have another one, and responds with it. The slot is free again when the file has been
   * sent.
   * @param bytes size of the content, or infinity if it is unknown; small content needs no slot
   * @param respond opens the file and passes its content through `limited`
   * @throws Overloaded
   */
  send<Answer>(
    context: Context<NodeEnvironment>,
    bytes: number,
    respond: (limited: (content: Bytes) => Bytes) => Promise<Answer>,
  ): Promise<Answer>;
};

/** @param stalledMs default 300,000 */
export function createFileSlots(trustedProxies: number, limits: ConcurrencyLimits = SENDING, stalledMs = STALLED_MS): FileSlots {
  const limiter = createConcurrencyLimiter(limits);
  return {
    send(context, bytes, respond) {
      if (bytes < LARGE_FILE_BYTES) return respond((content) => content);
      const disconnect = (): void => void context.env?.incoming?.socket.destroy();
      return new Promise((resolve, reject) => {
        const work = async (): Promise<void> => {
          const sent: Promise<void>[] = [];
          const answer = await respond((content) => {
            const { stream, ended } = endingWhenStalled(content, stalledMs, disconnect);
            sent.push(ended);
            return stream;
          });
          resolve(answer);
          await Promise.all(sent);
        };
        limiter.run(clientAddress(context, trustedProxies), work, context.req.raw.signal).catch(reject);
      });
    },
  };
}

/**
 * Passes a stream on, and closes it when its reader asks for nothing for too long. `ended` resolves when it is closed.
 * @param disconnect called when the reader asks for nothing; an error of the stream would be written into the response
 */
export function endingWhenStalled(
  content: Bytes,
  stalledMs: number,
  disconnect: () => void,
): { readonly stream: Bytes; readonly ended: Promise<void> } {
  const reader = content.getReader();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const close = async (reason?: unknown): Promise<void> => {
    clearTimeout(timer);
    await reader.cancel(reason).catch(() => undefined);
    end();
  };
  const wait = (): void => {
    timer = setTimeout(() => {
      disconnect();
      void close();
    }, stalledMs);
  };
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): Promise<void> => {
    clearTimeout(timer);
    try {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
      if (done) end();
      else wait();
    } catch (error) {
      end();
      throw error;
    }
  };
  const stream = new ReadableStream({ start: wait, pull, cancel: close }, { highWaterMark: 0 });
  return { stream, ended };
}
