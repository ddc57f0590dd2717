import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { blocksNestedWorkers, delegateNestedWorkers, type NestedReply, NestedWorkers } from './nested-workers.browser.ts';

/** A worker of the page: answers each message with itself, and refuses the script `broken`. */
class EchoWorker extends EventTarget {
  static readonly started: { readonly url: string; readonly options: WorkerOptions; isEnded: boolean }[] = [];
  readonly #entry;

  constructor(url: string, options: WorkerOptions) {
    super();
    if (url.endsWith('forbidden.js')) throw new DOMException('not allowed', 'SecurityError');
    this.#entry = { url, options, isEnded: false };
    EchoWorker.started.push(this.#entry);
    if (url.endsWith('broken.js')) queueMicrotask(() => this.dispatchEvent(new Event('error', { cancelable: true })));
  }

  postMessage(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  terminate(): void {
    this.#entry.isEnded = true;
  }
}

class FakeErrorEvent extends Event {
  readonly message: string;
  constructor(type: string, { message }: { readonly message: string }) {
    super(type);
    this.message = message;
  }
}

const { createObjectURL, revokeObjectURL } = URL;
let inPage: NestedWorkers;
let DelegatedWorker: typeof Worker;

beforeEach(() => {
  vi.stubGlobal('ErrorEvent', FakeErrorEvent);
  vi.stubGlobal('location', { href: 'https://site.example/worker.js' });
  vi.stubGlobal('Worker', EchoWorker);
  const receive: { reply?: (reply: NestedReply) => void } = {};
  inPage = new NestedWorkers((reply) => queueMicrotask(() => receive.reply?.(reply)));
  receive.reply = delegateNestedWorkers((request) => inPage.receive(request));
  DelegatedWorker = Worker;
  vi.stubGlobal('Worker', EchoWorker); // what the page's side starts
});

afterEach(() => {
  Object.assign(URL, { createObjectURL, revokeObjectURL });
  EchoWorker.started.length = 0;
  vi.unstubAllGlobals();
});

const answerOf = (worker: Worker, message: unknown): Promise<unknown> =>
  new Promise((resolve) => {
    worker.addEventListener('message', ({ data }) => resolve(data));
    worker.postMessage(message);
  });
const failureOf = (script: string): Promise<unknown> =>
  new Promise((resolve) => {
    new DelegatedWorker(script).addEventListener('error', ({ message }) => resolve(message));
  });

it('starts scripts in the page, with their options, and relays messages', async () => {
  const worker = new DelegatedWorker('child.js', { type: 'module', name: 'child' });
  expect(await answerOf(worker, 'hello')).toBe('hello');
  expect(EchoWorker.started).toEqual([
    { url: 'https://site.example/child.js', options: { type: 'module', name: 'child' }, isEnded: false },
  ]);
});

it('starts a blob whose address was revoked at once', async () => {
  const url = URL.createObjectURL(new Blob(['onmessage = postMessage']));
  const worker = new DelegatedWorker(url);
  URL.revokeObjectURL(url);
  expect(await answerOf(worker, 1)).toBe(1);
  expect(EchoWorker.started[0]?.url).toMatch(/^blob:/);
});

it('calls handlers as well as listeners', async () => {
  const worker = new DelegatedWorker('child.js');
  const data = new Promise((resolve) => {
    worker.onmessage = (event) => resolve(event.data);
  });
  worker.postMessage(2, { transfer: [] });
  expect(await data).toBe(2);
});

it('reports scripts that are refused or do not start', async () => {
  const failures = Promise.all(['forbidden.js', 'broken.js'].map(failureOf));
  expect(await failures).toEqual([expect.stringContaining('not allowed'), 'the worker did not start']);
});

it('ends a worker on request, and the others with the conversion worker', () => {
  const [first] = [new DelegatedWorker('a.js'), new DelegatedWorker('b.js')];
  first.terminate();
  expect(EchoWorker.started.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  inPage.endAll();
  expect(EchoWorker.started.map(({ isEnded }) => isEnded)).toEqual([true, true]);
});

it('is used in Firefox, but not in other browsers, including Firefox on iOS', () => {
  const agents = [
    'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/153.0 Mobile/15E148 Safari/605.1.15',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  ];
  expect(agents.map(blocksNestedWorkers)).toEqual([true, false, false]);
});
