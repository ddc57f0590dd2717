/**
 * For lists as long as a file says. `push(...list)` and `Math.min(...list)` pass each element as an argument, which overflows the stack
 * at some hundred thousand elements.
 */

export function append<Item>(target: Item[], items: Iterable<Item>): void {
  for (const item of items) target.push(item);
}

/** Infinity for an empty list. */
export function smallest(values: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const value of values) least = Math.min(least, value);
  return least;
}

/** Minus infinity for an empty list. */
export function largest(values: Iterable<number>): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) most = Math.max(most, value);
  return most;
}
