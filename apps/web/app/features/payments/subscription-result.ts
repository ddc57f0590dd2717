import type { SubscriptionView } from '@bakkum/api-contract/billing/subscriptions';

/** Messages for the reasons why a subscription ends. */
export const END_WORDS = {
  cancelled: 'endedCancelled',
  unpaid: 'endedUnpaid',
  refunded: 'endedRefunded',
  replaced: 'endedReplaced',
  account: 'endedCancelled',
  mismatch: 'endedMismatch',
} as const;

type Result = 'active' | 'waiting' | 'not-approved' | (typeof END_WORDS)[keyof typeof END_WORDS];

/** Returns what to tell a buyer who returned from the payment service. @param isLastAnswer whether the page has stopped asking */
export function resultOf({ state, ending }: Pick<SubscriptionView, 'state' | 'ending'>, isLastAnswer: boolean): Result {
  // A subscription that has to end stays active until the payment service confirms the end.
  if (ending) return END_WORDS[ending.why];
  if (state === 'active' || state === 'suspended') return 'active';
  return state === 'ordered' && !isLastAnswer ? 'waiting' : 'not-approved';
}
