import { afterEach, expect, it, vi } from 'vitest';
import { downloadFile } from './download-file.ts';

const URL_OF_FILE = new URL('https://a.example/files/report.hwp');

function respond(response: Response) {
  const fetched = vi.fn(() => Promise.resolve(response));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}
afterEach(() => vi.unstubAllGlobals());

const options = { credentials: 'omit', mostBytes: 4, onProgress: () => undefined } as const;

it('downloads a file with its name and type, and reports progress', async () => {
  const onProgress = vi.fn();
  const fetched = respond(new Response('1234', { headers: { 'content-type': 'a/b; c=d', 'content-length': '4' } }));
  const found = await downloadFile(URL_OF_FILE, { ...options, onProgress });
  expect(found).toMatchObject({ file: { name: 'report.hwp', type: 'a/b', size: 4 } });
  expect(onProgress).toHaveBeenLastCalledWith({ loaded: 4, total: 4 });
  expect(fetched).toHaveBeenCalledWith(
    URL_OF_FILE,
    expect.objectContaining({ credentials: 'omit', referrerPolicy: 'no-referrer' }),
  );
});

it('returns the status if there is no file', async () => {
  respond(new Response('none', { status: 404 }));
  expect(await downloadFile(URL_OF_FILE, options)).toEqual({ status: 404 });
});

it.each([{ 'content-length': '5' }, {}])('rejects a file over the limit with the headers %j', async (headers) => {
  respond(new Response('12345', { headers }));
  await expect(downloadFile(URL_OF_FILE, options)).rejects.toThrow(RangeError);
});

it('ignores the length of a compressed transfer', async () => {
  respond(new Response('1234', { headers: { 'content-length': '9', 'content-encoding': 'gzip' } }));
  expect(await downloadFile(URL_OF_FILE, options)).toHaveProperty('file');
});
