import type { Refusal } from '@bakkum/accounts/refusal';
import type { ProblemCode } from '@bakkum/api-contract/problem';
import { ProblemError } from '../../http/problem-answer.ts';

type Outcome = Refusal | { readonly outcome: 'done' };

/** Returns a successful outcome, or throws the refusal as a problem. `wrong` is the code for wrong credentials. */
export function unwrapOrThrow<Given extends Outcome>(
  given: Given,
  wrong: ProblemCode = 'wrong-credentials',
): Extract<Given, { outcome: 'done' }> {
  if (given.outcome === 'done') return given as Extract<Given, { outcome: 'done' }>;
  if (given.outcome === 'limited') throw new ProblemError('too-many-requests', { retryAfterS: given.retryAfterS });
  const codes = {
    wrong,
    unverified: 'address-unconfirmed',
    'invalid-token': 'invalid-token',
    'password-needed': 'password-needed',
    'sign-in-again': 'sign-in-again',
  } as const;
  throw new ProblemError(codes[given.outcome]);
}
