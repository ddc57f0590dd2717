/** The part of a long list that is rendered: positions from `from` (inclusive) to `to` (exclusive). */
export type Shown = { readonly from: number; readonly to: number };

/** Changes shown at first, and added by each button. */
export const BATCH = 200;

/** Extends the part to a change in the next batch. Jumps to the batch of a change that is farther away. */
export function shownWith(shown: Shown, at: number): Shown {
  if (at >= shown.from && at < shown.to) return shown;
  if (at >= shown.to && at < shown.to + BATCH) return { from: shown.from, to: shown.to + BATCH };
  const from = at - (at % BATCH);
  return { from, to: from + BATCH };
}
