import { once } from 'node:events';
import type { CallContext, Steps } from '@bakkum/image-provider/provider';
import { type FakeImageServer, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import type { Fault } from '@bakkum/image-provider-fake/faults';
import { drawPicture } from '@bakkum/image-provider-fake/image';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { createClient } from './client.ts';
import { manifest } from './manifest.ts';
import { watchPrompt } from './watch.ts';

const { signal } = new AbortController();
const order = { prompt: 'a fox', rawPrompt: 'a fox', style: '', seed: 7, personHash: 'hash', width: 512, height: 512 };

let fake: FakeImageServer;
beforeAll(async () => {
  fake = await startFakeImageServer();
});
afterAll(() => fake.close());
beforeEach(() => fake.reset());

const client = () => createClient({ base: `${fake.url}/comfyui`, checkpoint: 'sdxl.safetensors' }, manifest.models[0]);

type Seen = { readonly previews: Uint8Array[]; readonly steps: (Steps | undefined)[] };

function recorder(over: AbortSignal): { readonly seen: Seen; readonly context: CallContext } {
  const seen: Seen = { previews: [], steps: [] };
  return {
    seen,
    context: {
      signal: over,
      onProgress: (_, steps) => seen.steps.push(steps),
      onPreview: (preview) => seen.previews.push(Buffer.from(preview)),
    },
  };
}

/** Orders an image, watches it until `enough`, and fetches it. */
async function draw(enough: (seen: Seen) => boolean, fault?: Fault) {
  if (fault) fake.faults.add('comfyui', fault);
  const over = new AbortController();
  const { seen, context } = recorder(over.signal);
  const submitted = await client().submit(order, context);
  const job = submitted.state === 'accepted' ? submitted.job : '';
  const watching = client().watch?.(job, context);
  await expect.poll(() => enough(seen)).toBe(true);
  over.abort();
  await watching;
  await expect.poll(async () => (await client().poll?.(job, { signal }))?.state).toBe('done');
  return { seen, job };
}

describe('a prompt', () => {
  it('is watched by a client of its own, step by step', async () => {
    const { seen } = await draw(({ previews }) => previews.length === 4);
    expect(seen.steps).toEqual([8, 16, 24, 30].map((done) => ({ done, total: 30 })));
    for (const preview of seen.previews) expect(Buffer.from(preview).toString('latin1', 1, 4)).toBe('PNG');
    expect(new Set(seen.previews.map((preview) => Buffer.from(preview).toString('base64'))).size).toBe(4);
    await draw(({ previews }) => previews.length === 4);
    const clients = fake.jobs.map(({ request }) => (request as { client_id: string }).client_id);
    expect(new Set(clients).size).toBe(2);
  });

  it('shows no previews unless they are wanted', async () => {
    const over = new AbortController();
    const steps: unknown[] = [];
    const context: CallContext = { signal: over.signal, onProgress: (_, done) => steps.push(done) };
    const submitted = await client().submit(order, context);
    const watching = client().watch?.(submitted.state === 'accepted' ? submitted.job : '', context);
    await expect.poll(() => steps.length).toBe(4);
    over.abort();
    await watching;
    expect(fake.jobs[0]?.request).not.toHaveProperty('extra_data');
  });

  it('is drawn without previews, with damaged ones, with giant ones, and after a lost connection', async () => {
    const without = await draw(({ steps }) => steps.length === 4, { kind: 'no-previews' });
    const giant = await draw(({ steps }) => steps.length > 0, { kind: 'giant-previews', bytes: 5_000_000 });
    const cut = await draw(({ previews }) => previews.length === 1, { kind: 'cut-stream' });
    const damaged = await draw(({ previews }) => previews.length === 4, { kind: 'broken-previews' });
    const counts = [without, giant, cut, damaged].map(({ seen }) => seen.previews.length);
    expect(counts).toEqual([0, 0, 1, 4]);
    expect(fake.jobs).toHaveLength(4);
  });

  it('of an earlier version has no client to watch', async () => {
    await client().watch?.('0b7d8e2a', { signal });
    expect(fake.calls).toEqual([]);
  });
});

/** Sends frames to every client that connects. */
async function serve(frames: readonly (string | Buffer)[]) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    for (const frame of frames) socket.send(frame);
  });
  await once(server, 'listening');
  return { base: `http://127.0.0.1:${server.address().port}`, server };
}

describe('a hostile server', () => {
  it('shows nothing of other prompts, other events and other formats', async () => {
    const header = (...numbers: number[]): Buffer => Buffer.concat(numbers.map((number) => Buffer.from([0, 0, 0, number])));
    const progress = (data: object): string => JSON.stringify({ type: 'progress', data });
    const { base, server } = await serve([
      'not json',
      '[]',
      Buffer.alloc(0),
      header(1),
      Buffer.concat([header(1, 9), Buffer.from('other format')]),
      Buffer.concat([header(4, 1), Buffer.from('other event')]),
      progress({ value: 1, max: 2, prompt_id: 'another' }),
      progress({ value: 3, max: 2, prompt_id: 'mine' }),
      progress({ value: -1, max: 2, prompt_id: 'mine' }),
      progress({ value: 1, max: 2, prompt_id: 'mine', more: 'x'.repeat(20_000) }),
      progress({ value: 2, max: 4, prompt_id: 'mine' }),
    ]);
    const over = new AbortController();
    const { seen, context } = recorder(over.signal);
    const watching = watchPrompt({ base, promptId: 'mine', clientId: 'me' }, context);
    await expect.poll(() => seen.steps.length).toBe(1);
    over.abort();
    await watching;
    expect(seen).toEqual({ previews: [], steps: [{ done: 2, total: 4 }] });
    server.close();
  });

  it('shows no frames of prompts that ComfyUI sends to every client', async () => {
    const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 2]);
    const frame = (seed: number): Buffer => Buffer.concat([header, drawPicture(seed, { width: 8, height: 8 })]);
    const progress = (prompt_id: string | null): string =>
      JSON.stringify({ type: 'progress', data: { value: 1, max: 2, prompt_id, node: '5' } });
    const { base, server } = await serve([
      frame(1),
      progress('another'),
      frame(2),
      progress(null),
      frame(3),
      progress('mine'),
      JSON.stringify({ type: 'progress_state', data: { prompt_id: 'mine', nodes: {} } }),
      frame(4),
      frame(5),
      progress('mine'),
      progress('another'),
      frame(6),
      progress('mine'),
      frame(7),
    ]);
    const over = new AbortController();
    const { seen, context } = recorder(over.signal);
    const watching = watchPrompt({ base, promptId: 'mine', clientId: 'me' }, context);
    await expect.poll(() => seen.steps.length >= 3 && seen.previews.length >= 2).toBe(true);
    over.abort();
    await watching;
    server.close();
    expect(seen.previews.map((preview) => Buffer.from(preview).equals(drawPicture(4, { width: 8, height: 8 })))).toEqual([
      true,
      false,
    ]);
    expect(Buffer.from(seen.previews[1] ?? []).equals(drawPicture(7, { width: 8, height: 8 }))).toBe(true);
  });

  it('without a socket is abandoned when the image is finished', async () => {
    const over = new AbortController();
    const { seen, context } = recorder(over.signal);
    const watching = watchPrompt({ base: 'http://127.0.0.1:9', promptId: 'mine', clientId: 'me' }, context);
    over.abort();
    await watching;
    expect(seen).toEqual({ previews: [], steps: [] });
  });
});
