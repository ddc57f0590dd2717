import { hasPairPage, type Pair, pairPath, popularPairs, spokenName } from '@bakkum/registry/offered-pairs';
import type { PairLinkView } from './view.ts';

const MAX_RELATED = 4;
const MAX_MORE_LINKS = 10;

export function linkTo(pair: Pair): PairLinkView {
  return { path: pairPath(pair), from: spokenName(pair.from), to: spokenName(pair.to) };
}

/** The specification's rule: the reverse, both to PDF, the source to JPG, the target to PNG; each once, at most four. */
export function relatedPairs({ from, to }: Pair): readonly Pair[] {
  const candidates: readonly Pair[] = [
    { from: to, to: from },
    { from, to: 'pdf' },
    { from: to, to: 'pdf' },
    { from, to: 'jpeg' },
    { from: to, to: 'png' },
  ];
  const seen = new Set([pairPath({ from, to })]);
  return candidates
    .filter((pair) => {
      const isNew = pair.from !== pair.to && hasPairPage(pair) && !seen.has(pairPath(pair));
      seen.add(pairPath(pair));
      return isNew;
    })
    .slice(0, MAX_RELATED);
}

/** Other popular pairs with the same source, then with the same target. */
export function otherPopularPairs(pair: Pair): readonly Pair[] {
  const left = new Set(relatedPairs(pair).map(pairPath)).add(pairPath(pair));
  const others = popularPairs().filter((other) => !left.has(pairPath(other)));
  const sameSource = others.filter(({ from }) => from === pair.from);
  const sameTarget = others.filter(({ to }) => to === pair.to);
  return [...sameSource.slice(0, MAX_MORE_LINKS - 3), ...sameTarget.slice(0, 3)];
}

/** For an unsupported pair: targets of its source, and sources of its target. */
export function nearestPairs({ from, to }: Pair): { readonly ofSource: readonly Pair[]; readonly ofTarget: readonly Pair[] } {
  const popular = popularPairs();
  return {
    ofSource: popular.filter((pair) => pair.from === from).slice(0, MAX_MORE_LINKS),
    ofTarget: popular.filter((pair) => pair.to === to).slice(0, MAX_MORE_LINKS),
  };
}
