import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { uploadFile } from './tus-upload.ts';

const FILE = new File(['12345'], 'a.pdf');

/** The server has all of the file already, so nothing is appended. */
const begun = (id: string): Response =>
  new Response(null, { status: 201, headers: { Location: `/api/v1/tus/${id}`, 'Upload-Offset': '5' } });

const ask = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
const keys = (): (string | null)[] =>
  ask.mock.calls
    .filter(([, { method }]) => method === 'POST')
    .map(([, { headers }]) => new Headers(headers).get('Idempotency-Key'));

beforeEach(() => vi.stubGlobal('fetch', ask));
afterEach(() => {
  ask.mockReset();
  vi.unstubAllGlobals();
});

const uploading = (changes: Partial<Parameters<typeof uploadFile>[0]>) =>
  uploadFile({
    file: FILE,
    name: FILE.name,
    key: 'k',
    signal: new AbortController().signal,
    onBegun: () => undefined,
    onSent: () => undefined,
    ...changes,
  });

it('starts under its key and resumes where the server stopped', async () => {
  ask.mockResolvedValueOnce(begun('u1'));
  expect(await uploading({})).toBe('u1');
  expect(keys()).toEqual(['k']);
});

it('starts another upload under another key if the previous one is gone', async () => {
  ask.mockResolvedValueOnce(new Response(null, { status: 410 })).mockResolvedValueOnce(begun('u2'));
  expect(await uploading({ uploadId: 'u1' })).toBe('u2');
  expect(keys()).toEqual(['k-u1']);
});

it('reports a started upload even after the caller has left', async () => {
  let answer = (_response: Response): void => undefined;
  ask.mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const stop = new AbortController();
  const onBegun = vi.fn<(id: string) => void>();
  const ended = uploading({ signal: stop.signal, onBegun }).catch((error: unknown) => error);
  stop.abort();
  expect(await ended).toBe(stop.signal.reason);
  answer(begun('u1'));
  await expect.poll(() => onBegun).toHaveBeenCalledWith('u1');
});
