/** From order to image: against the fake services, a real PostgreSQL and a real credit ledger. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GenerationRequest } from '@bakkum/api-contract/images/images';
import { createDiskStore } from '@bakkum/blobs/disk-store';
import { createLedger, type Ledger } from '@bakkum/credits/ledger';
import { CREDITS_MIGRATIONS } from '@bakkum/credits/migrations';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { type FakeImageServer, settingsFor, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import type { Fault } from '@bakkum/image-provider-fake/faults';
import { IMAGE_PROVIDER_LOADERS, IMAGE_PROVIDERS } from '@bakkum/registry/image-providers.node.gen';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { decodeImage } from './decoding/decode-image.ts';
import { drawSlot } from './drawing.ts';
import { enableModels } from './enabled-models.ts';
import { cancelBatch } from './ending.ts';
import { downloadFile } from './gallery.ts';
import { STUDIO_MIGRATIONS } from './migrations.ts';
import { orderImages } from './order.ts';
import { deleteUnusedImages, endExpiredBatches } from './recovery.ts';
import { orderRefinement } from './refinement.ts';
import type { Step } from './request-image.ts';
import { type Buyer, STUDIO_TIMES, type Studio } from './studio.ts';
import { Died, dieAt } from './testing/test-studio.ts';
import { batchViews } from './views.ts';

const KEY = 'a-key-that-must-appear-nowhere';
const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-studio-'));
const never = new AbortController().signal;
const request: GenerationRequest = {
  prompt: 'a red fox in the snow',
  style: 'cinematic',
  aspectRatio: '1:1',
  resolution: '512x512',
  seed: 7,
  count: 1,
};

let database: TestDatabase;
let fake: FakeImageServer;
let ledger: Ledger;
let queue: string[] = [];
let problems: string[] = [];
let moment = 0;
let buyers = 0;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [CREDITS_MIGRATIONS, STUDIO_MIGRATIONS]);
  fake = await startFakeImageServer({ key: KEY });
  ledger = createLedger(database, now);
});
afterAll(async () => {
  await fake.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  fake.reset();
  queue = [];
  problems = [];
  moment = 0;
});

function now(): Date {
  return new Date(Date.now() + moment);
}

/** A studio with these services by rank, or with these models, all of them fakes. */
function studioWith(ids: readonly string[], changes: Partial<Studio> = {}): Studio {
  const given = settingsFor(fake.url, KEY);
  const named = ids.some((id) => id.includes('/')) ? ids : [];
  const models = enableModels(IMAGE_PROVIDERS, IMAGE_PROVIDER_LOADERS, given, named).filter(
    ({ key, manifest }) => ids.includes(key) || ids.includes(manifest.id),
  );
  return {
    database,
    blobs: createDiskStore(folder),
    models,
    upscalers: [],
    backgroundRemovers: [],
    enqueue: (slotId) => Promise.resolve(void queue.push(slotId)),
    hashOf: (userId) => `hash-of-${userId.length}`,
    countDesigns: () => Promise.resolve(undefined),

    decode: decodeImage,
    times: { ...STUDIO_TIMES, pollMs: 5, watchMs: 20 },
    onProblem: ({ event, detail }) => problems.push(`${event} ${detail}`),
    onChange: new Set(),
    now,
    ...changes,
  };
}

/** A person with a hundred credits. */
async function someone(tier: Buyer['tier'] = 'annual'): Promise<Buyer> {
  buyers += 1;
  const userId = `buyer-${buyers}`;
  const expiresAt = new Date(Date.now() + 86_400_000);
  await ledger.give({ userId, source: 'promotion', ref: userId, amount: 100, expiresAt });
  return { userId, tier };
}

async function order(studio: Studio, buyer: Buyer, changes: Partial<GenerationRequest> = {}, key = `key-${Math.random()}`) {
  const ordered = await orderImages(studio, buyer, key, { ...request, ...changes });
  if (ordered.outcome !== 'taken') throw new Error(`not taken: ${ordered.outcome}`);
  return ordered.batchId;
}

async function drawAll(studio: Studio): Promise<void> {
  for (const slotId of queue.splice(0)) await drawSlot(studio, slotId, never);
}

async function viewOf(studio: Studio, batchId: string) {
  const [view] = await batchViews(studio, database, 'where id = $1', [batchId]);
  if (!view) throw new Error('no such batch');
  return view;
}

async function balance({ userId }: Buyer): Promise<readonly [available: number, held: number]> {
  const { available, held } = await ledger.balance(userId);
  return [available, held];
}

const asked = (view: Awaited<ReturnType<typeof viewOf>>) =>
  view.attempts.map(({ provider, fault }) => (fault ? `${provider}: ${fault}` : provider));
const BIG_THREE = ['stability', 'replicate', 'huggingface'];

