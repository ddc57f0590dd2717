import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { BlobStore } from './blob-store.ts';
import { StoreUnavailable, withCircuitBreaker } from './circuit-breaker.ts';
import { StoreRefused } from './s3-store.ts';

const silence = new StoreRefused('The store does not answer');
const refusal = new StoreRefused('The store answered 403', { status: 403 });

/** A store with the given answers, and the calls it received. */
function storeThat(answers: Partial<Record<'put' | 'get' | 'remove', Error>>) {
  const asked: string[] = [];
  const answer = async (what: 'put' | 'get' | 'remove'): Promise<undefined> => {
    asked.push(what);
    if (answers[what]) throw answers[what];
    return undefined;
  };
  const store: BlobStore = {
    put: () => answer('put'),
    get: () => answer('get'),
    remove: () => answer('remove'),
    list: () => Readable.from([]),
    removeUnfinished: async () => 0,
  };
  return { store: withCircuitBreaker(store), asked };
}

it('stops calling a store after it gave no answer', async () => {
  const { store, asked } = storeThat({ remove: silence });
  await expect(store.remove('a')).rejects.toBe(silence);
  for (const question of [store.remove('b'), store.get('b'), store.put('b', new Uint8Array(1), 1)])
    await expect(question).rejects.toThrow(StoreUnavailable);
  expect([store.isSilent, asked]).toEqual([true, ['remove']]);
});

it('continues with the next file after a refusal', async () => {
  const { store, asked } = storeThat({ remove: refusal });
  await expect(store.remove('a')).rejects.toBe(refusal);
  await expect(store.remove('b')).rejects.toBe(refusal);
  expect([store.isSilent, asked]).toEqual([false, ['remove', 'remove']]);
});

it('continues with the next file when one file was too large', async () => {
  const { store, asked } = storeThat({ put: silence });
  await expect(store.put('a', new Uint8Array(1), 1)).rejects.toBe(silence);
  expect([store.isSilent, asked]).toEqual([false, ['put', 'get']]);
  const gone = storeThat({ put: silence, get: silence });
  await expect(gone.store.put('a', new Uint8Array(1), 1)).rejects.toBe(silence);
  expect(gone.store.isSilent).toBe(true);
});
