import { randomUUID } from 'node:crypto';
import type { Incident, ServiceId } from '@bakkum/api-contract/status';
import { isUnderMaintenance, mergedIncidents, type Standing } from './board.ts';
import type { ProbeResult } from './probe.ts';
import type { Records } from './records.ts';

/** Number of consecutive failed checks that open an incident, and of good ones that close it. A single failure may be chance. */
const CONSECUTIVE_CHECKS = 2;

/** The state of the services, in memory. */
export type Knowledge = {
  readonly standings: ReadonlyMap<ServiceId, Standing>;
  days(): Records['days'];
  /** Newest first, including those not written yet. */
  incidents(): readonly Incident[];
  /** Stores the result of a check; returns whether the service has just started to fail or to work partially. */
  note(result: ProbeResult, at: Date): boolean;
  /** Incidents that differ from the stored records. */
  unwritten(): readonly Incident[];
  /** Replaces the records with those just read, after `written` was stored. */
  replace(records: Records, written: readonly Incident[]): void;
};

export function createKnowledge(): Knowledge {
  const standings = new Map<ServiceId, Standing>();
  const waiting = new Map<string, Incident>();
  let records: Records = { days: new Map(), incidents: [] };
  const incidents = (): readonly Incident[] => mergedIncidents(records.incidents, waiting);

  /** Opens an incident of a service that keeps failing, and closes that of one that keeps working. */
  const settle = (service: ServiceId, { outcome, since }: Standing, at: Date): void => {
    const open = incidents().find((one) => one.automatic && one.closedAt === undefined && one.services.includes(service));
    if (outcome !== 'bad') {
      if (open) waiting.set(open.id, { ...open, closedAt: since.toISOString() });
    } else if (!open && !isUnderMaintenance(incidents(), service, at)) {
      const id = randomUUID();
      const openedAt = since.toISOString();
      waiting.set(id, { id, automatic: true, services: [service], impact: 'outage', openedAt, updates: [] });
    }
  };
  return {
    standings,
    incidents,
    days: () => records.days,
    note({ service, outcome }, at) {
      const known = standings.get(service);
      const same = known !== undefined && (known.outcome === 'bad') === (outcome === 'bad');
      const standing = { outcome, since: same ? known.since : at, times: same ? known.times + 1 : 1 };
      standings.set(service, standing);
      if (standing.times >= CONSECUTIVE_CHECKS) settle(service, standing, at);
      return outcome !== 'good' && known?.outcome !== outcome;
    },
    unwritten: () => [...waiting.values()],
    replace(fresh, written) {
      records = fresh;
      for (const incident of written) if (waiting.get(incident.id) === incident) waiting.delete(incident.id);
    },
  };
}
