import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CAPABILITIES } from '@bakkum/conversion/capabilities';
import type { FormatId } from '@bakkum/conversion/engine';
import { plannerFor } from '@bakkum/registry/catalogue';
import type { ProvenPairs } from '@bakkum/registry/proven-pairs';
import type { Row } from './report.ts';

const FILE = path.resolve(import.meta.dirname, '../../packages/core/registry/proven-pairs.json');

type Targets = Map<FormatId, readonly FormatId[]>;

/** Returns the support table of one host. */
export async function provenGroups(host: keyof ProvenPairs): Promise<ProvenPairs[keyof ProvenPairs]> {
  return (await recorded())[host];
}

/**
 * Records the pairs that worked. A pair counts when an independent program opened the result of at least one real file and
 * refused none. Pairs not among `rows` stay as long as a plan reaches them, or are deleted (`whole`).
 */
export async function recordProvenPairs(
  host: keyof ProvenPairs,
  rows: readonly Row[],
  extent: 'part' | 'whole' = 'part',
): Promise<void> {
  const known = await recorded();
  const targets: Targets = new Map(
    extent === 'whole' ? [] : known[host].flatMap(({ from, to }) => from.map((id) => [id, to] as const)),
  );
  for (const [from, tried] of Map.groupBy(rows, (row) => row.from)) {
    if (from !== '') targets.set(from, [...untried(targets.get(from) ?? [], tried), ...proven(tried)].sort());
  }
  const next: ProvenPairs = { ...known, [host]: grouped(reachableOnly(targets)) };
  await writeFile(FILE, `${JSON.stringify(next, undefined, 1)}\n`);
}

async function recorded(): Promise<ProvenPairs> {
  return JSON.parse(await readFile(FILE, 'utf8')) as ProvenPairs;
}

function untried(known: readonly FormatId[], tried: readonly Row[]): readonly FormatId[] {
  const targets = new Set(tried.map(({ to }) => to));
  return known.filter((to) => !targets.has(to));
}

function proven(tried: readonly Row[]): readonly FormatId[] {
  return [...Map.groupBy(tried, ({ to }) => to)]
    .filter(([, of]) => of.some(({ status }) => status === 'ok') && !of.some(({ status }) => status === 'invalid-output'))
    .map(([to]) => to);
}

function reachableOnly(targets: Targets): Targets {
  const planner = plannerFor(new Set(CAPABILITIES));
  return new Map(
    [...targets].map(([from, to]) => {
      const reachable = planner.targetsOf(from);
      return [from, to.filter((id) => reachable.has(id))];
    }),
  );
}

/** Groups sources with the same targets on one line. */
function grouped(targets: Targets): ProvenPairs[keyof ProvenPairs] {
  const bySet = Map.groupBy(
    [...targets].filter(([, to]) => to.length > 0),
    ([, to]) => to.join(' '),
  );
  return [...bySet.values()]
    .map((members) => ({ from: members.map(([from]) => from).sort(), to: members[0]?.[1] ?? [] }))
    .sort((a, b) => (a.from[0] ?? '').localeCompare(b.from[0] ?? '', 'en'));
}
