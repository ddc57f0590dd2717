/** Metrics of the database and its services, read on each scrape. */
import { latestAudit } from '@bakkum/credits/audit';
import { mailCounts } from '@bakkum/mail/outbox';
import { Gauge, type Registry } from 'prom-client';
import type { Services } from '../services.ts';
import { addConversionMetrics } from './conversion-metrics.ts';

/** Returns a function that reads all metrics and returns them in the Prometheus text format. */
export function createServiceMetrics(services: Services): () => Promise<string> {
  const { metrics } = services;
  const updates = [
    addConversionMetrics(metrics, services),
    addMails(metrics, services),
    addJobs(metrics, services),
    addLedger(metrics, services),
  ];
  return async () => {
    await Promise.all(updates.map((update) => update()));
    return metrics.metrics();
  };
}

type Update = () => Promise<void>;

function addMails(registry: Registry, { database }: Services): Update {
  const mails = new Gauge({
    name: 'bakkum_mails',
    help: 'Mails in the outbox',
    labelNames: ['state'],
    registers: [registry],
  });
  return async () => {
    const counts = await mailCounts(database);
    mails.reset();
    for (const [state, count] of Object.entries(counts)) mails.set({ state }, count);
  };
}

function addJobs(registry: Registry, { jobs }: Services): Update {
  const gauge = new Gauge({
    name: 'bakkum_jobs',
    help: 'Jobs by kind and state',
    labelNames: ['kind', 'state'],
    registers: [registry],
  });
  return async () => {
    const counts = await jobs.counts();
    gauge.reset();
    for (const { kind, ...states } of counts) {
      for (const [state, count] of Object.entries(states)) gauge.set({ kind, state }, count);
    }
  };
}

function addLedger(registry: Registry, { database }: Services): Update {
  const violations = new Gauge({
    name: 'bakkum_ledger_violations',
    help: 'Contradictions in the ledger when it was last read',
    registers: [registry],
  });
  return async () => violations.set((await latestAudit(database))?.violations.length ?? 0);
}
