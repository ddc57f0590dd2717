import { tierOf } from '@bakkum/api-contract/billing/plans';
import type { ProblemCode } from '@bakkum/api-contract/problem';
import type { Ordered } from '@bakkum/image-studio/order';
import type { StorageFull } from '@bakkum/image-studio/stored-bytes';
import type { Buyer } from '@bakkum/image-studio/studio';
import type { Tier } from '@bakkum/studio-options/resolutions';
import type { GroupLimits } from '../../config/single-sign-on-settings.ts';
import { currentPlan } from '../../current-plan.ts';
import { groupLimits } from '../../group-limits.ts';
import { ProblemError } from '../../http/problem-answer.ts';
import { clientAddress } from '../../http/requests/client-address.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Services } from '../../services.ts';

type AskingPerson = Parameters<SignedIn['require']>[0];

/** Id, tier and address of the signed-in user. */
export async function buyerOf(services: Services, signedIn: SignedIn, context: AskingPerson): Promise<Required<Buyer>> {
  const { ledger, settings, hashAddress, entitle } = services;
  const { person } = await signedIn.require(context);
  await entitle(person);
  const { plan } = await ledger.balance(person.id);
  const place = hashAddress(clientAddress(context, settings.trustedProxies));
  const tier = largerTier(tierOf(await currentPlan(services, person, plan)), await groupLimits(services, person));
  return { userId: person.id, tier, place };
}

/** Groups give the limits of plans, not their credits. */
function largerTier(own: Tier, group: GroupLimits | undefined): Tier {
  if (group?.tier === 'enterprise') return 'annual';
  return own === 'free' && group?.tier === 'pro' ? 'premium' : own;
}

/** Wait after too many refused prompts, in seconds. */
export const REFUSED_WAIT_SECONDS = 600;
const BUSY_S = 30;

/** Problem of each limit of stored images. */
export const STORAGE_PROBLEMS = {
  'account-full': 'image-storage-full',
  'address-full': 'shared-storage-full',
  'site-full': 'no-space',
} as const satisfies Readonly<Record<StorageFull['outcome'], ProblemCode>>;

const PROBLEMS = {
  insufficient: 'no-credits',
  frozen: 'account-frozen',
  conflict: 'idempotency-conflict',
  'not-found': 'not-found',
  unsupported: 'invalid-request',
  'no-editing': 'no-editing',
  'no-strength': 'no-strength',
  'too-many-changes': 'too-many-changes',
  size: 'size-not-available',
  language: 'prompt-language',
  unchecked: 'moderation-unavailable',
  ...STORAGE_PROBLEMS,
} as const;

/** Returns the id of the batch. @throws ProblemError if the order was refused */
export function unwrapOrThrow(ordered: Ordered): string {
  switch (ordered.outcome) {
    case 'taken':
      return ordered.batchId;
    case 'refused':
      throw new ProblemError('prompt-refused', { terms: [...ordered.terms] });
    case 'tier':
      throw new ProblemError(ordered.needed === 'annual' ? 'annual-needed' : 'premium-needed');
    case 'too-many-designs':
      throw new ProblemError('too-many-designs', { retryAfterS: ordered.retryAfterS });
    case 'busy':
      throw new ProblemError('too-many-requests', { retryAfterS: BUSY_S });
    default:
      throw new ProblemError(PROBLEMS[ordered.outcome]);
  }
}
