export type Request = {
  readonly id: number;
  readonly method: string;
  /** The path for requests to this site, otherwise the full address. */
  readonly address: string;
  readonly foreign: boolean;
  /** Size of the body in bytes; undefined if the browser does not report it. */
  readonly sent?: number;
};

/** The observer: the service worker sees pages and workers, the page itself only what it loads. */
export type Watcher = 'worker' | 'page';

export type Requests = {
  readonly watcher: Watcher;
  /** Total number, listed or not. */
  readonly total: number;
  readonly foreign: number;
  /** Sum of all known body sizes in bytes. */
  readonly sent: number;
  /** The latest ones, newest first. */
  readonly listed: readonly Request[];
};

export type Seen = { readonly watcher: Watcher; readonly method: string; readonly url: string; readonly sent?: number };

/** Maximum number listed; further ones are only counted. */
export const MAX_LISTED = 200;

export const NO_REQUESTS: Requests = { watcher: 'page', total: 0, foreign: 0, sent: 0, listed: [] };

/** Adds a request; `page` is the address of the page that counts. */
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
    listed: [request, ...before.listed].slice(0, MAX_LISTED),
  };
}
