import type { Attempt } from './attempts.ts';

/** Why a request was refused. `limited` says when to try again. */
export type Refusal =
  | { readonly outcome: 'limited'; readonly retryAfterS: number }
  | { readonly outcome: 'wrong' | 'unverified' | 'invalid-token' | 'password-needed' | 'sign-in-again' };

export type Done = { readonly outcome: 'done' };

export const DONE: Done = { outcome: 'done' };

/**
 * Counts one attempt after the other and stops at the first over its limit. What one visitor is refused therefore never counts towards
 * a limit that others share, such as that of an account.
 */
export async function firstRefused(...attempts: readonly (() => Promise<Attempt>)[]): Promise<Refusal | undefined> {
  for (const count of attempts) {
    const attempt = await count();
    if (!attempt.allowed) return { outcome: 'limited', retryAfterS: attempt.retryAfterS };
  }
  return undefined;
}
