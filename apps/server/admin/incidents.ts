import { randomUUID } from 'node:crypto';
import { IMPACTS, type Impact, type Incident, SERVICE_IDS, type ServiceId, stateOf } from '@bakkum/api-contract/status';
import type { Database } from '@bakkum/database/database';
import type { DatabaseClock } from '@bakkum/database/database-clock';
import { readIncidents, writeIncident, writeUpdate } from '@bakkum/status/records';
import type { AdminOptions } from './arguments.ts';
import { CommandRefused } from './command-refused.ts';

type IncidentOptions = Pick<AdminOptions, 'en' | 'ko' | 'from' | 'until'>;

type IncidentsCommand = {
  readonly database: Database;
  readonly clock: Pick<DatabaseClock, 'now'>;
  readonly args: readonly string[];
  readonly options: IncidentOptions;
};

/** `bakkum admin incidents …`: manages incidents on the status page. */
export async function incidentsCommand({ database, clock, args, options }: IncidentsCommand): Promise<string> {
  const [command, first = '', second = ''] = args;
  const now = clock.now();
  if (command === undefined) return (await readIncidents(database, now)).map((incident) => lineOf(incident, now)).join('\n');
  if (command === 'open') {
    const incident = { services: servicesIn(first), impact: impactIn(second) };
    return openIncident(database, incident, options, now);
  }
  const incident = await incidentIn(database, first, now);
  if (command === 'close' && stateOf(incident, now) === 'resolved')
    throw new CommandRefused(`Incident ${first} is over already.`);
  const isSilent = command === 'close' && options.en === undefined && options.ko === undefined;
  if (!isSilent) await writeUpdate(database, incident.id, now, wordsIn(options));
  if (command === 'update') return `Incident ${first} tells it from now on.`;
  await writeIncident(database, { ...incident, closedAt: now.toISOString() });
  return `Incident ${first} is closed.`;
}

async function openIncident(
  database: Database,
  incident: Pick<Incident, 'services' | 'impact'>,
  options: IncidentOptions,
  now: Date,
): Promise<string> {
  const openedAt = timeIn(options.from) ?? now;
  const closedAt = timeIn(options.until);
  if (closedAt && closedAt <= openedAt) throw new CommandRefused('It would end before it begins.');
  const id = randomUUID();
  await writeIncident(database, {
    id,
    automatic: false,
    ...incident,
    title: wordsIn(options),
    openedAt: openedAt.toISOString(),
    ...(closedAt && { closedAt: closedAt.toISOString() }),
    updates: [],
  });
  const [row] = await database.query('select number from status.incidents where id = $1', [id]);
  return `Incident ${String(row?.['number'])} is on the status page.`;
}

function servicesIn(text: string): readonly ServiceId[] {
  if (text === 'none') return [];
  return text.split(',').map((name) => {
    const service = SERVICE_IDS.find((id) => id === name);
    if (!service) throw new CommandRefused(`There is no service ${name}. Services: ${SERVICE_IDS.join(', ')}.`);
    return service;
  });
}

function impactIn(text: string): Impact {
  const impact = IMPACTS.find((each) => each === text);
  if (!impact) throw new CommandRefused(`${text} is not an impact. Impacts: ${IMPACTS.join(', ')}.`);
  return impact;
}

function wordsIn({ en, ko }: IncidentOptions): { readonly en: string; readonly ko: string } {
  if (!en?.trim() || !ko?.trim()) throw new CommandRefused('Say it in both languages: --en "…" --ko "…".');
  return { en: en.trim(), ko: ko.trim() };
}

function timeIn(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new CommandRefused(`${text} is no time; write it as 2026-12-24T22:00Z.`);
  return time;
}

async function incidentIn(database: Database, number: string, now: Date): Promise<Incident> {
  const found = (await readIncidents(database, now)).find((incident) => String(incident.number) === number);
  if (!found) throw new CommandRefused(`There is no incident ${number} of the last 90 days.`);
  return found;
}

function lineOf(incident: Incident, now: Date): string {
  const { number, openedAt, closedAt, services, impact, title } = incident;
  const words = title ? `${title.en} / ${title.ko}` : 'found by checks';
  return [number, stateOf(incident, now), openedAt, closedAt ?? '', impact, services.join(',') || 'none', words].join('\t');
}
