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

const withId = (id: string, hour: number): ImageView => ({ ...image(id), madeAt: `2026-11-21T1${hour}:00:00.000Z` }) as ImageView;
const [first, second, third] = [withId('first', 1), withId('second', 2), withId('third', 3)] as const;

/** A store with three images, which the server may refuse to restore. */
async function deletingStore(refusals: Readonly<Record<string, number>> = {}): Promise<StudioStore> {
  vi.stubGlobal('fetch', (address: string, { method }: RequestInit) => {
    const id = /^\/api\/images\/(\w+)\/restore$/.exec(address)?.[1];
    const status = id === undefined ? undefined : refusals[id];
    if (status !== undefined) return Response.json({ error: { code: status === 404 ? 'not-found' : 'busy' } }, { status });
    if (id !== undefined) return Response.json({ image: [first, second, third].find((one) => one.id === id) });
    return Response.json(method === 'GET' ? { images: [third, second, first] } : {});
  });
  const store = new StudioStore();
  await store.list(NO_FILTER);
  return store;
}

const undoable = (store: StudioStore) => store.snapshot().deletions.map((images) => images.map(({ id }) => id));

it('undoes deletions one after the other, the last one first', async () => {
  const store = await deletingStore();
  await store.delete([third]);
  await store.delete([second, first]);
  expect([shown(store), undoable(store)]).toEqual([[], [['third'], ['second', 'first']]]);
  expect((await store.restore()).map(({ id }) => id)).toEqual(['second', 'first']);
  expect([shown(store), undoable(store)]).toEqual([['second', 'first'], [['third']]]);
  await store.restore();
  expect([shown(store), undoable(store)]).toEqual([['third', 'second', 'first'], []]);
  expect(await store.restore()).toEqual([]);
});

it('still undoes earlier deletions after the last one was dismissed', async () => {
  const store = await deletingStore();
  await store.delete([third]);
  await store.delete([second, first]);
  store.forgetLastDeletion();
  expect(undoable(store)).toEqual([['third']]);
  expect((await store.restore()).map(({ id }) => id)).toEqual(['third']);
});

it('undoes two deletions when asked twice at once', async () => {
  const store = await deletingStore();
  await store.delete([third]);
  await store.delete([second]);
  await Promise.all([store.restore(), store.restore()]);
  expect([shown(store), undoable(store)]).toEqual([['third', 'second', 'first'], []]);
});

it('retries images that the server refused to restore, but not those that are gone', async () => {
  const store = await deletingStore({ first: 503, second: 404 });
  await store.delete([first, second, third]);
  await store.restore();
  expect([shown(store), undoable(store), store.snapshot().failure?.code]).toEqual([['third'], [['first']], 'not-found']);
});

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
