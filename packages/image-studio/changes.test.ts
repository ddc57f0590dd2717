import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Changes, watchChanges } from './changes.ts';
import type { Studio } from './studio.ts';

const onChange = new Set<(userId: string) => void>();
const query = vi.fn((_: string) => Promise.resolve([]));
/** What looking at batches needs: one whose database knows of none. */
const studio = {
  database: { query },
  onChange,
  onProblem: (problem: unknown) => expect.fail(String(problem)),
} as unknown as Studio;

let changes: Changes;
beforeEach(() => {
  vi.useFakeTimers();
  changes = watchChanges(studio);
});
afterEach(() => {
  changes.close();
  vi.useRealTimers();
});

/** Looks for what changed, within a time. */
async function looksWithin(milliseconds: number): Promise<number> {
  query.mockClear();
  await vi.advanceTimersByTimeAsync(milliseconds);
  return query.mock.calls.filter(([text]) => text.includes('changed_at >')).length;
}

test('what this process draws is looked at soon, and once for what happens together', async () => {
  changes.subscribe('somebody', () => undefined);
  expect(await looksWithin(100)).toBe(0);
  for (const tell of onChange) tell('somebody');
  for (const tell of onChange) tell('somebody');
  expect(await looksWithin(20)).toBe(1);
  for (const tell of onChange) tell('somebody else');
  expect(await looksWithin(20)).toBe(0);
});

test('what others draw is looked at now and then', async () => {
  changes.subscribe('somebody', () => undefined);
  expect(await looksWithin(650)).toBe(2);
});

test('where nobody looks on, nothing is asked', async () => {
  for (const tell of onChange) tell('somebody');
  expect(await looksWithin(1000)).toBe(0);
  changes.subscribe('somebody', () => undefined)();
  for (const tell of onChange) tell('somebody');
  expect(await looksWithin(1000)).toBe(0);
});

test('nothing is told any more once it is closed', () => {
  changes.close();
  expect(onChange.size).toBe(0);
});