describe('an order', () => {
  it('reserves credits, is drawn, stored and charged for what was stored', async () => {
    const studio = studioWith(BIG_THREE);
    const buyer = await someone();
    const batchId = await order(studio, buyer, { count: 4, resolution: '1024x1024' });
    expect(await balance(buyer)).toEqual([92, 8]);
    await drawAll(studio);
    const view = await viewOf(studio, batchId);
    expect(view).toMatchObject({ state: 'done', held: 8, spent: 8 });
    expect(view.images.map(({ state, image }) => [state, image?.seed, image?.width])).toEqual(
      [7, 8, 9, 10].map((seed) => ['done', seed, 1024]),
    );
    expect(await balance(buyer)).toEqual([92, 0]);
    expect(fake.jobs.map(({ service }) => service)).toEqual(['stability', 'stability', 'stability', 'stability']);
  });

  it('is accepted once per key, even when sent in parallel', async () => {
    const studio = studioWith(BIG_THREE);
    const buyer = await someone();
    const all = await Promise.all(Array.from({ length: 12 }, () => orderImages(studio, buyer, 'one-key-for-all', request)));
    expect(new Set(all.map((ordered) => JSON.stringify(ordered))).size).toBe(1);
    expect(queue).toHaveLength(1);
    expect(await orderImages(studio, buyer, 'one-key-for-all', { ...request, seed: 8 })).toEqual({ outcome: 'conflict' });
    expect(await balance(buyer)).toEqual([99, 1]);
  });

  it('is refused for sizes and counts outside the plan', async () => {
    const studio = studioWith(BIG_THREE);
    const free = await someone('free');
    const premium = await someone('premium');
    const refusals = [
      await orderImages(studio, free, 'key-1', { ...request, resolution: '1536x1536' }),
      await orderImages(studio, free, 'key-2', { ...request, count: 2 }),
      await orderImages(studio, premium, 'key-3', { ...request, count: 8 }),
      await orderImages(studio, premium, 'key-4', { ...request, resolution: '4096x4096' }),
    ];
    expect(refusals.map((ordered) => 'needed' in ordered && ordered.needed)).toEqual(['premium', 'premium', 'annual', 'annual']);
    expect(await orderImages(studio, free, 'key-5', { ...request, aspectRatio: '16:9' })).toEqual({ outcome: 'unsupported' });
    expect(queue).toEqual([]);
  });

  it('is refused without credits and leaves nothing behind', async () => {
    const studio = studioWith(BIG_THREE);
    expect(await orderImages(studio, { userId: 'poor', tier: 'free' }, 'key-1', request)).toEqual({ outcome: 'insufficient' });
    expect(await database.query("select from studio.batches where user_id = 'poor'")).toEqual([]);
  });

  it('is refused by the word list and by moderation before any credits are reserved', async () => {
    const studio = studioWith(['openai']);
    const buyer = await someone();
    expect(await orderImages(studio, buyer, 'key-1', { ...request, prompt: '폭력적인 장면' })).toEqual({
      outcome: 'refused',
      terms: ['폭력'],
    });
    expect(await orderImages(studio, buyer, 'key-2', { ...request, prompt: 'moderation-example' })).toEqual({
      outcome: 'refused',
      terms: ['violence'],
    });
    expect(await balance(buyer)).toEqual([100, 0]);
    expect(fake.jobs).toEqual([]);
    const kept = await database.query('select stage, categories from studio.refusals where user_id = $1 order by id', [
      buyer.userId,
    ]);
    expect(kept).toEqual([
      { stage: 'words', categories: ['violence'] },
      { stage: 'moderation', categories: ['violence'] },
    ]);
  });

  it('is free when it can only produce a design', async () => {
    const studio = studioWith(['design']);
    const buyer = { userId: 'without-credits', tier: 'free' } as const;
    const batchId = await order(studio, buyer);
    await drawAll(studio);
    const view = await viewOf(studio, batchId);
    expect(view).toMatchObject({ state: 'done', held: 0, spent: 0 });
    const image = view.images[0]?.image;
    expect(image).toMatchObject({ design: true, provider: 'design', vector: true, report: { kind: 'scene' } });
    const vector = await downloadFile(studio, buyer.userId, image?.id ?? '', { format: 'svg', recipe: false });
    expect(new TextDecoder().decode(vector?.content)).toMatch(/^<svg /);
  });
});

