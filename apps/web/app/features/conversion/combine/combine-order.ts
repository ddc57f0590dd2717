/** Pure functions on the order of the files to combine, by id. */
export type Order = {
  readonly order: readonly number[];
  readonly leftOut: ReadonlySet<number>;
};

export const EMPTY_ORDER: Order = { order: [], leftOut: new Set() };

/** Returns the arranged files that still exist, then the others in list order, without excluded ones. */
export function arranged({ order, leftOut }: Order, available: readonly number[]): readonly number[] {
  const there = new Set(available);
  const known = new Set(order);
  return [...order.filter((id) => there.has(id)), ...available.filter((id) => !known.has(id))].filter((id) => !leftOut.has(id));
}

/** Moves a file up (-1) or down (1); stops at either end. */
export function moved(ids: readonly number[], id: number, by: -1 | 1): readonly number[] {
  const from = ids.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= ids.length) return ids;
  const rest = ids.filter((other) => other !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}
