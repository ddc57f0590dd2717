import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDiskStore } from '@bakkum/blobs/disk-store';
import { INPUT_PREFIX, OUTPUT_PREFIX } from '@bakkum/conversion-jobs/service';
import { scanOrphans, sweep } from '@bakkum/conversion-jobs/sweep';
import { silentSignals } from '@bakkum/conversion-jobs/test-conversions';
import { describeMachine } from '../machine.ts';
import { table } from '../markdown.ts';
import type { Suite } from '../suite.ts';
import { newOutcome, type Outcome, work } from './load.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { openSite, type Site, VICTIMS } from './site.ts';

/** Number of clients that send whole files, and of those that send them in pieces. */
const PROGRAMS = 3;
/**
 * Shortest time between two kills, in milliseconds. A job must also have ended in between: killing a process before it works
 * proves nothing.
 */
const MIN_MS = 500;
const MORE_MS = 5000;
const MAX_MS = 60_000;
const REFUSED = 0.2;
/** Clock offset of the final sweep, in milliseconds: files it still does not know are orphans. */
const LATER_MS = 2 * 3_600_000;
const TOLD_WITHIN_MS = 180_000;

/** Kills the API, the workers and PostgreSQL at random under load, and checks the outcome of every accepted job. */
export const suite: Suite = {
  title: 'The conversion API under kills',
  once: true,
  async run({ folder, minutes, say }) {
    const machine = describeMachine(['PostgreSQL 18 from npm, fsync on']);
    const receiver = await startReceiver(REFUSED);
    const site = await openSite(folder, receiver.place);
    const outcome = newOutcome();
    try {
      const kills = await killUnderLoad(site, receiver, outcome, minutes, say);
      await untilTold(site, say);
      const violations = [...outcome.violations, ...(await contradictions(site, receiver, outcome))];
      if (violations.length > 0) throw new Error(JSON.stringify(violations, undefined, 1));
      return `${machine}\n${report(kills, outcome, { receiver, site, minutes })}`;
    } finally {
      await site.close();
      receiver.close();
    }
  },
};

type Kills = ReadonlyMap<string, number>;

async function killUnderLoad(
  site: Site,
  { place }: Receiver,
  outcome: Outcome,
  minutes: number,
  say: (line: string) => void,
): Promise<Kills> {
  const over = new AbortController();
  const load = { url: site.url, key: site.key, hook: `http://${place}/hook`, over: over.signal };
  const programs = Array.from({ length: PROGRAMS }, () => [work(load, outcome, false), work(load, outcome, true)]).flat();
  const broken = Promise.all(programs);
  broken.catch(() => over.abort());
  const kills = new Map<string, number>(VICTIMS.map((victim) => [victim, 0]));
  const end = Date.now() + minutes * 60_000;
  while (Date.now() < end && !over.signal.aborted) {
    await untilEnded(outcome, over.signal);
    await wait(MIN_MS + Math.random() * MORE_MS);
    const victim = VICTIMS[Math.floor(Math.random() * VICTIMS.length)] ?? 'api';
    await site.kill(victim);
    kills.set(victim, (kills.get(victim) ?? 0) + 1);
    say(`killed ${victim}: ${outcome.jobs.size} jobs taken, ${outcome.completed.size} completed, ${outcome.failed.size} failed`);
  }
  over.abort();
  await broken;
  return kills;
}

/** Waits until another job has ended. */
async function untilEnded({ completed, failed }: Outcome, signal: AbortSignal): Promise<void> {
  const before = completed.size + failed.size;
  const deadline = Date.now() + MAX_MS;
  while (completed.size + failed.size === before && Date.now() < deadline && !signal.aborted) await wait(100);
}

/** Waits until rejected messages were delivered again. */
async function untilTold({ database }: Site, say: (line: string) => void): Promise<void> {
  const deadline = Date.now() + TOLD_WITHIN_MS;
  while (Date.now() < deadline) {
    const [row] = await database.query("select count(*)::int as n from conversions.deliveries where state = 'pending'");
    const waiting = Number(row?.['n']);
    if (waiting === 0) return;
    say(`${waiting} messages wait`);
    await wait(5000);
  }
}

/** Describes every violated guarantee. */
async function contradictions(site: Site, receiver: Receiver, outcome: Outcome): Promise<readonly string[]> {
  const { database } = site;
  const faults = receiver.contradictions.map((id) => `message ${id} has two different contents`);
  const open = await database.query('select id, state from conversions.jobs where ended_at is null');
  faults.push(...open.map(({ id, state }) => `job ${String(id)} is ${String(state)}`));
  const unknown = await database.query(
    'select given from unnest($1::uuid[]) given where not exists (select from conversions.jobs where id = given)',
    [[...outcome.jobs]],
  );
  faults.push(...unknown.map(({ given }) => `job ${String(given)} was accepted and then lost`));
  faults.push(
    ...[...outcome.jobs]
      .filter((id) => !outcome.completed.has(id) && !outcome.failed.has(id))
      .map((id) => `job ${id} never ended`),
  );
  faults.push(...[...outcome.jobs].filter((id) => !receiver.jobs.has(id)).map((id) => `no message arrived about job ${id}`));
  const twice = await database.query('select job_id from conversions.deliveries group by job_id having count(*) > 1');
  faults.push(...twice.map(({ job_id: id }) => `two messages about job ${String(id)}`));
  return [...faults, ...(await orphans(site))];
}

/** Finds blobs without rows, and rows without blobs, after the sweeper has run. */
async function orphans({ database, data }: Site): Promise<readonly string[]> {
  const blobs = createDiskStore(path.join(data, 'files'));
  const nobody = () => Promise.resolve();
  const now = () => new Date(Date.now() + LATER_MS);
  const parts = { database, blobs, signals: silentSignals(), wakeDeliveries: nobody, now, onProblem: () => undefined };
  await sweep(parts);
  const { missing } = await scanOrphans(parts);
  const stored: string[] = [];
  for (const prefix of [INPUT_PREFIX, OUTPUT_PREFIX]) for await (const key of blobs.list(prefix)) stored.push(key);
  const rows = await database.query(
    'select key from conversions.segments union all select key from conversions.outputs where removed_at is null',
  );
  const known = new Set(rows.map(({ key }) => String(key)));
  return [
    ...missing.map((key) => `the file ${key} is missing`),
    ...stored.filter((key) => !known.has(key)).map((key) => `the file ${key} is orphaned`),
  ];
}

type Trial = { readonly receiver: Receiver; readonly site: Site; readonly minutes: number };

function report(kills: Kills, outcome: Outcome, { receiver, site, minutes }: Trial): string {
  const reasons = Map.groupBy(outcome.failed.values(), (code) => code);
  const killed = [...kills].map(([victim, count]) => [victim, String(count)]);
  const counts = [
    ['minutes', String(minutes)],
    ['jobs accepted', String(outcome.jobs.size)],
    ['completed with the correct result', String(outcome.completed.size)],
    ...[...reasons].map(([code, all]) => [`ended as ${code}`, String(all.length)]),
    ['uploads in pieces', String(outcome.uploads)],
    ['failed or interrupted requests, repeated', String(outcome.unanswered)],
    ['messages sent', `${receiver.told.size}, in ${receiver.count()} attempts`],
    ['processes that ended without being killed, restarted', String(site.fallen.length)],
    ['lost or contradictory jobs, uploads and messages; orphaned files', '0'],
  ];
  return `${table(['killed', 'times'], killed)}\n${table(['what', 'count'], counts)}`;
}
