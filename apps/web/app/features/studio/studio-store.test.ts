import type { BatchView, ImageView } from '@bakkum/api-contract/images/images';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NO_FILTER } from './studio-state.ts';
import { StudioStore } from './studio-store.ts';

const image = (id: string): Partial<ImageView> => ({ id, batchId: 'batch' });
const finished = (id: string): Partial<BatchView> => ({
  id: 'batch',
  createdAt: '2026-11-21T10:00:00.000Z',
  state: 'done',
  images: [{ index: 0, state: 'done', image: image(id) as ImageView }],
});

/** The streams of events that the stores opened. */
const streams: EventTarget[] = [];
class Stream extends EventTarget {
  constructor() {
    super();
    streams.push(this);
  }
  close(): void {}
}
const hear = (batch: Partial<BatchView>): void =>
  void streams.at(-1)?.dispatchEvent(new MessageEvent('batch', { data: JSON.stringify({ batch }) }));

let lists: PromiseWithResolvers<readonly Partial<ImageView>[]>[];
const answerTo = async (address: string): Promise<Response> => {
  if (!/^\/api\/images(\?|$)/.test(address)) return Response.json({ boards: [], presets: [] });
  const list = Promise.withResolvers<readonly Partial<ImageView>[]>();
  lists.push(list);
  return Response.json({ images: await list.promise });
};

beforeEach(() => {
  lists = [];
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('fetch', vi.fn(answerTo));
});
afterEach(() => vi.unstubAllGlobals());

const shown = (store: StudioStore): readonly string[] | undefined => store.snapshot().images?.map(({ id }) => id);

it('shows an image that is finished while an older list is on its way', async () => {
  const store = new StudioStore();
  const opened = store.open(new AbortController().signal);
  await vi.waitFor(() => expect(lists).toHaveLength(1));
  hear(finished('new'));
  lists[0]?.resolve([image('old')]);
  await opened;
  expect(shown(store)).toEqual(['new', 'old']);
});

it('shows it once if the list has it, and after the filter was changed meanwhile', async () => {
  const store = new StudioStore();
  const opened = store.open(new AbortController().signal);
  await vi.waitFor(() => expect(lists).toHaveLength(1));
  const again = store.list(NO_FILTER);
  await vi.waitFor(() => expect(lists).toHaveLength(2));
  lists[0]?.resolve([image('old')]);
  await opened;
  hear(finished('new'));
  lists[1]?.resolve([image('new'), image('old')]);
  await again;
  expect(shown(store)).toEqual(['new', 'old']);
});
