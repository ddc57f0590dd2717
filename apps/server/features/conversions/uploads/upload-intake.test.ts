import { PassThrough, Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withSilenceTimeout } from './silence-timeout.ts';
import { safeFileName } from './upload-intake.ts';

const SILENCE_MS = 1000;

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

const inTwo = () => {
  const body = new PassThrough();
  body.write('first');
  return body;
};

it.each([
  ['a stream of Node', inTwo],
  [
    'a stream of the web',
    () => Readable.fromWeb(new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('first')) })),
  ],
])('ends a body of %s that brings nothing for too long', async (_name, bodyOf) => {
  const body = bodyOf();
  const coming = withSilenceTimeout(body, SILENCE_MS);
  expect(Buffer.from((await coming.next()).value ?? []).toString()).toBe('first');
  const outcome = coming.next().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(SILENCE_MS);
  expect(await outcome).toMatchObject({ code: 'INVALID_REQUEST', details: { reason: 'stalled' } });
  expect(body.destroyed).toBe(true);
});

it('waits for a slow consumer and for data within the timeout', async () => {
  const body = inTwo();
  const coming = withSilenceTimeout(body, SILENCE_MS);
  await coming.next();
  await vi.advanceTimersByTimeAsync(10 * SILENCE_MS);
  const next = coming.next();
  await vi.advanceTimersByTimeAsync(SILENCE_MS - 1);
  body.end('second');
  expect(Buffer.from((await next).value ?? []).toString()).toBe('second');
  expect(await coming.next()).toEqual({ done: true, value: undefined });
});

it.each([
  ['C:\\Users\\me\\사진 👨‍👩‍👧.jpg', '사진 👨‍👩‍👧.jpg'],
  ['../../etc/passwd', 'passwd'],
  ['photo\u202Egpj.exe', 'photogpj.exe'],
  ['a\0b.txt', 'ab.txt'],
  ['nul.txt', '_nul.txt'],
  ['..', 'file'],
  [undefined, 'file'],
])('names the file of %j %s', (given, name) => {
  expect(safeFileName(given)).toBe(name);
});