describe('the model of an order', () => {
  const chosen = { model: 'stability/ultra' } as const;

  it('sets the price; one that stands in costs its own price, and never more than was agreed', async () => {
    const studio = studioWith(['stability/core', 'stability/ultra']);
    const buyer = await someone();
    const dear = await order(studio, buyer, { ...chosen, resolution: '1024x1024' });
    await drawAll(studio);
    expect(await viewOf(studio, dear)).toMatchObject({
      settings: chosen,
      held: 4,
      spent: 4,
      images: [{ image: { model: 'ultra' } }],
    });
    fake.faults.add('stability', { kind: 'status', status: 503 });
    const cheaper = await order(studio, buyer, { ...chosen, resolution: '1024x1024' });
    await drawAll(studio);
    expect(await viewOf(studio, cheaper)).toMatchObject({ held: 4, spent: 2, images: [{ image: { model: 'core' } }] });
    fake.faults.add('stability', { kind: 'status', status: 503 });
    const agreed = await order(studio, buyer, { model: 'stability/core', resolution: '1024x1024' });
    await drawAll(studio);
    expect(await viewOf(studio, agreed)).toMatchObject({ held: 2, spent: 2, images: [{ image: { model: 'ultra' } }] });
    expect(await balance(buyer)).toEqual([92, 0]);
  });

  it('draws only sizes of its own; without a choice, the first model that draws the size is asked', async () => {
    const studio = studioWith(['stability/core', 'openai/gpt-image-2', 'design']);
    const buyer = await someone();
    const large = { ...request, resolution: '2048x2048' } as const;
    expect(await orderImages(studio, buyer, 'size-key-1', { ...large, model: 'stability/core' })).toEqual({ outcome: 'size' });
    expect(await orderImages(studio, buyer, 'size-key-2', { ...large, resolution: '4096x4096' })).toEqual({ outcome: 'size' });
    const batchId = await order(studio, buyer, large);
    await drawAll(studio);
    expect(asked(await viewOf(studio, batchId))).toEqual(['openai']);
    const design = await order(studio, buyer, { resolution: '4096x4096', model: 'design' });
    expect(await viewOf(studio, design)).toMatchObject({ held: 0 });
  });

  it('reads the language of the prompt, or another one is asked', async () => {
    const studio = studioWith(['stability/core', 'openai/gpt-image-2', 'design']);
    const buyer = await someone();
    const korean = { ...request, prompt: '눈 속의 여우' };
    expect(await orderImages(studio, buyer, 'words-key-1', { ...korean, model: 'stability/core' })).toEqual({
      outcome: 'language',
    });
    const batchId = await order(studio, buyer, korean);
    await drawAll(studio);
    expect(asked(await viewOf(studio, batchId))).toEqual(['openai']);
    const only = studioWith(['stability/core', 'design']);
    expect(await orderImages(only, buyer, 'words-key-2', korean)).toEqual({ outcome: 'language' });
    expect(await orderImages(only, buyer, 'words-key-3', { ...request, negativePrompt: '사람' })).toEqual({
      outcome: 'language',
    });
  });

  it('must be enabled', async () => {
    const studio = studioWith(['stability/core']);
    expect(await orderImages(studio, await someone(), 'model-key-1', { ...request, ...chosen })).toEqual({
      outcome: 'unsupported',
    });
  });

  it('gets another turn after a crash, even if its service has several', async () => {
    const studio = studioWith(['replicate/black-forest-labs/flux-schnell', 'replicate/black-forest-labs/flux-dev']);
    const buyer = await someone();
    const model = 'replicate/black-forest-labs/flux-dev';
    const batchId = await order(studio, buyer, { model });
    const [slotId = ''] = queue;
    await expect(drawSlot(studio, slotId, never, dieAt('accepted'))).rejects.toThrow(Died);
    await drawSlot(studio, slotId, never);
    expect(await viewOf(studio, batchId)).toMatchObject({
      state: 'done',
      spent: 1,
      images: [{ image: { model: 'black-forest-labs/flux-dev' } }],
    });
    expect(fake.jobs).toHaveLength(1);
  });

  it('that draws less than its catalogue says is passed over', async () => {
    const [stability, replicate] = studioWith(['stability', 'replicate']).models;
    if (!stability || !replicate) throw new Error('both are enabled');
    const boasting = { ...stability, model: { ...stability.model, sizes: { kind: 'list', sizes: [[2048, 2048]] } } } as const;
    const studio = studioWith([], {
      models: [boasting, { ...replicate, model: { ...replicate.model, sizes: boasting.model.sizes } }],
    });
    const buyer = await someone();
    const batchId = await order(studio, buyer, { resolution: '2048x2048' });
    await drawAll(studio);
    expect(asked(await viewOf(studio, batchId))).toEqual(['stability: bad-answer', 'replicate: bad-answer']);
    expect(await balance(buyer)).toEqual([100, 0]);
  });
});

