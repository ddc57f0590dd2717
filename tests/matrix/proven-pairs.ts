import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CAPABILITIES } from '@bakkum/conversion/capabilities';
import { plannerFor } from '@bakkum/registry/catalogue';
import type { ProvenPairs } from '@bakkum/registry/proven-pairs';
import type { Row } from './report.ts';

const FILE = path.resolve(import.meta.dirname, '../../packages/registry/proven-pairs.json');

/**
 * Writes down which pairs worked: those tried in `rows` are replaced, others stay as long as a plan leads there. A pair counts when at least one
 * real file of it became something an independent program opened, and none became something it refused.
 */
export async function recordProvenPairs(host: keyof ProvenPairs, rows: readonly Row[]): Promise<void> {
  const known = JSON.parse(await readFile(FILE, 'utf8')) as ProvenPairs;
  const planner = plannerFor(new Set(CAPABILITIES));
  const targets = new Map(known[host].flatMap(({ from, to }) => from.map((id) => [id, to] as const)));
  for (const [from, tried] of Map.groupBy(rows, (row) => row.from)) {
    if (from === '') continue;
    const byTarget = Map.groupBy(tried, (row) => row.to);
    const untried = (targets.get(from) ?? []).filter((to) => !byTarget.has(to));
    const proven = [...byTarget]
      .filter(([, of]) => of.some(({ status }) => status === 'ok') && !of.some(({ status }) => status === 'invalid-output'))
      .map(([to]) => to);
    targets.set(from, [...untried, ...proven].sort());
  }
  for (const [from, proven] of targets) {
    const reachable = planner.targetsOf(from);
    targets.set(
      from,
      proven.filter((to) => reachable.has(to)),
    );
  }
  const next: ProvenPairs = { ...known, [host]: grouped(targets) };
  await writeFile(FILE, `${JSON.stringify(next, undefined, 1)}\n`);
}

/** Sources with the same targets share a line. */
function grouped(targets: ReadonlyMap<string, readonly string[]>): ProvenPairs[keyof ProvenPairs] {
  const bySet = Map.groupBy(
    [...targets].filter(([, to]) => to.length > 0),
    ([, to]) => to.join(' '),
  );
  return [...bySet.values()]
    .map((members) => ({ from: members.map(([from]) => from).sort(), to: members[0]?.[1] ?? [] }))
    .sort((a, b) => (a.from[0] ?? '').localeCompare(b.from[0] ?? '', 'en'));
}
