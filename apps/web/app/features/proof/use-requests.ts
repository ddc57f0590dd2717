import { useEffect, useState } from 'react';
import { SEEN_REQUEST, WATCH_FOR_MS, WATCH_REQUESTS, type WatchRequests } from '../../service-worker/seen-requests.ts';

export type Request = {
  readonly id: number;
  readonly method: string;
  /** Path where it went to this site, whole address otherwise. */
  readonly address: string;
  readonly foreign: boolean;
  /** Bytes of its body; undefined where the browser does not say. */
  readonly sent?: number;
};

/** Who looks: the service worker sees pages and workers, the page itself only what it loads. */
export type Watcher = 'worker' | 'page';

export type Requests = { readonly watcher: Watcher; readonly requests: readonly Request[] };

/** More are counted but not listed. */
const MOST_LISTED = 200;

/** Every request from when this is shown on. */
export function useRequests(): Requests {
  const [seen, setSeen] = useState<Requests>({ watcher: 'page', requests: [] });
  useEffect(() => {
    const stop = new AbortController();
    const add = (watcher: Watcher, method: string, url: string, sent?: number): void => {
      const { origin, pathname, href } = new URL(url, location.href);
      const foreign = origin !== location.origin;
      setSeen(({ requests }) => {
        const request = { id: (requests[0]?.id ?? 0) + 1, method, address: foreign ? href : pathname, foreign };
        return { watcher, requests: [{ ...request, ...(sent !== undefined && { sent }) }, ...requests].slice(0, MOST_LISTED) };
      });
    };
    const byWorker = watchByWorker((method, url, sent) => add('worker', method, url, sent), stop.signal);
    if (byWorker) setTimeout(() => setSeen((last) => ({ ...last, watcher: 'worker' })));
    else watchByPage((url) => add('page', 'GET', url), stop.signal);
    return () => stop.abort();
  }, []);
  return seen;
}

/** @returns whether there is a service worker that sees this page's requests */
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
