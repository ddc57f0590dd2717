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

export const WATCH_REQUESTS = 'watch-requests';
export const SEEN_REQUEST = 'seen-request';
/** A watch ends by itself after this time unless it is asked for again: the browser may end an idle worker sooner. */
export const WATCH_FOR_MS = 20_000;