describe('the order of services', () => {
  const passed: readonly [Fault, string][] = [
    [{ kind: 'status', status: 401 }, 'auth'],
    [{ kind: 'status', status: 402 }, 'quota'],
    [{ kind: 'status', status: 429 }, 'rate-limited'],
    [{ kind: 'status', status: 500 }, 'unavailable'],
    [{ kind: 'wrong-type' }, 'bad-answer'],
    [{ kind: 'truncated' }, 'bad-answer'],
  ];
  it.each(passed)('tries the next one after %j', async (fault, code) => {
    const studio = studioWith(BIG_THREE);
    const buyer = await someone();
    fake.faults.add('stability', fault);
    const batchId = await order(studio, buyer);
    await drawAll(studio);
    const view = await viewOf(studio, batchId);
    expect(asked(view)).toEqual([`stability: ${code}`, 'replicate']);
    expect(view).toMatchObject({ state: 'done', spent: 1 });
  });

  const final: readonly [Fault, string][] = [
    [{ kind: 'refused' }, 'refused'],
    [{ kind: 'status', status: 422 }, 'invalid'],
    [{ kind: 'drop' }, 'ambiguous'],
  ];
  it.each(final)('tries no other after %j and charges nothing', async (fault, code) => {
    const studio = studioWith([...BIG_THREE, 'design']);
    const buyer = await someone();
    fake.faults.add('stability', fault);
    const batchId = await order(studio, buyer);
    await drawAll(studio);
    const view = await viewOf(studio, batchId);
    expect(asked(view)).toEqual([`stability: ${code}`]);
    expect(view).toMatchObject({ state: 'failed', spent: 0, images: [{ state: 'failed', fault: code }] });
    expect(fake.jobs).toHaveLength(1);
    expect(await balance(buyer)).toEqual([100, 0]);
  });

  it('tries the chosen one, then the others in order, then a free design', async () => {
    const studio = studioWith(['stability', 'replicate', 'huggingface', 'fal', 'design']);
    const buyer = await someone();
    for (const id of ['stability', 'replicate', 'huggingface', 'fal']) fake.faults.add(id, { kind: 'status', status: 503 });
    const batchId = await order(studio, buyer, { provider: 'huggingface' });
    await drawAll(studio);
    const view = await viewOf(studio, batchId);
    expect(asked(view)).toEqual([
      'huggingface: unavailable',
      'stability: unavailable',
      'replicate: start-failed',
      'fal: unavailable',
      'design',
    ]);
    expect(view).toMatchObject({ state: 'done', held: 1, spent: 0 });
    expect(await balance(buyer)).toEqual([100, 0]);
  });

  it('skips a service that needs consent unless it is chosen', async () => {
    const studio = studioWith(['prompt-address']);
    const buyer = await someone();
    expect(await orderImages(studio, buyer, 'unasked-1', request)).toEqual({ outcome: 'unsupported' });
    const chosen = await order(studio, buyer, { provider: 'prompt-address' });
    await drawAll(studio);
    expect(await viewOf(studio, chosen)).toMatchObject({ state: 'done', spent: 1 });
  });

  it('reports a single fault and charges nothing when all of them fail', async () => {
    const studio = studioWith(BIG_THREE);
    const buyer = await someone();
    for (const id of BIG_THREE) fake.faults.add(id, { kind: 'status', status: 500 }, 2);
    const batchId = await order(studio, buyer, { count: 2 });
    await drawAll(studio);
    expect(await viewOf(studio, batchId)).toMatchObject({
      state: 'failed',
      spent: 0,
      images: [{ fault: 'all-failed' }, { fault: 'all-failed' }],
    });
    expect(await balance(buyer)).toEqual([100, 0]);
  });

  it('charges a partial batch by its part', async () => {
    const studio = studioWith(['stability']);
    const buyer = await someone();
    fake.faults.add('stability', { kind: 'fewer' }, 3);
    const batchId = await order(studio, buyer, { count: 4 });
    await drawAll(studio);
    expect(await viewOf(studio, batchId)).toMatchObject({ state: 'partial', held: 4, spent: 1 });
    expect(await balance(buyer)).toEqual([99, 0]);
  });
});

const ACCEPTED = `select from studio.attempts a join studio.slots s on s.id = a.slot_id
  where s.batch_id = $1 and a.state = 'accepted'`;
const jobServices = ['replicate', 'fal', 'comfyui', 'stable-diffusion-cpp'];

