import { useEffect, useState } from 'react';
import { SEEN_REQUEST, WATCH_FOR_MS, WATCH_REQUESTS, type WatchRequests } from '../../service-worker/seen-requests.ts';
import { NO_REQUESTS, type Requests, type Seen, withRequest } from './request-count.ts';

/** Returns all requests since the component was mounted. */
export function useRequests(): Requests {
  const [seen, setSeen] = useState(NO_REQUESTS);
  useEffect(() => {
    const stop = new AbortController();
    const add = (request: Seen): void => setSeen((before) => withRequest(before, request, location.href));
    const byWorker = watchByWorker((method, url, sent) => add({ watcher: 'worker', method, url, sent }), stop.signal);
    if (byWorker) setTimeout(() => setSeen((last) => ({ ...last, watcher: 'worker' })));
    else watchByPage((url) => add({ watcher: 'page', method: 'GET', url }), stop.signal);
    return () => stop.abort();
  }, []);
  return seen;
}

/** @returns whether a service worker sees this page's requests */
function watchByWorker(tell: (method: string, url: string, sent: number) => void, signal: AbortSignal): boolean {
  const container = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
  if (!container?.controller) return false;
  const ask = (): void => {
    const message: WatchRequests = { type: WATCH_REQUESTS };
    container.controller?.postMessage(message);
  };
  container.addEventListener(
    'message',
    ({ data }: MessageEvent<unknown>) => {
      const { type, method, url, sent }: Record<string, unknown> = typeof data === 'object' && data !== null ? { ...data } : {};
      if (type !== SEEN_REQUEST || typeof method !== 'string' || typeof url !== 'string' || typeof sent !== 'number') return;
      tell(method, url, sent);
    },
    { signal },
  );
  ask();
  const timer = setInterval(ask, WATCH_FOR_MS / 2);
  signal.addEventListener('abort', () => clearInterval(timer));
  return true;
}

function watchByPage(tell: (url: string) => void, signal: AbortSignal): void {
  const observer = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) if (/^https?:/.test(name)) tell(name);
  });
  observer.observe({ type: 'resource' });
  signal.addEventListener('abort', () => observer.disconnect());
}
