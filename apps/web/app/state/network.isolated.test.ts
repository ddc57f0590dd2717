import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let browser: { onLine: boolean };
let isReachable: boolean;
let events: EventTarget;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  browser = { onLine: true };
  isReachable = false;
  events = new EventTarget();
  vi.stubGlobal('navigator', browser);
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  vi.stubGlobal('fetch', () => (isReachable ? Promise.resolve(new Response()) : Promise.reject(new TypeError('no network'))));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('follows the browser', async () => {
  const { offline } = await import('./network.ts');
  const listener = vi.fn();
  const unsubscribe = offline.subscribe(listener);
  expect(offline.snapshot()).toBe(false);
  browser.onLine = false;
  events.dispatchEvent(new Event('offline'));
  expect(listener).toHaveBeenCalledTimes(1);
  expect(offline.snapshot()).toBe(true);
  unsubscribe();
  events.dispatchEvent(new Event('online'));
  expect(listener).toHaveBeenCalledTimes(1);
});

it('is offline while a failed request was no exception, until the site answers', async () => {
  const { checkConnection, offline } = await import('./network.ts');
  const states: boolean[] = [];
  offline.subscribe(() => states.push(offline.snapshot()));
  const checking = checkConnection();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(offline.snapshot()).toBe(true);
  isReachable = true;
  await vi.advanceTimersByTimeAsync(10_000);
  await checking;
  expect(states).toEqual([true, false]);
});

it('stays online after a single failed request', async () => {
  const { checkConnection, offline } = await import('./network.ts');
  isReachable = true;
  await checkConnection();
  expect(offline.snapshot()).toBe(false);
});

it('checks without a connection only once it returns', async () => {
  const { checkConnection, offline } = await import('./network.ts');
  browser.onLine = false;
  const checking = checkConnection();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
  browser.onLine = true;
  isReachable = true;
  events.dispatchEvent(new Event('online'));
  await checking;
  expect(offline.snapshot()).toBe(false);
});
