/**
 * Files that the user clicked. The background script records each click under a random id, and the page finds the address by that id
 * only. So the extension downloads nothing without a click.
 */
import { randomId } from '@bakkum/bytes/random-id';
import { z } from 'zod';
import { browserApi } from './browser-api.ts';
import { linkedUrl } from './linked-address.ts';

/** `document`: open it for reading. `file`: convert it. */
export type Task = { readonly kind: 'document' | 'file'; readonly address: string };
export type LinkedTask = { readonly kind: Task['kind']; readonly url: URL };

const PREFIX = 'task-';
/** Browsers store 10 MB for an extension. */
const MAX_TASKS = 20;

const stored = z.object({ kind: z.enum(['document', 'file']), address: z.string(), number: z.number() });

/** Records a task and returns its id. */
export async function addTask(task: Task): Promise<string> {
  const { session } = browserApi().storage;
  const all = Object.entries(await session.get(null)).filter(([key]) => key.startsWith(PREFIX));
  const earlier = all
    .flatMap(([key, value]) => {
      const parsed = stored.safeParse(value);
      return parsed.success ? [{ key, ...parsed.data }] : [];
    })
    .sort((one, other) => other.number - one.number);
  const number = (earlier[0]?.number ?? 0) + 1;
  // Addresses that contain an image may fill the storage, so only one of them is kept.
  const dropped = earlier.filter(({ address }, at) => at >= MAX_TASKS - 1 || address.startsWith('data:'));
  await session.remove(dropped.map(({ key }) => key));
  const id = randomId();
  await session.set({ [PREFIX + id]: { ...task, number } });
  return id;
}

/** Returns a task, also after a reload of its page; `undefined` once the browser was closed or after many later tasks. */
export async function taskOf(id: string): Promise<LinkedTask | undefined> {
  const key = PREFIX + id;
  const parsed = stored.safeParse((await browserApi().storage.session.get(key))[key]);
  const url = parsed.success ? linkedUrl(parsed.data.address) : undefined;
  return parsed.success && url ? { kind: parsed.data.kind, url } : undefined;
}
