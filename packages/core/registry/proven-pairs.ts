import type { FormatId } from '@bakkum/conversion/engine';
import recorded from './proven-pairs.json' with { type: 'json' };

type Group = { readonly from: readonly FormatId[]; readonly to: readonly FormatId[] };

/** The pairs that succeeded in `npm run matrix -- --prove`, by host. Sources with the same targets share a group. */
export type ProvenPairs = { readonly browser: readonly Group[]; readonly node: readonly Group[] };

const PAIRS: ProvenPairs = recorded;

/**
 * Returns the formats that a real file of `from` was converted to on this host, each opened by an independent program.
 * `undefined` when no real file of that format was tried.
 */
export function provenTargets(host: keyof ProvenPairs, from: FormatId): ReadonlySet<FormatId> | undefined {
  const group = PAIRS[host].find((candidate) => candidate.from.includes(from));
  return group && new Set(group.to);
}
