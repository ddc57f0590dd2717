import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TaskQueue } from './task-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('runs each piece in its own task, in order, and skips cancelled ones', () => {
  const queue = new TaskQueue();
  const done: string[] = [];
  const take = (name: string): (() => void) => queue.add(() => void done.push(name));
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
  const queue = new TaskQueue();
  const done: string[] = [];
  queue.add(() => {
    queue.add(() => void done.push('asked'));
    throw new Error('broken');
  });
  expect(() => vi.runOnlyPendingTimers()).toThrow('broken');
  vi.runOnlyPendingTimers();
  expect(done).toEqual(['asked']);
});
