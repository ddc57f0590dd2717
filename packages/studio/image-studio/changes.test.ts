import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Changes, watchChanges } from './changes.ts';
import type { Studio } from './studio.ts';

const onChange = new Set<(userId: string) => void>();
const query = vi.fn((_: string) => Promise.resolve([]));
/** A minimal studio whose database contains no batches. */
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

/** Counts the queries for changes within a time. */
async function looksWithin(milliseconds: number): Promise<number> {
  query.mockClear();
  await vi.advanceTimersByTimeAsync(milliseconds);
  return query.mock.calls.filter(([text]) => text.includes('changed_at >')).length;
}

test('reports changes of this process soon, grouping those that happen together', async () => {
  changes.subscribe('somebody', () => undefined);
  expect(await looksWithin(100)).toBe(0);
  for (const tell of onChange) tell('somebody');
  for (const tell of onChange) tell('somebody');
  expect(await looksWithin(20)).toBe(1);
  for (const tell of onChange) tell('somebody else');
  expect(await looksWithin(20)).toBe(0);
});

test('polls for changes of other processes', async () => {
  changes.subscribe('somebody', () => undefined);
  expect(await looksWithin(650)).toBe(2);
});

test('queries nothing without subscribers', async () => {
  for (const tell of onChange) tell('somebody');
  expect(await looksWithin(1000)).toBe(0);
  changes.subscribe('somebody', () => undefined)();
  for (const tell of onChange) tell('somebody');
  expect(await looksWithin(1000)).toBe(0);
});

test('reports nothing after being closed', () => {
  changes.close();
  expect(onChange.size).toBe(0);
});
