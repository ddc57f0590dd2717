import type { Target } from './target.ts';

/** A target format, and how many of the files convert to it. */
export type CommonTarget = Target & { readonly count: number };

/** Returns the targets of several files: those most files convert to first, otherwise in the order of each list. */
export function commonTargets(lists: readonly (readonly Target[])[]): readonly CommonTarget[] {
  const found = new Map<string, CommonTarget>();
  for (const target of lists.flat()) {
    const known = found.get(target.format.id);
    const same = target.same && (known?.same ?? true);
    found.set(target.format.id, { ...(known ?? target), same, count: (known?.count ?? 0) + 1 });
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
}
