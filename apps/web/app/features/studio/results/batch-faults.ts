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

type FaultKey = `fault_${(typeof TOLD)[number] | 'unvaried' | 'other'}`;

/** Returns the key of the message that says why a slot ended without an image. */
export function faultOf({ state, fault }: Pick<ImageSlot, 'state' | 'fault'>, refinement: BatchView['refinement']): FaultKey {
  const reason = state === 'cancelled' ? 'cancelled' : fault;
  if (reason === 'unchanged' && refinement?.mode === 'variation') return 'fault_unvaried';
  return `fault_${TOLD.find((told) => told === reason) ?? 'other'}`;
}

/** Returns the key of each reason why images of a batch failed, without duplicates. */
export function faultsOf({ images, refinement }: Pick<BatchView, 'images' | 'refinement'>): readonly FaultKey[] {
  const failed = images.filter(({ state }) => state === 'failed');
  return [...new Set(failed.map((slot) => faultOf(slot, refinement)))];
}
