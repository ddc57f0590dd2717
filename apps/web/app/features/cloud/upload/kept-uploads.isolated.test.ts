import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** A minimal IndexedDB: one store, whose requests succeed. */
class Request extends EventTarget {
  readonly result: unknown;
  constructor(result: unknown) {
    super();
    this.result = result;
    queueMicrotask(() => this.dispatchEvent(new Event('success')));
  }
}
const kept = new Map<string, { readonly id: string }>();
const store = {
  put: (value: { readonly id: string }) => new Request(kept.set(value.id, value)),
  delete: (id: string) => new Request(kept.delete(id)),
  clear: () => new Request(kept.clear()),
  getAll: () => new Request([...kept.values()]),
};
const database = {
  transaction() {
    const transaction = Object.assign(new EventTarget(), { objectStore: () => store });
    queueMicrotask(() => transaction.dispatchEvent(new Event('complete')));
    return transaction;
  },
};

beforeEach(() => {
  vi.resetModules();
  kept.clear();
  vi.stubGlobal('indexedDB', { open: () => new Request(database) });
});
afterEach(() => vi.unstubAllGlobals());

const SETTINGS = { storage: 'temporary', sharing: 'private', people: '', retention: '24h', backup: false } as const;
const upload = (id: string, owner: string | null) =>
  ({ id, owner, name: 'a.pdf', size: 1, isUploaded: false, target: 'docx', options: {}, settings: SETTINGS, sent: 0 }) as const;

it('returns the uploads of the user and of the visitor before sign-in, and deletes those of others', async () => {
  const { keepUpload, keptUploads } = await import('./kept-uploads.ts');
  for (const one of [upload('mine', 'mina'), upload('visitor', null), upload('other', 'noah')]) await keepUpload(one);
  kept.set('old', { id: 'old' });
  expect((await keptUploads('mina')).map(({ id }) => id)).toEqual(['mine', 'visitor']);
  expect([...kept.keys()]).toEqual(['mine', 'visitor']);
  expect((await keptUploads(null)).map(({ id }) => id)).toEqual(['visitor']);
});

it('deletes everything on request', async () => {
  const { forgetUploads, keepUpload } = await import('./kept-uploads.ts');
  await keepUpload(upload('mine', 'mina'));
  await forgetUploads();
  expect([...kept.keys()]).toEqual([]);
});
