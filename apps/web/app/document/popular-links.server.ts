import { pairPath, popularPairs, spokenName } from '@bakkum/registry/offered-pairs';

/** The number of links in the specification's footer. */
const LINK_COUNT = 6;

export type PopularLink = { readonly path: string; readonly name: string };

/** Returns links to the most popular conversions. Format names are the same in every language. */
export function popularLinks(): readonly PopularLink[] {
  return popularPairs()
    .slice(0, LINK_COUNT)
    .map((pair) => ({ path: pairPath(pair), name: `${spokenName(pair.from)} → ${spokenName(pair.to)}` }));
}
