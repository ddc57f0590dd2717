import type { FormatId } from '@bakkum/conversion/engine';
import recorded from './proven-pairs.json' with { type: 'json' };

type Group = { readonly from: readonly FormatId[]; readonly to: readonly FormatId[] };

/** What `npm run matrix -- --prove` found to work, by where it ran. Sources with the same targets share a group. */
export type ProvenPairs = { readonly browser: readonly Group[]; readonly node: readonly Group[] };

const PAIRS: ProvenPairs = recorded;

/**
 * Formats that a real file of `from` became on this host, each opened by an independent program.
 * `undefined` when no real file of that format was ever tried.
 */
export function provenTargets(host: keyof ProvenPairs, from: FormatId): ReadonlySet<FormatId> | undefined {
  const group = PAIRS[host].find((candidate) => candidate.from.includes(from));
  return group && new Set(group.to);
}
