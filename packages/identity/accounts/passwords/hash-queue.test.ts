import { expect, it } from 'vitest';
import { createHashQueue, withHashSource } from './hash-queue.ts';

/** A queue of work that ends on demand. */
function createWork(maxWaiting?: number) {
  const queue = createHashQueue(2, maxWaiting);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, source: string) =>
    withHashSource(source, () =>
      queue(() => {
        started.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      }),
    );
  return { started, run, end: (name: string) => ends.get(name)?.() };
}

it('lets sources take turns', async () => {
  const { started, run, end } = createWork();
  const work = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((name) => run(name, name.charAt(0)));
  for (const [index, name] of ['a1', 'a2', 'a3', 'b1', 'a4', 'b2'].entries()) {
    await expect.poll(() => started[index]).toBe(name);
    end(name);
  }
  expect(await Promise.all(work)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2']);
});

it('refuses more waiting work of one source, and accepts that of others', async () => {
  const { started, run, end } = createWork(1);
  const work = ['a1', 'a2', 'a3'].map((name) => run(name, 'a'));
  expect(await run('a4', 'a')).toEqual({ outcome: 'limited', retryAfterS: 3 });
  const other = run('b1', 'b');
  for (const name of ['a1', 'a2', 'a3', 'b1']) {
    await expect.poll(() => started).toContain(name);
    end(name);
  }
  expect(await Promise.all([...work, other])).toEqual(['a1', 'a2', 'a3', 'b1']);
  const again = run('a5', 'a');
  end('a5');
  expect(await again).toBe('a5');
});

it('continues after work that fails', async () => {
  const queue = createHashQueue(1);
  const failing = queue(() => Promise.reject(new Error('failed')));
  const next = queue(() => Promise.resolve('next'));
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('next');
});
