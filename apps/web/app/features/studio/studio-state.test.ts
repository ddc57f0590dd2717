import type { BatchView, ImageView } from '@bakkum/api-contract/images/images';
import { expect, it } from 'vitest';
import { EMPTY_STUDIO, type StudioState, withBatch, withoutImage, withPinned, withRestored } from './studio-state.ts';

const image = (id: string, madeAt = '2026-11-21T10:00:00.000Z'): ImageView => ({
  id,
  batchId: 'batch',
  madeAt,
  prompt: 'a red fox',
  finalPrompt: 'a red fox',
  style: 'anime',
  aspectRatio: '1:1',
  resolution: '512x512',
  width: 512,
  height: 512,
  provider: 'one',
  providerName: 'One',
  design: false,
  vector: false,
  transparent: false,
  favourite: false,
  iteration: 1,
  processingMs: 10,
  boards: [],
  url: '/i',
  thumbnailUrl: '/t',
});

const batch = (changes: Partial<BatchView> = {}): BatchView => ({
  id: 'batch',
  createdAt: '2026-11-21T10:00:00.000Z',
  state: 'running',
  settings: { prompt: 'a red fox', style: 'anime', aspectRatio: '1:1', resolution: '512x512', count: 2, seed: 1 },
  held: 2,
  images: [
    { index: 0, state: 'running' },
    { index: 1, state: 'waiting' },
  ],
  attempts: [],
  ...changes,
});

const half = batch({
  images: [
    { index: 0, state: 'done', image: image('one') },
    { index: 1, state: 'running' },
  ],
});
const empty: StudioState = { ...EMPTY_STUDIO, images: [] };
const ids = ({ images = [] }: StudioState): readonly string[] => images.map(({ id }) => id);

it('fills a batch tile by tile, and shows its images', () => {
  const begun = withBatch(empty, batch());
  expect(begun.batches).toHaveLength(1);
  const filled = withBatch(begun, half);
  expect(filled.batches).toEqual([half]);
  expect(ids(filled)).toEqual(['one']);
});

it('shows an image once, however often the server reports it', () => {
  expect(ids(withBatch(withBatch(empty, half), half))).toEqual(['one']);
});

it('removes a complete batch, and keeps a failed one', () => {
  const begun = withBatch(empty, batch());
  expect(withBatch(begun, batch({ state: 'done' })).batches).toEqual([]);
  expect(withBatch(begun, batch({ state: 'cancelled' })).batches).toEqual([]);
  expect(withBatch(begun, batch({ state: 'partial' })).batches).toHaveLength(1);
  expect(withBatch(begun, batch({ state: 'failed' })).batches).toHaveLength(1);
});

it('ignores outdated updates', () => {
  const failed = withBatch(empty, batch({ state: 'failed' }));
  expect(withBatch(failed, batch()).batches[0]?.state).toBe('failed');
});

it('leaves a filtered list unchanged', () => {
  const filtered: StudioState = { ...empty, filter: { ...empty.filter, search: 'cat' } };
  expect(ids(withBatch(filtered, half))).toEqual([]);
});

it('restores a deleted image at its place', () => {
  const [late, early] = [image('late', '2026-11-21T12:00:00.000Z'), image('early', '2026-11-21T08:00:00.000Z')];
  const middle = image('middle');
  const state: StudioState = { ...empty, images: [late, middle, early] };
  const restored = withRestored(withoutImage(state, 'middle'), middle);
  expect(ids(restored)).toEqual(['late', 'middle', 'early']);
});

it('removes an image from the shown board only', () => {
  const pinned = { ...image('one'), boards: ['sea', 'sky'] };
  const all = { ...empty, images: [pinned] };
  expect(withPinned(all, pinned, 'sea', false).images).toEqual([{ ...pinned, boards: ['sky'] }]);
  const sea = { ...all, filter: { ...all.filter, board: 'sea' } };
  expect(withPinned(sea, pinned, 'sky', false).images).toEqual([{ ...pinned, boards: ['sea'] }]);
  expect(withPinned(sea, pinned, 'sea', false).images).toEqual([]);
  expect(withPinned(sea, { ...pinned, boards: [] }, 'sky', true).images).toEqual([{ ...pinned, boards: ['sky'] }]);
});
