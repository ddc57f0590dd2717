import type { DeliveryView } from '@bakkum/api-contract/conversions/conversions';
import { expect, it } from 'vitest';
import { isStillSent, pauseOf } from './log-pace.ts';

const TRY = { at: '2026-01-01T00:00:00.000Z', status: 500, fault: null, milliseconds: 5 };

const delivery = (status: DeliveryView['status'], tries: number): DeliveryView => ({
  delivery_id: 'd',
  job_id: 'j',
  event: 'conversion.completed',
  url: 'https://example.com/hook',
  status,
  created_at: '2026-01-01T00:00:00.000Z',
  next_attempt_at: null,
  attempts: Array.from({ length: tries }, () => TRY),
});

it('polls often while a message is about to be sent, rarely while there is none, and otherwise not', () => {
  expect(pauseOf([delivery('pending', 0)], undefined)).toBe(3000);
  expect(pauseOf([], undefined)).toBe(10_000);
  expect(
    [delivery('delivered', 1), delivery('failed', 9), delivery('pending', 2)].map((one) => pauseOf([one], undefined)),
  ).toEqual([undefined, undefined, undefined]);
});

it('polls often after a message was resent, until it was tried', () => {
  const replayed = { id: 'd', tries: 2 };
  expect(pauseOf([delivery('pending', 2)], replayed)).toBe(3000);
  expect(pauseOf([delivery('delivered', 3)], replayed)).toBeUndefined();
  expect(pauseOf([delivery('pending', 3)], replayed)).toBeUndefined();
  expect(isStillSent([], replayed)).toBe(false);
});
