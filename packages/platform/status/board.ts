import {
  type Incident,
  SERVICE_IDS,
  type ServiceBoard,
  type ServiceId,
  type ServiceStatus,
  type StatusBoard,
  stateOf,
} from '@bakkum/api-contract/status';
import type { Outcome, Probes } from './probe.ts';
import type { Records } from './records.ts';

/** Latest result of a service, since when, and how many times in a row. */
export type Standing = { readonly outcome: Outcome; readonly since: Date; readonly times: number };

type BoardParts = {
  readonly at: Date;
  readonly checkedAt?: Date;
  readonly recordsFrom?: Date;
  readonly probes: Probes;
  readonly standings: ReadonlyMap<ServiceId, Standing>;
  readonly days: Records['days'];
  readonly incidents: readonly Incident[];
};

/** Sorted by severity, worst last. `unused` does not affect the overall status. */
const SEVERITY = ['operational', 'unknown', 'maintenance', 'degraded', 'outage'] as const satisfies readonly ServiceStatus[];

/** Builds the status page from the known data. */
export function boardOf({ at, checkedAt, recordsFrom, probes, standings, days, incidents }: BoardParts): StatusBoard {
  const services = SERVICE_IDS.map((id): ServiceBoard => {
    const status = probes[id] ? statusOf(id, standings.get(id), incidents, at) : 'unused';
    return { id, status, days: days.get(id) ?? [] };
  });
  const worst = Math.max(...services.flatMap(({ status }) => (status === 'unused' ? [] : [SEVERITY.indexOf(status)])), 0);
  return {
    at: at.toISOString(),
    ...(checkedAt && { checkedAt: checkedAt.toISOString() }),
    ...(recordsFrom && { recordsFrom: recordsFrom.toISOString() }),
    overall: SEVERITY[worst] ?? 'unknown',
    services,
    incidents,
  };
}

/**
 * Returns the status of a service. The operator's incident counts where it is worse than the check, and maintenance explains a
 * failure.
 */
function statusOf(id: ServiceId, standing: Standing | undefined, incidents: readonly Incident[], at: Date): ServiceStatus {
  if (isUnderMaintenance(incidents, id, at)) return 'maintenance';
  const said = incidents.filter((one) => !one.automatic && one.services.includes(id) && stateOf(one, at) === 'open');
  const worst = (impact: Incident['impact']): boolean => said.some((one) => one.impact === impact);
  if (standing?.outcome === 'bad' || worst('outage')) return 'outage';
  if (standing?.outcome === 'degraded' || worst('degraded')) return 'degraded';
  return standing ? 'operational' : 'unknown';
}

export function isUnderMaintenance(incidents: readonly Incident[], service: ServiceId, at: Date): boolean {
  return incidents.some((one) => one.impact === 'maintenance' && one.services.includes(service) && stateOf(one, at) === 'open');
}

/** Combines recorded incidents with those not written yet. */
export function mergedIncidents(recorded: readonly Incident[], waiting: ReadonlyMap<string, Incident>): readonly Incident[] {
  const known = new Set(recorded.map(({ id }) => id));
  const changed = recorded.map((one) => waiting.get(one.id) ?? one);
  const added = [...waiting.values()].filter(({ id }) => !known.has(id));
  return [...changed, ...added].toSorted((one, other) => other.openedAt.localeCompare(one.openedAt));
}
