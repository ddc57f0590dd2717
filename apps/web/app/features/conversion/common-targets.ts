import type { Target } from './conversion-core.ts';

/** A format some of several files convert to, and how many of them. */
export type CommonTarget = Target & { readonly count: number };

/** What several files convert to, all together: what most of them can become first, otherwise in the order of each list. */
export function commonTargets(lists: readonly (readonly Target[])[]): readonly CommonTarget[] {
  const found = new Map<string, CommonTarget>();
  for (const target of lists.flat()) {
    const known = found.get(target.format.id);
    const same = target.same && (known?.same ?? true);
    found.set(target.format.id, { ...(known ?? target), same, count: (known?.count ?? 0) + 1 });
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
}
