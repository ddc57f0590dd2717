import type { SubscriptionView } from '@bakkum/api-contract/billing/subscriptions';
import { expect, it } from 'vitest';
import { resultOf } from './subscription-result.ts';

const ending = (why: NonNullable<SubscriptionView['ending']>['why']) =>
  ({ by: 'site', why, at: '2026-11-27T00:00:00Z' }) as const;

it('waits while the payment service has not confirmed the approval', () => {
  expect(resultOf({ state: 'ordered' }, false)).toBe('waiting');
  expect(resultOf({ state: 'ordered' }, true)).toBe('not-approved');
  expect(resultOf({ state: 'expired' }, false)).toBe('not-approved');
});

it('reports success only if the subscription will charge again', () => {
  expect(resultOf({ state: 'active' }, false)).toBe('active');
  expect(resultOf({ state: 'active', ending: ending('mismatch') }, false)).toBe('endedMismatch');
  expect(resultOf({ state: 'ended', ending: ending('cancelled') }, false)).toBe('endedCancelled');
});
