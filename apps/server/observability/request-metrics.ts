import type { Metric } from './metric.ts';

export type RequestMetrics = {
  add(request: { readonly kind: RequestKind; readonly status: number; readonly milliseconds: number }): void;
  metrics(): readonly Metric[];
};

export type RequestKind = 'page' | 'file' | 'api' | 'health';

/** Kind of a request path. Using the path itself would create one metric per address. */
export function requestKind(path: string): RequestKind {
  if (path.startsWith('/api/')) return 'api';
  if (['/healthz', '/readyz', '/metrics'].includes(path)) return 'health';
  return /\.\w+$/.test(path) ? 'file' : 'page';
}

/** Counts requests and their duration by kind and status class. */
export function createRequestMetrics(): RequestMetrics {
  const counts = new Map<string, { labels: Record<string, string>; requests: number; seconds: number }>();
  return {
    add({ kind, status, milliseconds }) {
      const labels = { kind, status: `${Math.floor(status / 100)}xx` };
      const key = `${labels.kind} ${labels.status}`;
      const known = counts.get(key) ?? { labels, requests: 0, seconds: 0 };
      counts.set(key, { labels, requests: known.requests + 1, seconds: known.seconds + milliseconds / 1000 });
    },
    metrics: () =>
      [...counts.values()].flatMap(({ labels, requests, seconds }) => [
        { name: 'bakkum_requests_total', help: 'Requests that were answered', value: requests, labels },
        { name: 'bakkum_request_seconds_total', help: 'Time it took to answer them', value: seconds, labels },
      ]),
  };
}
