import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withScreenOn } from './screen-wake-lock.ts';

let held = 0;
let page: EventTarget & { visibilityState: DocumentVisibilityState };

/** A lock as browsers give it. */
async function request(): Promise<{ release(): Promise<void> }> {
  held += 1;
  return {
    async release() {
      held -= 1;
    },
  };
}

beforeEach(() => {
  held = 0;
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { wakeLock: { request } });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('keeps the screen on until the last conversion ends', async () => {
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const works = [withScreenOn(first.promise), withScreenOn(second.promise)];
  await vi.waitFor(() => expect(held).toBe(1));
  first.resolve('a');
  expect(await works[0]).toBe('a');
  expect(held).toBe(1);
  second.resolve('b');
  await works[1];
  await vi.waitFor(() => expect(held).toBe(0));
});

test('a failed conversion lets the screen turn off, too', async () => {
  await expect(withScreenOn(Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await vi.waitFor(() => expect(held).toBe(0));
});

test('keeps the screen on again when the page becomes visible during a conversion', async () => {
  const work = Promise.withResolvers<void>();
  page.visibilityState = 'hidden';
  const kept = withScreenOn(work.promise);
  expect(held).toBe(0);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(held).toBe(1));
  work.resolve();
  await kept;
  await vi.waitFor(() => expect(held).toBe(0));
});

test.each([
  ['no lock', {}],
  ['a lock that is refused', { wakeLock: { request: () => Promise.reject(new DOMException('low battery', 'NotAllowedError')) } }],
])('converts with %s', async (_, device) => {
  vi.stubGlobal('navigator', device);
  expect(await withScreenOn(Promise.resolve('done'))).toBe('done');
});
