import type { FormatId } from './engine.ts';
import { type Fidelity, fidelityRank } from './fidelity.ts';
import type { Plan } from './planner.ts';

/** Kinds of routes: preserving the page layout, the document structure, only the text, or an image of the page. */
export type WayKind = 'layout' | 'structure' | 'text' | 'picture';

export type Way = {
  readonly kind: WayKind;
  readonly fidelity: Fidelity;
  /** File formats on the route, in order. Interchange formats are excluded. */
  readonly through: readonly FormatId[];
};

/** The best plan of each kind, in the order of the plans; the first is the default. */
export function waysOf(plans: readonly Plan[], isInterchange: (id: FormatId) => boolean): readonly Way[] {
  const ways = new Map<WayKind, Way>();
  for (const plan of plans) {
    const { steps, fidelity } = plan;
    const kind = kindOf(plan);
    const through = steps.slice(0, -1).flatMap(({ to }) => (isInterchange(to) ? [] : [to]));
    if (!ways.has(kind)) ways.set(kind, { kind, fidelity, through });
  }
  return [...ways.values()];
}

/**
 * Puts plans of the requested kind first and keeps the others as fallbacks, in their order. Changes nothing when no kind is
 * requested.
 */
export function preferring(kind: WayKind | undefined, plans: readonly [Plan, ...Plan[]]): readonly [Plan, ...Plan[]] {
  const isWanted = (plan: Plan): boolean => kindOf(plan) === kind;
  const [first, ...rest] = [...plans.filter(isWanted), ...plans.filter((plan) => !isWanted(plan))];
  return first ? [first, ...rest] : plans;
}

const KINDS: Readonly<Record<Fidelity, WayKind>> = {
  lossless: 'layout',
  lossy: 'layout',
  'layout-lost': 'structure',
  'text-only': 'text',
  picture: 'picture',
};

/** An image of a page preserves all of the layout, but is called what it is; with less than the layout it is named by that. */
function kindOf({ fidelity, kept }: Plan): WayKind {
  if (fidelityRank(kept) > fidelityRank('lossy')) return KINDS[kept];
  return KINDS[fidelity];
}
