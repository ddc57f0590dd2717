import { createRequire } from 'node:module';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UploadFault, uploadFile } from './tus-upload.ts';

// Node would load the build for Node, which cannot read a File.
vi.mock('tus-js-client', () => createRequire(import.meta.url)('tus-js-client/lib.es5/browser/index.js'));

const FILE = new File(['12345'], 'a.pdf');

type Reply = { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string };
type Sent = { readonly method: string; readonly path: string; readonly headers: Readonly<Record<string, string>> };

let sent: Sent[];
/** Replies in order; `broken` is a connection without an answer. A function is awaited. */
let replies: (Reply | 'broken' | (() => Promise<Reply>))[];
let aborted: string[];

/** The part of XMLHttpRequest that the client uses. */
class FakeRequest {
  readonly upload = {};
  status = 0;
  responseText = '';
  onload = (): void => undefined;
  onerror = (_error: unknown): void => undefined;
  #headers: Record<string, string> = {};
  #answer: Record<string, string> = {};
  #line = { method: '', path: '' };

  open(method: string, address: string): void {
    this.#line = { method, path: new URL(address).pathname };
  }
  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }
  getResponseHeader(name: string): string | null {
    return this.#answer[name] ?? null;
  }
  async send(): Promise<void> {
    sent.push({ ...this.#line, headers: this.#headers });
    const next = replies.shift() ?? 'broken';
    const reply = typeof next === 'function' ? await next() : next;
    if (reply === 'broken') return this.onerror(new Error('no connection'));
    this.status = reply.status;
    this.responseText = reply.body ?? '';
    this.#answer = reply.headers ?? {};
    return this.onload();
  }
  abort(): void {
    aborted.push(this.#line.method);
  }
}

beforeEach(() => {
  sent = [];
  replies = [];
  aborted = [];
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  vi.stubGlobal('location', new URL('https://bakkum.example/cloud'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const created = (id: string): Reply => ({ status: 201, headers: { Location: `/api/v1/tus/${id}` } });
const offset = (bytes: number): Reply => ({ status: 204, headers: { 'Upload-Offset': String(bytes) } });
const standing = (bytes: number): Reply => ({ status: 200, headers: { 'Upload-Offset': String(bytes), 'Upload-Length': '5' } });
const problem = (status: number, code: string): Reply => ({ status, body: JSON.stringify({ error: { code } }) });
const requests = (): string[] => sent.map(({ method, path }) => `${method} ${path.replace('/api/v1/', '')}`);
const keys = (): (string | undefined)[] =>
  sent.filter(({ method }) => method === 'POST').map(({ headers }) => headers['Idempotency-Key']);

const progress: number[] = [];
function uploading(changes: Partial<Parameters<typeof uploadFile>[0]> = {}): Promise<string> {
  progress.length = 0;
  return uploadFile({
    file: FILE,
    name: '한글 a.pdf',
    key: 'k',
    signal: new AbortController().signal,
    onBegun: () => undefined,
    onSent: (bytes) => progress.push(bytes),
    ...changes,
  });
}
/** Waits for an outcome while pauses pass at once. */
async function outcome<Result>(promise: Promise<Result>): Promise<Result | Error> {
  const ended = promise.catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return ended;
}

it('creates an upload under its key and sends the file', async () => {
  replies = [created('u1'), offset(5)];
  const onBegun = vi.fn<(id: string) => void>();
  expect(await outcome(uploading({ onBegun }))).toBe('u1');
  expect(requests()).toEqual(['POST tus', 'PATCH tus/u1']);
  expect(sent[0]?.headers).toMatchObject({ 'Tus-Resumable': '1.0.0', 'Upload-Length': '5', 'Idempotency-Key': 'k' });
  expect(sent[0]?.headers['Upload-Metadata']).toBe(`filename ${Buffer.from('한글 a.pdf').toString('base64')}`);
  expect(onBegun.mock.calls).toEqual([['u1']]);
  expect(progress.at(-1)).toBe(5);
});

it('resumes a previous upload where the server stopped', async () => {
  replies = [standing(2), offset(5)];
  expect(await outcome(uploading({ uploadId: 'u1' }))).toBe('u1');
  expect(requests()).toEqual(['HEAD tus/u1', 'PATCH tus/u1']);
  expect(sent[1]?.headers['Upload-Offset']).toBe('2');
});

it('sends nothing when the server has all of the file', async () => {
  replies = [standing(5)];
  expect(await outcome(uploading({ uploadId: 'u1' }))).toBe('u1');
  expect(requests()).toEqual(['HEAD tus/u1']);
});

it('starts another upload under another key if the previous one is gone', async () => {
  replies = [{ status: 410 }, created('u2'), offset(5)];
  expect(await outcome(uploading({ uploadId: 'u1' }))).toBe('u2');
  expect(keys()).toEqual(['k-u1']);
});

it('resumes after an interrupted connection and a restarting server', async () => {
  replies = [created('u1'), 'broken', { status: 503 }, standing(3), offset(5)];
  expect(await outcome(uploading())).toBe('u1');
  expect(requests()).toEqual(['POST tus', 'PATCH tus/u1', 'HEAD tus/u1', 'HEAD tus/u1', 'PATCH tus/u1']);
});

it('repeats an unanswered creation under the same key', async () => {
  replies = ['broken', created('u1'), offset(5)];
  expect(await outcome(uploading())).toBe('u1');
  expect(keys()).toEqual(['k', 'k']);
});

it('gives up on an unreachable server after the last pause', async () => {
  const failed = await outcome(uploading());
  expect(failed).toBeInstanceOf(UploadFault);
  expect(failed).toMatchObject({ fault: { code: 'unreachable' } });
  expect(requests()).toEqual(Array.from({ length: 6 }, () => 'POST tus'));
});

it('resumes with growing pauses when the server ends it to make room', async () => {
  const busy = problem(429, 'TOO_MANY_UPLOADS');
  replies = [created('u1'), busy, standing(2), busy, standing(2), busy, standing(2), offset(5)];
  const times: number[] = [];
  const log = vi.spyOn(sent, 'push').mockImplementation((...requests) => {
    times.push(Date.now());
    return Array.prototype.push.apply(sent, requests);
  });
  expect(await outcome(uploading())).toBe('u1');
  expect(requests()).toEqual(['POST tus', 'PATCH tus/u1', ...Array(3).fill(['HEAD tus/u1', 'PATCH tus/u1']).flat()]);
  expect(sent.at(-1)?.headers['Upload-Offset']).toBe('2');
  const heads = times.filter((_, index) => sent[index]?.method === 'HEAD');
  const pauses = heads.map((time, index) => time - (heads[index - 1] ?? times[1] ?? 0));
  expect(pauses).toEqual([500, 500, 1500]);
  log.mockRestore();
});

it('waits longer for a busy server than for an unreachable one, and not at all after too many requests', async () => {
  replies = [
    created('u1'),
    ...Array<Reply>(8)
      .fill(problem(429, 'TOO_MANY_UPLOADS'))
      .flatMap((busy) => [busy, standing(0)]),
  ];
  expect(await outcome(uploading())).toMatchObject({ fault: { code: 'TOO_MANY_UPLOADS' } });
  expect(requests().filter((request) => request.startsWith('PATCH'))).toHaveLength(8);
  replies = [problem(429, 'RATE_LIMIT_EXCEEDED')];
  sent.length = 0;
  expect(await outcome(uploading())).toMatchObject({ fault: { code: 'RATE_LIMIT_EXCEEDED' } });
  expect(requests()).toEqual(['POST tus']);
});

it('reports a refusal of the server at once', async () => {
  replies = [problem(413, 'FILE_TOO_LARGE')];
  expect(await outcome(uploading())).toMatchObject({ fault: { code: 'FILE_TOO_LARGE' } });
  expect(requests()).toEqual(['POST tus']);
});

it('reports a created upload even after the caller has left, and sends nothing more', async () => {
  const creating = Promise.withResolvers<Reply>();
  replies = [() => creating.promise];
  const stop = new AbortController();
  const onBegun = vi.fn<(id: string) => void>();
  const ended = uploading({ signal: stop.signal, onBegun }).catch((error: unknown) => error);
  await vi.waitFor(() => expect(requests()).toEqual(['POST tus']));
  stop.abort();
  expect(await ended).toBe(stop.signal.reason);
  creating.resolve(created('u1'));
  await vi.waitFor(() => expect(onBegun).toHaveBeenCalledWith('u1'));
  await vi.runAllTimersAsync();
  expect(requests()).toEqual(['POST tus']);
});

it('ends the running request when the caller leaves', async () => {
  replies = [created('u1'), () => new Promise(() => undefined)];
  const stop = new AbortController();
  const ended = uploading({ signal: stop.signal }).catch((error: unknown) => error);
  await vi.waitFor(() => expect(requests()).toEqual(['POST tus', 'PATCH tus/u1']));
  stop.abort();
  expect(await ended).toBe(stop.signal.reason);
  expect(aborted).toEqual(['PATCH']);
});
