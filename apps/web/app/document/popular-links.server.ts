import { pairPath, popularPairs, spokenName } from '@bakkum/registry/offered-pairs';

/** As many as the specification's footer has. */
const SHOWN = 6;

export type PopularLink = { readonly path: string; readonly name: string };

/** What people convert most, by the names of the formats: the same in every language. */
export function popularLinks(): readonly PopularLink[] {
  return popularPairs()
    .slice(0, SHOWN)
    .map((pair) => ({ path: pairPath(pair), name: `${spokenName(pair.from)} → ${spokenName(pair.to)}` }));
}
