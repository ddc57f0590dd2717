/** A page asks the service worker to report every request of this site's pages and workers. */
export type WatchRequests = { readonly type: 'watch-requests' };

/** One request as seen by the service worker. */
export type SeenRequest = {
  readonly type: 'seen-request';
  readonly method: string;
  readonly url: string;
  /** Size of its body in bytes. */
  readonly sent: number;
};

/** The client and the kind of request, as far as the service worker can tell. */
type Asked = {
  readonly method: string;
  readonly mode: string;
  /** Absent if the browser does not report it, or the client is gone. */
  readonly client?: { readonly id: string; readonly type: string };
};

/**
 * Returns whether a request is unrelated to the observing page: another page sent it, or a tab navigates. Workers are separate
 * clients that do not name their creator, so all of them count, and so do unknown clients.
 */
export function isOfAnotherPage(watcher: string, { method, mode, client }: Asked): boolean {
  if (client?.id === watcher) return false;
  return client?.type === 'window' || (mode === 'navigate' && method === 'GET');
}

export const WATCH_REQUESTS = 'watch-requests';
export const SEEN_REQUEST = 'seen-request';
/** A watch ends after this time in milliseconds unless it is renewed, because the browser may stop an idle worker sooner. */
export const WATCH_FOR_MS = 20_000;
