import { Counter, Histogram, Registry } from 'prom-client';

export type RequestMetrics = {
  add(request: { readonly kind: RequestKind; readonly status: number; readonly milliseconds: number }): void;
  /** In the Prometheus text format. */
  text(): Promise<string>;
};

export type RequestKind = 'page' | 'file' | 'api' | 'health';

/** Upper bounds of the duration histogram, in seconds. Long polls and streams of events last up to minutes. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Kind of a request path. Using the path itself would create one metric per address. */
export function requestKind(path: string): RequestKind {
  if (path.startsWith('/api/')) return 'api';
  if (['/healthz', '/readyz', '/metrics'].includes(path)) return 'health';
  return /\.\w+$/.test(path) ? 'file' : 'page';
}

/** Counts requests and their duration by kind and status class. */
export function createRequestMetrics(): RequestMetrics {
  const registry = new Registry();
  const registers = [registry];
  const labelNames = ['kind', 'status'] as const;
  const requests = new Counter({ name: 'bakkum_requests_total', help: 'Requests that were answered', labelNames, registers });
  const durations = new Histogram({
    name: 'bakkum_request_duration_seconds',
    help: 'Time from a request to its response headers',
    labelNames,
    buckets: DURATION_BUCKETS,
    registers,
  });
  return {
    add({ kind, status, milliseconds }) {
      const labels = { kind, status: `${Math.floor(status / 100)}xx` };
      requests.inc(labels);
      durations.observe(labels, milliseconds / 1000);
    },
    text: () => registry.metrics(),
  };
}
