/** Ids of files in the order they are combined in. Pure. */
export type Order = {
  readonly order: readonly number[];
  readonly leftOut: ReadonlySet<number>;
};

export const EMPTY_ORDER: Order = { order: [], leftOut: new Set() };

/** The arranged files that are still there, then the others as they stand in the list, without what was left out. */
export function arranged({ order, leftOut }: Order, available: readonly number[]): readonly number[] {
  const there = new Set(available);
  const known = new Set(order);
  return [...order.filter((id) => there.has(id)), ...available.filter((id) => !known.has(id))].filter((id) => !leftOut.has(id));
}

/** One place up (-1) or down (1); at either end nothing changes. */
export function moved(ids: readonly number[], id: number, by: -1 | 1): readonly number[] {
  const from = ids.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= ids.length) return ids;
  const rest = ids.filter((other) => other !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}
