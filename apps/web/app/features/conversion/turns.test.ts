import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Turns } from './turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('runs each piece in its own task, in order, and skips cancelled ones', () => {
  const turns = new Turns();
  const done: string[] = [];
  const take = (name: string): (() => void) => turns.take(() => void done.push(name));
  const leaveFirst = take('first');
  take('second');
  const leaveThird = take('third');
  take('fourth');
  expect(done).toEqual([]);
  leaveFirst();
  leaveThird();
  vi.runOnlyPendingTimers();
  expect(done).toEqual([]);
  vi.runOnlyPendingTimers();
  expect(done).toEqual(['second']);
  vi.runOnlyPendingTimers();
  expect(done).toEqual(['second', 'fourth']);
  expect(vi.getTimerCount()).toBe(0);
  take('later');
  vi.runOnlyPendingTimers();
  expect(done).toEqual(['second', 'fourth', 'later']);
});

test('continues after a failure, and with pieces that work adds', () => {
  const turns = new Turns();
  const done: string[] = [];
  turns.take(() => {
    turns.take(() => void done.push('asked'));
    throw new Error('broken');
  });
  expect(() => vi.runOnlyPendingTimers()).toThrow('broken');
  vi.runOnlyPendingTimers();
  expect(done).toEqual(['asked']);
});
