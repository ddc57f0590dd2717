import type { BatchView, ImageSlot } from '@bakkum/api-contract/images/images';

const TOLD = [
  'refused',
  'withheld',
  'invalid',
  'unchanged',
  'fewer',
  'cancelled',
  'timed-out',
  'quota',
  'rate-limited',
  'all-failed',
] as const;

type FaultKey = `fault_${(typeof TOLD)[number] | 'other'}`;

/** Returns the key of the message that says why a slot ended without an image. */
export function faultOf({ state, fault }: Pick<ImageSlot, 'state' | 'fault'>): FaultKey {
  const reason = state === 'cancelled' ? 'cancelled' : fault;
  return `fault_${TOLD.find((told) => told === reason) ?? 'other'}`;
}

/** Returns the key of each reason why images of a batch failed, without duplicates. */
export function faultsOf({ images }: Pick<BatchView, 'images'>): readonly FaultKey[] {
  return [...new Set(images.filter(({ state }) => state === 'failed').map(faultOf))];
}
