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

/** How a service does: what came out last, since when, and how often in a row. */
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

/** The worse, the later. `unused` says nothing of the whole. */
const SEVERITY = ['operational', 'unknown', 'maintenance', 'degraded', 'outage'] as const satisfies readonly ServiceStatus[];

/** Puts the page together from what is known. */
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

/** What the operator says of a service counts where it is worse than what the check found, and maintenance explains a failure. */
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

/** What is recorded, with what could not be written yet in its place. */
export function mergedIncidents(recorded: readonly Incident[], waiting: ReadonlyMap<string, Incident>): readonly Incident[] {
  const known = new Set(recorded.map(({ id }) => id));
  const changed = recorded.map((one) => waiting.get(one.id) ?? one);
  const added = [...waiting.values()].filter(({ id }) => !known.has(id));
  return [...changed, ...added].toSorted((one, other) => other.openedAt.localeCompare(one.openedAt));
}
