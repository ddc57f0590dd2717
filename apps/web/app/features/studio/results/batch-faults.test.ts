import { expect, it } from 'vitest';
import { faultOf, faultsOf } from './batch-faults.ts';

it('names each reason of a batch once', () => {
  const images = [
    { index: 0, state: 'failed', fault: 'withheld' },
    { index: 1, state: 'failed', fault: 'timed-out' },
    { index: 2, state: 'failed', fault: 'withheld' },
    { index: 3, state: 'done' },
    { index: 4, state: 'cancelled' },
    { index: 5, state: 'failed' },
  ] as const;
  expect(faultsOf({ images: [...images] })).toEqual(['fault_withheld', 'fault_timed-out', 'fault_other']);
  expect(faultOf(images[4], undefined)).toBe('fault_cancelled');
});

it('says that a design has no other variation, rather than that instructions changed nothing', () => {
  const slot = { state: 'failed', fault: 'unchanged' } as const;
  const of = (mode: 'variation' | 'regenerate') => faultOf(slot, { imageId: 'id', instructions: '', mode });
  expect([of('variation'), of('regenerate')]).toEqual(['fault_unvaried', 'fault_unchanged']);
});
