import type { Word } from '../text/words.ts';

/** The words of both documents, in order. */
export type Sequences = { readonly before: readonly Word[]; readonly after: readonly Word[] };

/** Positions from `from` (inclusive) to `to` (exclusive). */
export type Range = { readonly from: number; readonly to: number };

/** Words of the first document that were replaced by words of the second; one side may be empty. */
export type Hunk = { readonly before: Range; readonly after: Range };
