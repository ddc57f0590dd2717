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

export type Requests = {
  readonly watcher: Watcher;
  /** Of all, listed or not. */
  readonly total: number;
  readonly foreign: number;
  /** Bytes of all bodies that are known. */
  readonly sent: number;
  /** The last ones, the newest first. */
  readonly listed: readonly Request[];
};

export type Seen = { readonly watcher: Watcher; readonly method: string; readonly url: string; readonly sent?: number };

/** More are counted but not listed. */
export const MOST_LISTED = 200;

export const NO_REQUESTS: Requests = { watcher: 'page', total: 0, foreign: 0, sent: 0, listed: [] };

/** With one more request; `page` is the address of the page that counts. */
export function withRequest(before: Requests, { watcher, method, url, sent }: Seen, page: string): Requests {
  const { origin, pathname, href } = new URL(url, page);
  const foreign = origin !== new URL(page).origin;
  const total = before.total + 1;
  const request: Request = {
    id: total,
    method,
    address: foreign ? href : pathname,
    foreign,
    ...(sent !== undefined && { sent }),
  };
  return {
    watcher,
    total,
    foreign: before.foreign + (foreign ? 1 : 0),
    sent: before.sent + (sent ?? 0),
    listed: [request, ...before.listed].slice(0, MOST_LISTED),
  };
}
