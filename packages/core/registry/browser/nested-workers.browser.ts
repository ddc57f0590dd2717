/**
 * Starts the workers that engines want from the page instead of from the conversion worker. In Firefox 153, `new Worker` inside a
 * worker sometimes never returns, about once in fifty times on two processors, and blocks that worker; from a page it returned in each of
 * 2,400 tries. The page relays their messages.
 */

export type NestedRequest =
  | {
      readonly type: 'nested-start';
      readonly id: number;
      /** Blobs travel themselves, since their addresses are usually revoked at once. */
      readonly script: string | Blob;
      readonly options: WorkerOptions;
    }
  | { readonly type: 'nested-post'; readonly id: number; readonly data: unknown; readonly transfer: Transferable[] }
  | { readonly type: 'nested-end'; readonly id: number };

export type NestedReply =
  | { readonly type: 'nested-message'; readonly id: number; readonly data: unknown }
  | { readonly type: 'nested-error'; readonly id: number; readonly message: string };

export const isNestedRequest = (message: { readonly type: string }): message is NestedRequest =>
  message.type === 'nested-start' || message.type === 'nested-post' || message.type === 'nested-end';

export const isNestedReply = (message: { readonly type: string }): message is NestedReply =>
  message.type === 'nested-message' || message.type === 'nested-error';

/** Whether this browser may block a worker that starts another worker. Detected by name, because a trial could block. */
export const blocksNestedWorkers = (userAgent: string): boolean => /\bFirefox\//.test(userAgent);

/** The page's side: the workers that one conversion worker has started. */
export class NestedWorkers {
  readonly #reply: (reply: NestedReply) => void;
  readonly #workers = new Map<number, Worker>();

  constructor(reply: (reply: NestedReply) => void) {
    this.#reply = reply;
  }

  receive(request: NestedRequest): void {
    if (request.type === 'nested-start') this.#start(request);
    else if (request.type === 'nested-post') this.#workers.get(request.id)?.postMessage(request.data, request.transfer);
    else this.#end(request.id);
  }

  /** Called when the conversion worker has ended: browsers end its own workers with it. */
  endAll(): void {
    for (const id of [...this.#workers.keys()]) this.#end(id);
  }

  #start({ id, script, options }: Extract<NestedRequest, { type: 'nested-start' }>): void {
    const fail = (message: string): void => this.#reply({ type: 'nested-error', id, message });
    const url = typeof script === 'string' ? script : URL.createObjectURL(script);
    try {
      const worker = new Worker(url, options);
      this.#workers.set(id, worker);
      worker.addEventListener('message', ({ data }) => this.#reply({ type: 'nested-message', id, data }));
      worker.addEventListener('messageerror', () => fail('a message could not be read'));
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        fail(event.message || 'the worker did not start');
      });
    } catch (refusal) {
      fail(String(refusal));
    } finally {
      if (url !== script) URL.revokeObjectURL(url);
    }
  }

  #end(id: number): void {
    this.#workers.get(id)?.terminate();
    this.#workers.delete(id);
  }
}

/** The worker's side: replaces `Worker`. Returns what takes the page's replies. */
export function delegateNestedWorkers(
  post: (request: NestedRequest, transfer: Transferable[]) => void,
): (reply: NestedReply) => void {
  const blobs = rememberBlobs();
  const workers = new Map<number, DelegatedWorker>();
  let last = 0;

  class DelegatedWorker extends EventTarget {
    onmessage: ((event: MessageEvent) => void) | null = null;
    onerror: ((event: Event) => void) | null = null;
    onmessageerror: ((event: MessageEvent) => void) | null = null;
    readonly #id: number;

    constructor(script: string | URL, options: WorkerOptions = {}) {
      super();
      last += 1;
      this.#id = last;
      workers.set(this.#id, this);
      const url = new URL(script, location.href).href;
      post({ type: 'nested-start', id: this.#id, script: blobs.get(url) ?? url, options: { ...options } }, []);
    }

    postMessage(data: unknown, given: Transferable[] | StructuredSerializeOptions = []): void {
      const transfer = Array.isArray(given) ? given : (given.transfer ?? []);
      post({ type: 'nested-post', id: this.#id, data, transfer }, transfer);
    }

    terminate(): void {
      workers.delete(this.#id);
      post({ type: 'nested-end', id: this.#id }, []);
    }

    receive(reply: NestedReply): void {
      if (reply.type === 'nested-message') {
        const event = new MessageEvent('message', { data: reply.data });
        this.onmessage?.(event);
        this.dispatchEvent(event);
        return;
      }
      const event = new ErrorEvent('error', { message: reply.message });
      this.onerror?.(event);
      this.dispatchEvent(event);
    }
  }

  Object.defineProperty(globalThis, 'Worker', { value: DelegatedWorker, configurable: true, writable: true });
  return (reply) => workers.get(reply.id)?.receive(reply);
}

/** Blobs by their addresses, while these are valid. */
function rememberBlobs(): ReadonlyMap<string, Blob> {
  const blobs = new Map<string, Blob>();
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (content) => {
    const url = createObjectURL.call(URL, content);
    if (content instanceof Blob) blobs.set(url, content);
    return url;
  };
  URL.revokeObjectURL = (url) => {
    blobs.delete(url);
    revokeObjectURL.call(URL, url);
  };
  return blobs;
}
