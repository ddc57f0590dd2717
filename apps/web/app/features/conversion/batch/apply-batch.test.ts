import { expect, it } from 'vitest';
import type { FileItem } from '../list/conversion-state.ts';
import { type Applied, applyToBatch } from './apply-batch.ts';
import { type BatchSettings, DEFAULT_BATCH } from './batch-settings.ts';

const JPEG = { format: { id: 'jpeg' } };
const PNG = { format: { id: 'png' } };

/** A list with one HEIC image for which PNG was chosen, and what the settings make of it, one after the other. */
function targetsAfter(...steps: readonly (Partial<BatchSettings> | string)[]): readonly (string | undefined)[] {
  let item = { id: 1, format: { id: 'heic' }, target: 'png', options: {}, state: { status: 'pending' } } as FileItem;
  const applied = new Map<number, Applied>();
  const core = { targets: () => [JPEG, PNG], optionsFor: () => ({}) } as never;
  const store = {
    setTarget: (_: number, target: string) => {
      item = { ...item, target };
    },
    setOption: () => undefined,
  };
  return steps.map((step) => {
    if (typeof step === 'string') store.setTarget(1, step);
    else {
      const settings = { ...DEFAULT_BATCH, ...step };
      applyToBatch({ items: [item], core, settings, key: JSON.stringify(settings), applied, store });
    }
    return item.target;
  });
}

it('keeps the chosen target, and returns to it from another format', () => {
  expect(targetsAfter({}, { outputFormat: 'jpg' }, {})).toEqual(['png', 'jpeg', 'png']);
});

it('keeps the chosen target where the requested one is not possible', () => {
  expect(targetsAfter({ outputFormat: 'mp3' })).toEqual(['png']);
});

it('keeps a target chosen by hand', () => {
  expect(targetsAfter({ outputFormat: 'png' }, 'jpeg', { outputFormat: 'png', quality: 'low' })).toEqual(['png', 'jpeg', 'jpeg']);
});
