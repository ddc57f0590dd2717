import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropPendingTask, keepPendingTask, pendingTaskOf, takePendingOrder } from './pending-task.ts';

const NOW = 1_000_000;
const DAY_MS = 24 * 3600 * 1000;
const KEY = 'bakkum-pending-task';
const task = { email: 'mina@example.com', path: '/ko/ai-generator', order: { key: 'a-key', price: 2 } };
let storage: Map<string, string>;

beforeEach(() => {
  storage = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('a pending task', () => {
  it('belongs to one account', () => {
    keepPendingTask({ ...task, email: ' Mina@Example.com ' }, NOW);
    expect(pendingTaskOf('mina@example.com', NOW)).toEqual(task);
    expect(pendingTaskOf('other@example.com', NOW)).toBeUndefined();
    expect(takePendingOrder('other@example.com', NOW)).toBeUndefined();
    dropPendingTask('other@example.com', NOW);
    expect(pendingTaskOf('mina@example.com', NOW)).toEqual(task);
  });

  it('gives its order once', () => {
    keepPendingTask(task, NOW);
    expect([takePendingOrder(task.email, NOW), takePendingOrder(task.email, NOW)]).toEqual([task.order, undefined]);
    expect(pendingTaskOf(task.email, NOW)).toBeUndefined();
  });

  it('keeps a path without an order', () => {
    const { email, path } = task;
    keepPendingTask({ email, path }, NOW);
    expect(takePendingOrder(email, NOW)).toBeUndefined();
    expect(pendingTaskOf(email, NOW)).toEqual({ email, path });
    dropPendingTask(email, NOW);
    expect(pendingTaskOf(email, NOW)).toBeUndefined();
  });

  it('expires with the link in the email', () => {
    keepPendingTask(task, NOW);
    expect(pendingTaskOf(task.email, NOW + DAY_MS - 1)).toEqual(task);
    expect(pendingTaskOf(task.email, NOW + DAY_MS)).toBeUndefined();
  });

  it('drops an order without a price', () => {
    const { email, path } = task;
    storage.set(KEY, JSON.stringify({ email, path, order: { key: 'a-key' }, expiresAt: NOW + 1 }));
    expect(pendingTaskOf(email, NOW)).toEqual({ email, path });
  });

  it.each([
    'nonsense',
    '[]',
    'null',
    JSON.stringify({ ...task, expiresAt: 'never' }),
    JSON.stringify({ ...task, path: '//elsewhere.example', expiresAt: NOW + 1 }),
    JSON.stringify({ ...task, path: 'javascript:alert(1)', expiresAt: NOW + 1 }),
    JSON.stringify({ ...task, path: 7, expiresAt: NOW + 1 }),
  ])('ignores stored data %j', (text) => {
    storage.set(KEY, text);
    expect(pendingTaskOf(task.email, NOW)).toBeUndefined();
  });
});
