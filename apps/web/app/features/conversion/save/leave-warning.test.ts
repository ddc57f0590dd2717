import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLeaveWarning } from './leave-warning.ts';
import { savedResults } from './saved-results.ts';

let page: EventTarget;
beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => vi.unstubAllGlobals());

/** Returns whether the browser would ask. */
function asks(): boolean {
  return !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

test('asks until every result is saved', () => {
  const warn = createLeaveWarning();
  const [first, second] = [new Blob(['1']), new Blob(['2'])];
  expect(asks()).toBe(false);
  warn([first, second]);
  expect(asks()).toBe(true);
  savedResults.add([first]);
  expect(asks()).toBe(true);
  savedResults.add([second]);
  expect(asks()).toBe(false);
});

test('asks no more once the results are removed', () => {
  const warn = createLeaveWarning();
  warn([new Blob(['1'])]);
  warn([]);
  expect(asks()).toBe(false);
});

test('asks while any of several owners has unsaved results', () => {
  const [list, combined] = [createLeaveWarning(), createLeaveWarning()];
  list([new Blob(['1'])]);
  combined([new Blob(['2'])]);
  combined([]);
  expect(asks()).toBe(true);
});
