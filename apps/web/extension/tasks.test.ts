import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addTask, taskOf } from './tasks.ts';

let stored: Map<string, unknown>;
beforeEach(() => {
  stored = new Map();
  const session = {
    get: async (key: string | null) => Object.fromEntries([...stored].filter(([name]) => key === null || name === key)),
    set: async (values: object) => Object.entries(values).forEach(([name, value]) => stored.set(name, value)),
    remove: async (names: readonly string[]) => names.forEach((name) => stored.delete(name)),
  };
  vi.stubGlobal('chrome', { storage: { session } });
});
afterEach(() => vi.unstubAllGlobals());

it('returns a task by its id each time the page is loaded', async () => {
  const id = await addTask({ kind: 'document', address: 'https://a.example/b.hwp' });
  for (const _ of [1, 2]) expect(await taskOf(id)).toMatchObject({ kind: 'document', url: new URL('https://a.example/b.hwp') });
});

it('returns nothing for an id that was not recorded', async () => {
  await addTask({ kind: 'file', address: 'https://a.example/b.png' });
  for (const id of ['https://a.example/b.png', '', '__proto__', 'task-']) expect(await taskOf(id)).toBeUndefined();
});

it('ignores invalid entries of the storage', async () => {
  stored.set('task-a', { kind: 'file', address: 'file:///etc/passwd', number: 1 });
  stored.set('task-b', 'https://a.example/');
  expect([await taskOf('a'), await taskOf('b')]).toEqual([undefined, undefined]);
});

it('keeps the latest 20 tasks, and only one URL that contains its file', async () => {
  const image = await addTask({ kind: 'file', address: 'data:image/png,1' });
  await addTask({ kind: 'file', address: 'data:image/png,2' });
  expect(await taskOf(image)).toBeUndefined();
  const ids: string[] = [];
  for (let task = 0; task < 25; task += 1) ids.push(await addTask({ kind: 'file', address: `https://a.example/${task}.png` }));
  const found = await Promise.all(ids.map(taskOf));
  expect(found.map((task) => task !== undefined)).toEqual(ids.map((_, at) => at >= 5));
});