describe('waiting', () => {
  it.each(jobServices)('%s: cancels the order at the service after the deadline', async (id) => {
    const studio = studioWith([id, 'design']);
    const buyer = await someone();
    fake.faults.add(id, { kind: 'late' });
    const batchId = await order(studio, buyer);
    const drawing = drawAll(studio);
    // Accepted in our records too: before that, acceptance would be unknown.
    await until(async () => (await database.query(ACCEPTED, [batchId])).length > 0);
    moment = studio.times.deadlineMs + 1;
    await drawing;
    expect(asked(await viewOf(studio, batchId))).toEqual([`${id}: timed-out`]);
    expect(fake.jobs.map(({ state }) => state)).toEqual(['cancelled']);
    moment = 0;
    expect(await balance(buyer)).toEqual([100, 0]);
  });

  it('ends on cancellation: queued slots at once, running ones at the service too', async () => {
    const studio = studioWith(['replicate']);
    const buyer = await someone();
    fake.faults.add('replicate', { kind: 'late' });
    const batchId = await order(studio, buyer, { count: 4 });
    const drawing = drawSlot(studio, queue[0] ?? '', never);
    await until(() => fake.jobs.length > 0);
    await database.transaction((sql) => cancelBatch(sql, batchId, now()));
    await drawing;
    for (const slotId of queue.slice(1)) await drawSlot(studio, slotId, never);
    const view = await viewOf(studio, batchId);
    expect(view).toMatchObject({ state: 'cancelled', spent: 0 });
    expect(view.images.map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled']);
    expect(fake.jobs.map(({ state }) => state)).toEqual(['cancelled']);
    expect(await balance(buyer)).toEqual([100, 0]);
  });

  it('charges for images finished before the cancellation', async () => {
    const studio = studioWith(['stability']);
    const buyer = await someone();
    const batchId = await order(studio, buyer, { count: 4 });
    await drawSlot(studio, queue[0] ?? '', never);
    await database.transaction((sql) => cancelBatch(sql, batchId, now()));
    expect(await viewOf(studio, batchId)).toMatchObject({ state: 'partial', held: 4, spent: 1 });
    expect(await balance(buyer)).toEqual([99, 0]);
  });
});

describe('a crashed worker', () => {
  const steps: readonly Step[] = ['taken', 'sent', 'submitted', 'accepted', 'received', 'noted', 'stored', 'finished'];

  it.each(steps)('after "%s": another worker finishes the order, without loss or charge for a missing image', async (step) => {
    const studio = studioWith(['replicate']);
    const buyer = await someone();
    const batchId = await order(studio, buyer);
    const [slotId = ''] = queue;
    await expect(drawSlot(studio, slotId, never, dieAt(step))).rejects.toThrow(Died);
    await drawSlot(studio, slotId, never);
    const view = await viewOf(studio, batchId);
    const unknown = step === 'sent' || step === 'submitted';
    expect(view).toMatchObject(
      unknown ? { state: 'failed', spent: 0, images: [{ fault: 'ambiguous' }] } : { state: 'done', spent: 1 },
    );
    expect(await balance(buyer)).toEqual([unknown ? 100 : 99, 0]);
    // Never ordered twice.
    expect(fake.jobs.length).toBeLessThanOrEqual(1);
    expect(await ledger.violations()).toEqual([]);
  });

  it('loses its slot to the next worker and can no longer change it', async () => {
    const studio = studioWith(['replicate']);
    const buyer = await someone();
    const batchId = await order(studio, buyer);
    const [slotId = ''] = queue;
    let other: Promise<void> | undefined;
    await drawSlot(studio, slotId, never, async (step) => {
      if (step === 'accepted') await (other ??= drawSlot(studio, slotId, never));
    });
    expect(await viewOf(studio, batchId)).toMatchObject({ state: 'done', spent: 1, images: [{ state: 'done' }] });
    expect(await database.query('select from studio.images where batch_id = $1', [batchId])).toHaveLength(1);
    expect(await balance(buyer)).toEqual([99, 0]);
  });

  it('without a successor: the batch expires and all credits are returned', async () => {
    const studio = studioWith(['replicate']);
    const buyer = await someone();
    const batchId = await order(studio, buyer, { count: 2 });
    await expect(drawSlot(studio, queue[0] ?? '', never, dieAt('accepted'))).rejects.toThrow(Died);
    moment = studio.times.expiryMs + 1;
    await endExpiredBatches(studio);
    expect(await viewOf(studio, batchId)).toMatchObject({ state: 'failed', spent: 0 });
    moment = 0;
    expect(await balance(buyer)).toEqual([100, 0]);
  });

  it('leaves no file without an image', async () => {
    const studio = studioWith(['huggingface']);
    const buyer = await someone();
    await order(studio, buyer, { seed: 4711 });
    await expect(drawSlot(studio, queue[0] ?? '', never, dieAt('stored'))).rejects.toThrow(Died);
    const keysNow = await keys(studio);
    moment = studio.times.expiryMs + 60 * 60_000 + 1;
    await endExpiredBatches(studio);
    await deleteUnusedImages(studio);
    moment = 0;
    expect((await keys(studio)).length).toBe(keysNow.length - 1);
  });
});

async function keys({ blobs }: Studio): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const key of blobs.list('studio/')) found.push(key);
  return found;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('refining', () => {
  async function firstImage(studio: Studio, buyer: Buyer): Promise<string> {
    const batchId = await order(studio, buyer);
    await drawAll(studio);
    return (await viewOf(studio, batchId)).images[0]?.image?.id ?? '';
  }

  it('edits the image where a service can, for one credit, and records its origin', async () => {
    const studio = studioWith(['openai']);
    const buyer = await someone();
    const imageId = await firstImage(studio, buyer);
    const ordered = await orderRefinement(studio, buyer, 'refine-1', imageId, { instructions: 'make it night' });
    await drawAll(studio);
    const view = await viewOf(studio, 'batchId' in ordered ? ordered.batchId : '');
    expect(view).toMatchObject({ state: 'done', spent: 1, refinement: { imageId, mode: 'edit' } });
    expect(view.images[0]?.image).toMatchObject({ parentId: imageId, iteration: 2, prompt: request.prompt });
    expect(fake.calls).toContain('openai POST images/edits');
    expect(await balance(buyer)).toEqual([98, 0]);
    const entries = await ledger.statement(buyer.userId, { limit: 10 });
    expect(entries.flatMap(({ kind, purpose }) => (kind === 'settle' ? [purpose] : []))).toEqual(['refinement', 'images']);
  });

  it('uses only editing services after announcing an edit', async () => {
    const studio = studioWith(['stability', 'openai', 'automatic1111']);
    const buyer = await someone();
    const imageId = await firstImage(studio, buyer);
    fake.reset();
    fake.faults.add('openai', { kind: 'failed' });
    const ordered = await orderRefinement(studio, buyer, 'refine-1', imageId, { instructions: 'make it night' });
    await drawAll(studio);
    const view = await viewOf(studio, 'batchId' in ordered ? ordered.batchId : '');
    expect(view).toMatchObject({ state: 'done', spent: 1, refinement: { imageId, mode: 'edit' } });
    expect(view.attempts.map(({ provider }) => provider)).toEqual(['openai', 'automatic1111']);
    expect(fake.jobs.map(({ service }) => service)).toEqual(['openai', 'automatic1111']);
  });

  it('is refused where no model edits, and where none draws a masked part', async () => {
    const studio = studioWith(['replicate']);
    const buyer = await someone();
    const imageId = await firstImage(studio, buyer);
    const refusal = { outcome: 'no-editing' };
    expect(await orderRefinement(studio, buyer, 'refine-1', imageId, { instructions: 'make it night' })).toEqual(refusal);
    expect(await orderRefinement(studio, buyer, 'refine-2', imageId, { instructions: 'x', mask: 'AAAA' })).toEqual(refusal);
    expect(await balance(buyer)).toEqual([99, 0]);
  });

  it('costs what an image of its size costs from the model that edits, and nothing if it fails', async () => {
    const studio = studioWith(['openai/gpt-image-2', 'stability/ultra']);
    const buyer = await someone();
    const batchId = await order(studio, buyer, { resolution: '1024x1024' });
    await drawAll(studio);
    const imageId = (await viewOf(studio, batchId)).images[0]?.image?.id ?? '';
    const refine = async (key: string, model: string) => {
      const ordered = await orderRefinement(studio, buyer, key, imageId, { instructions: 'make it night', model });
      await drawAll(studio);
      return viewOf(studio, 'batchId' in ordered ? ordered.batchId : '');
    };
    expect(await refine('refine-1', 'openai/gpt-image-2')).toMatchObject({ held: 2, spent: 2 });
    expect(await refine('refine-2', 'stability/ultra')).toMatchObject({ held: 4, spent: 4 });
    for (const id of ['openai', 'stability']) fake.faults.add(id, { kind: 'status', status: 503 });
    expect(await refine('refine-3', 'stability/ultra')).toMatchObject({ state: 'failed', held: 4, spent: 0 });
    expect(await balance(buyer)).toEqual([92, 0]);
  });

  it('tells some models what to change, and others what the result shows', async () => {
    const studio = studioWith(['openai', 'automatic1111']);
    const buyer = await someone();
    const imageId = await firstImage(studio, buyer);
    for (const provider of ['openai', 'automatic1111'])
      await orderRefinement(studio, buyer, `refine-${provider}`, imageId, { instructions: 'make it night', provider });
    await drawAll(studio);
    const [told, described] = fake.jobs.slice(-2).map((job) => job.order);
    expect([
      told?.prompt.startsWith('make it night'),
      described?.prompt.startsWith('a red fox in the snow, make it night'),
    ]).toEqual([true, true]);
    expect([told?.picture !== undefined, described?.picture !== undefined]).toEqual([true, true]);
  });

  it('edits an image that is larger than the model draws at the largest size of its shape', async () => {
    const studio = studioWith(['openai/gpt-image-2']);
    const buyer = await someone();
    const imageId = await firstImage(studio, buyer);
    await database.query("update studio.batches set resolution = '4096x4096' where user_id = $1", [buyer.userId]);
    await orderRefinement(studio, buyer, 'refine-1', imageId, { instructions: 'make it night' });
    await drawAll(studio);
    const [view] = await batchViews(studio, database, 'where user_id = $1 and mode is not null', [buyer.userId]);
    expect(view).toMatchObject({ held: 12, spent: 12, images: [{ image: { width: 2880, height: 2880 } }] });
  });

  it('stores no mask when the order is refused', async () => {
    const studio = studioWith(['stability', 'openai']);
    const buyer = await someone();
    const imageId = await firstImage(studio, buyer);
    const masks = () => database.query("select key from studio.files where key like 'studio/masks/%'");
    const before = await masks();
    const refine = (key: string) =>
      orderRefinement(studio, buyer, key, imageId, { instructions: 'x', mask: Buffer.from(buyer.userId).toString('base64') });
    await ledger.setFrozen(buyer.userId, true);
    expect(await refine('mask-1')).toEqual({ outcome: 'frozen' });
    await ledger.setFrozen(buyer.userId, false);
    const { available } = await ledger.balance(buyer.userId);
    const hold = {
      userId: buyer.userId,
      key: 'all',
      request: 'all',
      purpose: 'images',
      amount: available,
      milliseconds: 60_000,
    } as const;
    const held = await ledger.reserve(hold);
    expect(await refine('mask-2')).toEqual({ outcome: 'insufficient' });
    expect(await masks()).toEqual(before);
    if ('holdId' in held) await ledger.release(held.holdId);
    expect(await refine('mask-3')).toMatchObject({ outcome: 'taken' });
    expect(await masks()).toHaveLength(before.length + 1);
  });

  it('stores no mask for an account with too many open orders', async () => {
    const studio = studioWith(['stability', 'openai']);
    const buyer = await someone();
    const imageId = await firstImage(studio, buyer);
    for (let count = 0; count < 20; count += 1) await order(studio, buyer);
    const mask = Buffer.from(buyer.userId).toString('base64');
    const before = await database.query('select key from studio.files');
    expect(await orderRefinement(studio, buyer, 'mask', imageId, { instructions: 'x', mask })).toEqual({ outcome: 'busy' });
    expect(await database.query('select key from studio.files')).toEqual(before);
  });

  it('refuses to undress the person in an uploaded image', async () => {
    const studio = studioWith(['comfyui']);
    const buyer = await someone();
    const imageId = await firstImage(studio, buyer);
    const outcomeOf = async (instructions: string) =>
      (await orderRefinement(studio, buyer, `undress-${Math.random()}`, imageId, { instructions })).outcome;
    expect(await outcomeOf('make her nude')).toBe('taken');
    await drawAll(studio);
    await database.query("update studio.images set imported_as = 'photo' where id = $1", [imageId]);
    for (const instructions of ['make her nude', 'remove her clothes']) expect(await outcomeOf(instructions)).toBe('refused');
    expect(await outcomeOf('make it a night scene')).toBe('taken');
  });

  it("finds only the person's own images", async () => {
    const studio = studioWith(['stability']);
    const imageId = await firstImage(studio, await someone());
    expect(await orderRefinement(studio, await someone(), 'refine-1', imageId, { instructions: 'x' })).toEqual({
      outcome: 'not-found',
    });
  });
});

