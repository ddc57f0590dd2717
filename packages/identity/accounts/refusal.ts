import type { Attempt } from './attempts.ts';

/** Why a request was refused. `limited` says when to try again. */
export type Refusal =
  | { readonly outcome: 'limited'; readonly retryAfterS: number }
  | { readonly outcome: 'wrong' | 'unverified' | 'invalid-token' };

export type Done = { readonly outcome: 'done' };

export const DONE: Done = { outcome: 'done' };

/** Counts all attempts and returns the first one over its limit. */
export async function refused(...attempts: readonly Promise<Attempt>[]): Promise<Refusal | undefined> {
  const over = (await Promise.all(attempts)).flatMap((attempt) => (attempt.allowed ? [] : [attempt.retryAfterS]));
  return over.length > 0 ? { outcome: 'limited', retryAfterS: Math.max(...over) } : undefined;
}
