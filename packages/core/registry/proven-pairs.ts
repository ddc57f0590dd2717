import type { FormatId } from '@bakkum/conversion/engine';
import recorded from './proven-pairs.json' with { type: 'json' };

type Group = { readonly from: readonly FormatId[]; readonly to: readonly FormatId[] };

/** The pairs that succeeded in `npm run matrix -- --prove`, by host. Sources with the same targets share a group. */
export type ProvenPairs = { readonly browser: readonly Group[]; readonly node: readonly Group[] };

const PAIRS: ProvenPairs = recorded;

/** Camera RAW: one program develops all of them, and a real DNG proves it ([decision 058](../../../docs/decisions/058-raw-proven-by-dng.md)). */
const DEVELOPED_LIKE_DNG: ReadonlySet<FormatId> = new Set(['cr2', 'cr3', 'nef', 'arw', 'raf', 'orf', 'rw2']);

/**
 * Returns the formats that a real file of `from`, or of a format read by the same program in the same way, was converted to on
 * this host, each opened by an independent program. `undefined` when no real file of that format was tried.
 */
export function provenTargets(host: keyof ProvenPairs, from: FormatId): ReadonlySet<FormatId> | undefined {
  const group = groupOf(host, from) ?? (DEVELOPED_LIKE_DNG.has(from) ? groupOf(host, 'dng') : undefined);
  return group && new Set(group.to);
}

function groupOf(host: keyof ProvenPairs, from: FormatId): Group | undefined {
  return PAIRS[host].find((candidate) => candidate.from.includes(from));
}