it('writes the key nowhere', async () => {
  const studio = studioWith(['stability', 'fal']);
  const buyer = await someone();
  fake.faults.add('stability', { kind: 'status', status: 401 });
  fake.faults.add('fal', { kind: 'status', status: 500 });
  await order(studio, buyer);
  await drawAll(studio);
  const tables = ['batches', 'slots', 'attempts', 'images', 'files', 'refusals'];
  for (const table of tables) expect(JSON.stringify(await database.query(`select * from studio.${table}`))).not.toContain(KEY);
  expect(problems.join()).not.toContain(KEY);
});

it('shows no image that our own check rejects', async () => {
  const studio = studioWith(['stability', 'replicate'], { check: () => Promise.resolve(['gore']) });
  const buyer = await someone();
  const batchId = await order(studio, buyer);
  await drawAll(studio);
  expect(await viewOf(studio, batchId)).toMatchObject({ state: 'failed', spent: 0, images: [{ fault: 'withheld' }] });
  expect(fake.jobs).toHaveLength(1);
});

describe('a check that does not work', () => {
  const broken = () => Promise.reject(new Error('no answer'));

  it('refuses orders that a model without checks of its own might draw', async () => {
    const buyer = await someone();
    const local = studioWith(['stability', 'comfyui'], { checkPrompt: broken });
    expect(await orderImages(local, buyer, 'unchecked-1', request)).toEqual({ outcome: 'unchecked' });
    const cloud = studioWith(['stability', 'design'], { checkPrompt: broken });
    expect(await orderImages(cloud, buyer, 'unchecked-2', request)).toMatchObject({ outcome: 'taken' });
    expect(problems).toEqual(['image-moderation no answer', 'image-moderation no answer']);
  });

  it('shows no image of such a model', async () => {
    const studio = studioWith(['comfyui'], { check: broken });
    const batchId = await order(studio, await someone());
    await drawAll(studio);
    expect(await viewOf(studio, batchId)).toMatchObject({ state: 'failed', spent: 0, images: [{ fault: 'unavailable' }] });
  });

  it('lets no second such model draw, but a service that checks its images', async () => {
    const local = studioWith(['comfyui', 'automatic1111'], { check: broken });
    const failed = await order(local, await someone());
    await drawAll(local);
    expect(await viewOf(local, failed)).toMatchObject({ state: 'failed', spent: 0 });
    expect(fake.jobs).toHaveLength(1);
    const both = studioWith(['comfyui', 'automatic1111', 'stability'], { check: broken });
    const drawn = await order(both, await someone());
    await drawAll(both);
    expect(await viewOf(both, drawn)).toMatchObject({ state: 'done' });
  });

  it('shows images of a service that checks them itself, and designs', async () => {
    for (const service of ['stability', 'design']) {
      const studio = studioWith([service], { check: broken });
      const batchId = await order(studio, await someone());
      await drawAll(studio);
      expect(await viewOf(studio, batchId)).toMatchObject({ state: 'done' });
    }
  });
});

