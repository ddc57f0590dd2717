/** A page asks the service worker to tell of every request that leaves this site's pages and workers. */
export type WatchRequests = { readonly type: 'watch-requests' };

/** One request as the service worker saw it. */
export type SeenRequest = {
  readonly type: 'seen-request';
  readonly method: string;
  readonly url: string;
  /** Bytes of its body. */
  readonly sent: number;
};

/** Who asked and how, as far as the service worker can tell. */
type Asked = {
  readonly method: string;
  readonly mode: string;
  /** Absent where the browser does not say, or it is gone. */
  readonly client?: { readonly id: string; readonly type: string };
};

/**
 * Whether a request is no matter of the page that watches: another page asked, or a tab goes to a page. Workers are clients of
 * their own that do not say who started them, so all of them count, and so does whatever cannot be told.
 */
export function isOfAnotherPage(watcher: string, { method, mode, client }: Asked): boolean {
  if (client?.id === watcher) return false;
  return client?.type === 'window' || (mode === 'navigate' && method === 'GET');
}

export const WATCH_REQUESTS = 'watch-requests';
export const SEEN_REQUEST = 'seen-request';
/** A watch ends by itself after this time unless it is asked for again: the browser may end an idle worker sooner. */
export const WATCH_FOR_MS = 20_000;
