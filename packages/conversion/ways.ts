import type { FormatId } from './engine.ts';
import { type Fidelity, fidelityRank } from './fidelity.ts';
import type { Plan } from './planner.ts';

/** Ways that differ in kind: the page as it looks, what the document says in its order, its letters, or a picture of it. */
export type WayKind = 'layout' | 'structure' | 'text' | 'picture';

export type Way = {
  readonly kind: WayKind;
  readonly fidelity: Fidelity;
  /** Files of other formats it is on the way, in order. What exists only between steps is not among them. */
  readonly through: readonly FormatId[];
};

/** The best plan of each kind, in the order of the plans: the first is what happens when nobody chooses. */
export function waysOf(plans: readonly Plan[], isInterchange: (id: FormatId) => boolean): readonly Way[] {
  const ways = new Map<WayKind, Way>();
  for (const { steps, fidelity } of plans) {
    const kind = kindOf(fidelity);
    const through = steps.slice(0, -1).flatMap(({ to }) => (isInterchange(to) ? [] : [to]));
    if (!ways.has(kind)) ways.set(kind, { kind, fidelity, through });
  }
  return [...ways.values()];
}

/** Plans of the kind asked for first; the others stay as ways out, in their order. All as they were where nothing is asked for. */
export function preferring(kind: WayKind | undefined, plans: readonly [Plan, ...Plan[]]): readonly [Plan, ...Plan[]] {
  const isWanted = (plan: Plan): boolean => kindOf(plan.fidelity) === kind;
  const [first, ...rest] = [...plans.filter(isWanted), ...plans.filter((plan) => !isWanted(plan))];
  return first ? [first, ...rest] : plans;
}

function kindOf(fidelity: Fidelity): WayKind {
  if (fidelityRank(fidelity) <= fidelityRank('lossy')) return 'layout';
  if (fidelity === 'layout-lost') return 'structure';
  return fidelity === 'text-only' ? 'text' : 'picture';
}
