import type { CallContext, Steps } from '@bakkum/image-provider/provider';
import { type FakeImageServer, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import type { Fault } from '@bakkum/image-provider-fake/faults';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from './client.ts';
import { manifest } from './manifest.ts';

const { signal } = new AbortController();
const order = { prompt: 'a fox', rawPrompt: 'a fox', style: '', seed: 7, personHash: 'hash', width: 512, height: 512 };

let fake: FakeImageServer;
beforeAll(async () => {
  fake = await startFakeImageServer();
});
afterAll(() => fake.close());
beforeEach(() => fake.reset());

/** Starts an order that the fake finishes when it is released. */
function start(fault: Fault = { kind: 'late' }, changes: Partial<CallContext> = {}) {
  fake.faults.add('automatic1111', fault);
  const previews: string[] = [];
  const progress: (Steps | undefined)[] = [];
  const client = createClient({ base: `${fake.url}/automatic1111`, sampler: 'Euler a' }, manifest.models[0]);
  const context: CallContext = {
    signal,
    onPreview: (preview) => previews.push(Buffer.from(preview).toString('base64')),
    onProgress: (_, steps) => progress.push(steps),
    ...changes,
  };
  return { previews, progress, drawing: client.submit(order, context) };
}

const looks = () => fake.calls.filter((call) => call.endsWith('internal/progress')).length;

describe('an order', () => {
  it('shows previews and steps while it is drawn', async () => {
    const { previews, progress, drawing } = start();
    await expect.poll(() => previews.length).toBe(2);
    fake.release();
    expect(await drawing).toMatchObject({ state: 'done' });
    expect(progress.slice(0, 2)).toEqual([5, 10].map((done) => ({ done, total: 30 })));
    expect(new Set(previews).size).toBe(previews.length);
    expect(Buffer.from(previews[0] ?? '', 'base64').toString('latin1', 1, 4)).toBe('PNG');
  });

  it('shows neither preview nor progress of the image before it in the queue', async () => {
    const first = start();
    await expect.poll(() => fake.jobs.length).toBe(1);
    const second = start();
    await expect.poll(() => first.previews.length > 1 && looks() > 3).toBe(true);
    expect([second.previews, second.progress]).toEqual([[], []]);
    fake.release();
    await Promise.all([first.drawing, second.drawing]);
  });

  it('requests no previews if none are wanted', async () => {
    const sent = vi.spyOn(globalThis, 'fetch');
    const { progress, drawing } = start({ kind: 'late' }, { onPreview: undefined as never });
    await expect.poll(() => progress.length).toBeGreaterThan(0);
    const bodies = sent.mock.calls
      .map(([, init]) => JSON.stringify(init?.body ?? ''))
      .filter((body) => body.includes('live_preview'));
    sent.mockRestore();
    expect(bodies[0]).toContain(String.raw`\"live_preview\":false`);
    fake.release();
    await drawing;
  });

  it.each([
    { kind: 'no-previews', late: true },
    { kind: 'giant-previews', bytes: 17 * 1024 * 1024, late: true },
  ] as const)('is drawn although its previews are unusable: $kind', async (fault) => {
    const { previews, drawing } = start(fault);
    await expect.poll(looks).toBeGreaterThan(1);
    fake.release();
    expect(await drawing).toMatchObject({ state: 'done' });
    expect([previews, fake.jobs.length]).toEqual([[], 1]);
  });

  it('is drawn by a server without task ids, with the progress of the server', async () => {
    const { previews, progress, drawing } = start();
    await expect.poll(() => fake.jobs.length).toBe(1);
    // As if the server had ignored the id.
    Object.assign(fake.jobs[0]?.request as object, { force_task_id: null });
    await expect.poll(() => progress.length).toBeGreaterThan(0);
    fake.release();
    await drawing;
    expect(previews).toEqual([]);
  });
});
