import { randomUUID } from 'node:crypto';
import type { Incident, ServiceId } from '@bakkum/api-contract/status';
import { isUnderMaintenance, mergedIncidents, type Standing } from './board.ts';
import type { ProbeResult } from './probe.ts';
import type { Records } from './records.ts';

/** One failed check may be chance; so many after each other are an incident, and so many good ones its end. */
const IN_A_ROW = 2;

/** What is known of the services, in memory. */
export type Knowledge = {
  readonly standings: ReadonlyMap<ServiceId, Standing>;
  days(): Records['days'];
  /** The newest first, also those that are not written yet. */
  incidents(): readonly Incident[];
  /** Takes in what a check found; answers whether the service has just begun to fail, or to work in part. */
  note(result: ProbeResult, at: Date): boolean;
  /** Incidents that the records do not have so yet. */
  unwritten(): readonly Incident[];
  /** Takes what was read, after these were written. */
  replace(records: Records, written: readonly Incident[]): void;
};

export function createKnowledge(): Knowledge {
  const standings = new Map<ServiceId, Standing>();
  const waiting = new Map<string, Incident>();
  let records: Records = { days: new Map(), incidents: [] };
  const incidents = (): readonly Incident[] => mergedIncidents(records.incidents, waiting);

  /** Opens an incident of a service that keeps failing, closes that of one that keeps working. */
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
      if (standing.times >= IN_A_ROW) settle(service, standing, at);
      return outcome !== 'good' && known?.outcome !== outcome;
    },
    unwritten: () => [...waiting.values()],
    replace(fresh, written) {
      records = fresh;
      for (const incident of written) if (waiting.get(incident.id) === incident) waiting.delete(incident.id);
    },
  };
}