it('asks the configured check about prompts for local models, after the rule set', async () => {
  const asked: string[] = [];
  const checkPrompt = (prompt: string) => {
    asked.push(prompt);
    return Promise.resolve(prompt.includes('forbidden') ? ['hate'] : []);
  };
  const studio = studioWith(['comfyui'], { checkPrompt });
  const buyer = await someone();
  const outcomes = [];
  for (const prompt of ['naked child', 'a forbidden sign', 'no violence please'])
    outcomes.push((await orderImages(studio, buyer, `checked-${prompt}`, { ...request, prompt })).outcome);
  expect(outcomes).toEqual(['refused', 'refused', 'taken']);
  expect(asked).toEqual(['a forbidden sign', 'no violence please']);
});

it('asks the check about what to leave out only where the model reads it as words', async () => {
  const asked: string[] = [];
  const checkPrompt = (prompt: string) => Promise.resolve(void asked.push(prompt)).then(() => []);
  const buyer = await someone();
  const wish = { ...request, negativePrompt: 'blood, nudity' };
  const ordered = async (service: string, changes: object = {}) =>
    (await orderImages(studioWith([service], { checkPrompt }), buyer, `without-${Math.random()}`, { ...wish, ...changes }))
      .outcome;
  expect([await ordered('comfyui'), await ordered('recraft')]).toEqual(['taken', 'taken']);
  expect(asked).toEqual([request.prompt, `${request.prompt}. Without: blood, nudity`]);
  const hidden = { negativePrompt: 'nothing. A naked child' };
  expect([await ordered('comfyui', hidden), await ordered('recraft', hidden)]).toEqual(['taken', 'refused']);
});

