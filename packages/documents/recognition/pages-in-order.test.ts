import { expect, it } from 'vitest';
import { inOrder, type PageInProgress } from './pages-in-order.ts';

/** Lists what happens to pages that may wait, or may not. */
async function eventsOf(canWait: readonly boolean[]): Promise<readonly string[]> {
  const events: string[] = [];
  async function* started(): AsyncGenerator<PageInProgress<number>, void, void> {
    for (const [index, isAllowed] of canWait.entries()) {
      events.push(`start ${index}`);
      yield { canWait: isAllowed, finish: async () => index, abandon: () => events.push(`abandon ${index}`) };
    }
  }
  for await (const page of inOrder(started())) events.push(`finish ${page}`);
  return events;
}

it('starts the next page before a page that may wait is finished', async () => {
  expect(await eventsOf([true, true, true])).toEqual(['start 0', 'start 1', 'finish 0', 'start 2', 'finish 1', 'finish 2']);
});

it('finishes a page that may not wait before the next one is started', async () => {
  expect(await eventsOf([false, false])).toEqual(['start 0', 'finish 0', 'start 1', 'finish 1']);
});

it('keeps the order of pages that may and may not wait', async () => {
  expect(await eventsOf([true, false, true])).toEqual(['start 0', 'start 1', 'finish 0', 'finish 1', 'start 2', 'finish 2']);
});

it('abandons the page that waits when the next one cannot be started or an earlier one fails', async () => {
  const abandoned: number[] = [];
  const page = (index: number, finish: () => Promise<number>): PageInProgress<number> => ({
    canWait: true,
    finish,
    abandon: () => abandoned.push(index),
  });
  async function* broken(): AsyncGenerator<PageInProgress<number>, void, void> {
    yield page(0, async () => 0);
    throw new Error('no second page');
  }
  async function* failing(): AsyncGenerator<PageInProgress<number>, void, void> {
    yield page(1, () => Promise.reject(new Error('unreadable')));
    yield page(2, async () => 2);
  }
  await expect(Array.fromAsync(inOrder(broken()))).rejects.toThrow('no second page');
  await expect(Array.fromAsync(inOrder(failing()))).rejects.toThrow('unreadable');
  expect(abandoned).toEqual([0, 2]);
});
