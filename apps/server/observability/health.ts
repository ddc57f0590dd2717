import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { Registry } from 'prom-client';
import type { Backend } from '../backend.ts';
import type { Settings } from '../config/settings.ts';
import { createProcessMetrics } from './process-metrics.ts';
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
  const processMetrics = createProcessMetrics();
  routes.get('/healthz', (context) => context.json({ status: 'ok' }, 200, NO_STORE));
  routes.get('/readyz', async (context) => {
    const { ready, problems } = await backend.readiness();
    const status = ready ? 'ok' : 'not ready';
    return context.json({ status, ...(problems.length > 0 && { problems }) }, ready ? 200 : 503, NO_STORE);
  });
  routes.get('/metrics', async (context) => {
    if (!mayRead(settings, context.req.header('Authorization'))) return context.text('Not Found', 404, NO_STORE);
    const parts = await Promise.all([requests.text(), processMetrics(), backend.metrics()]);
    return context.text(parts.join('\n'), 200, { ...NO_STORE, 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE });
  });
  return routes;
}

function mayRead({ mode, metricsToken }: HealthParts['settings'], authorization = ''): boolean {
  if (metricsToken === undefined) return mode === 'demo';
  const given = Buffer.from(authorization);
  const wanted = Buffer.from(`Bearer ${metricsToken}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
