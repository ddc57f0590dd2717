import type { JobResult } from '@bakkum/conversion/runner';
import { expect, test } from 'vitest';
import { TrialResults } from './trial-results.ts';

const plan = {
  from: 'png',
  to: 'webp',
  steps: [{ engine: 'e', from: 'png', to: 'webp', fidelity: 'lossy', cost: 1 }],
  fidelity: 'lossy',
  kept: 'lossy',
  rank: 1,
  cost: 1,
} as const;
const result = (): JobResult => ({
  ok: true,
  files: [{ blob: new Blob(['x']) }],
  warnings: [],
  plan,
  elapsedMs: 1,
  attempts: [],
});
const settings = { from: 'png', to: 'webp', options: { quality: 'low', width: 10 } } as const;

function trials(): { readonly results: TrialResults; readonly discarded: Blob[] } {
  const discarded: Blob[] = [];
  return { results: new TrialResults((blobs) => discarded.push(...blobs)), discarded };
}

test('hands a result over once, to the same file and settings', () => {
  const { results, discarded } = trials();
  const file = new Blob(['a']);
  const made = result();
  results.remember(file, settings, made);
  expect(results.take(new Blob(['a']), settings)).toBeUndefined();
  expect(results.take(file, { ...settings, options: { quality: 'low' } })).toBeUndefined();
  expect(results.take(file, { ...settings, options: { width: 10, quality: 'low' } })).toBe(made);
  expect(results.take(file, settings)).toBeUndefined();
  expect(discarded).toEqual([]);
});

test('frees a result that the next one replaces, and keeps no failure', () => {
  const { results, discarded } = trials();
  const file = new Blob(['a']);
  results.remember(file, settings, result());
  results.remember(file, settings, { ok: false, code: 'corrupt', detail: '', attempts: [] });
  expect(discarded).toHaveLength(1);
  expect(results.take(file, settings)).toBeUndefined();
});
