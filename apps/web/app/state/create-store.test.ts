import { expect, test } from 'vitest';
import { createStore } from './create-store.ts';

test('calls each listener after a change, until it unsubscribes', () => {
  const store = createStore(0);
  const seen: string[] = [];
  const leave = store.subscribe(() => seen.push(`first ${store.snapshot()}`));
  store.subscribe(() => seen.push(`second ${store.snapshot()}`));
  store.set(1);
  leave();
  store.set(2);
  expect(seen).toEqual(['first 1', 'second 1', 'second 2']);
});

test('keeps the first value for the server', () => {
  const store = createStore('empty');
  store.set('full');
  expect([store.snapshot(), store.initial()]).toEqual(['full', 'empty']);
});

test('is watched while it has a listener', () => {
  const store = createStore(0);
  expect(store.isWatched()).toBe(false);
  const leave = store.subscribe(() => undefined);
  expect(store.isWatched()).toBe(true);
  leave();
  expect(store.isWatched()).toBe(false);
});
