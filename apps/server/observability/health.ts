import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import type { Backend } from '../backend.ts';
import type { Settings } from '../config/settings.ts';
import type { Metric } from './metric.ts';
import type { RequestMetrics } from './request-metrics.ts';

const NO_STORE = { 'Cache-Control': 'no-store' };

export type HealthParts = {
  readonly settings: Pick<Settings, 'mode' | 'metricsToken'>;
  readonly backend: Backend;
  readonly requests: RequestMetrics;
};

/**
 * Endpoints for the operator. `/healthz`: the process responds. `/readyz`: the database responds and the ledger is consistent.
 * `/metrics`: metrics in the Prometheus text format.
 */
export function healthRoutes({ settings, backend, requests }: HealthParts): Hono {
  const routes = new Hono();
  routes.get('/healthz', (context) => context.json({ status: 'ok' }, 200, NO_STORE));
  routes.get('/readyz', async (context) => {
    const { ready, problems } = await backend.readiness();
    return context.json(ready ? { status: 'ok' } : { status: 'not ready', problems }, ready ? 200 : 503, NO_STORE);
  });
  routes.get('/metrics', async (context) => {
    if (!mayRead(settings, context.req.header('Authorization'))) return context.text('Not Found', 404, NO_STORE);
    const metrics = [...requests.metrics(), ...processMetrics(), ...(await backend.metrics())];
    return context.text(inText(metrics), 200, { ...NO_STORE, 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
  });
  return routes;
}

function mayRead({ mode, metricsToken }: HealthParts['settings'], authorization = ''): boolean {
  if (metricsToken === undefined) return mode === 'demo';
  const given = Buffer.from(authorization);
  const wanted = Buffer.from(`Bearer ${metricsToken}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function processMetrics(): readonly Metric[] {
  return [
    { name: 'process_resident_memory_bytes', help: 'Memory of the process', value: process.memoryUsage.rss() },
    { name: 'process_uptime_seconds', help: 'Since the process started', value: process.uptime() },
  ];
}

function inText(metrics: readonly Metric[]): string {
  const byName = Map.groupBy(metrics, ({ name }) => name);
  const blocks = [...byName].map(([name, group]) => {
    const lines = group.map(({ labels = {}, value }) => {
      const text = Object.entries(labels).map(([label, given]) => `${label}=${JSON.stringify(given)}`);
      return `${name}${text.length > 0 ? `{${text.join(',')}}` : ''} ${value}`;
    });
    return [
      `# HELP ${name} ${group[0]?.help ?? ''}`,
      `# TYPE ${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}`,
      ...lines,
    ];
  });
  return `${blocks.flat().join('\n')}\n`;
}