it('takes a list of "no" to leave out as such where the model reads it as words, but not wishes in it', async () => {
  const studio = studioWith(['openai']);
  const buyer = await someone();
  const outcomes: string[] = [];
  for (const [prompt, negativePrompt] of [
    ['a child on the beach', 'no nudity, no text'],
    ['바닷가의 아이', '노출 없음, 누드 금지'],
    ['a child on the beach', 'no limits naked'],
    ['a child on the beach', 'no clothes'],
    ['바닷가의 아이', '글자 말고 누드'],
    ['바닷가의 아이', '옷 없이'],
  ] as const)
    outcomes.push(
      (await orderImages(studio, buyer, `no-${prompt}-${negativePrompt}`, { ...request, prompt, negativePrompt })).outcome,
    );
  expect(outcomes).toEqual(['taken', 'taken', 'refused', 'refused', 'refused', 'refused']);
});

it('checks the prompt without the control characters that no model receives', async () => {
  const prompt = 'a na\u0007ked child';
  expect(await orderImages(studioWith(['comfyui']), await someone(), 'control-1', { ...request, prompt })).toMatchObject({
    outcome: 'refused',
  });
});

it('sends a local server one image at a time', async () => {
  const studio = studioWith(['automatic1111']);
  const buyer = await someone();
  fake.faults.add('automatic1111', { kind: 'late' }, 3);
  await order(studio, buyer, { count: 4 });
  const drawing = Promise.all(queue.map((slotId) => drawSlot(studio, slotId, never)));
  await until(() => fake.jobs.length > 0);
  expect([fake.jobs.length, studio.models[0]?.load.busy]).toEqual([1, 1]);
  fake.release();
  await drawing;
  expect(await balance(buyer)).toEqual([96, 0]);
});
