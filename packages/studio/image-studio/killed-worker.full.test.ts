/** A worker process is killed between two steps of a generation, an enlargement or another version, and another takes over. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDiskStore } from '@bakkum/blobs/disk-store';
import { createLedger } from '@bakkum/credits/ledger';
import { CREDITS_MIGRATIONS } from '@bakkum/credits/migrations';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { type FakeImageServer, settingsFor, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import { IMAGE_PROVIDER_LOADERS, IMAGE_PROVIDERS } from '@bakkum/registry/image-providers.node.gen';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { orderBackgroundRemoval } from './background/background.ts';
import { decodeImage } from './decoding/decode-image.ts';
import { drawSlot } from './drawing.ts';
import { enableBackgroundRemovers, enableModels, enableUpscalers } from './enabled-models.ts';
import { orderExtension } from './extending/extending.ts';
import { STUDIO_MIGRATIONS } from './migrations.ts';
import { type Ordered, orderImages } from './order.ts';
import { deleteUnusedImages, endExpiredBatches } from './recovery.ts';
import type { Step } from './request-image.ts';
import { type Buyer, STUDIO_TIMES, type Studio } from './studio.ts';
import { orderUpscaling } from './upscaling/upscaling.ts';
import { batchViews } from './views.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-killed-'));
/** A file, because the threads of designs cannot start in a program given as text. */
const program = path.join(folder, 'worker.mjs');
const at = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);

/** Draws one slot and kills itself after a step, without closing or rolling back anything. */
const PROGRAM = `
import { openPostgres } from ${at('../../platform/database/postgres-database.ts')};
import { createDiskStore } from ${at('../../platform/blobs/disk-store.ts')};
import { IMAGE_PROVIDER_LOADERS, IMAGE_PROVIDERS } from ${at('../../core/registry/image-providers.node.gen.ts')};
import { enableBackgroundRemovers, enableModels, enableUpscalers } from ${at('./enabled-models.ts')};
import { drawSlot } from ${at('./drawing.ts')};
import { decodeImage } from ${at('./decoding/decode-image.ts')};
import { STUDIO_TIMES } from ${at('./studio.ts')};
const { connection, given, ids, folder, slotId, killAt } = JSON.parse(process.argv[2]);
const database = await openPostgres({ kind: 'external', connection, migrations: [] });
const models = enableModels(IMAGE_PROVIDERS, IMAGE_PROVIDER_LOADERS, given).filter(({ manifest }) => ids.includes(manifest.id));
const studio = {
  database, models, upscalers: enableUpscalers(IMAGE_PROVIDERS, IMAGE_PROVIDER_LOADERS, given, models), blobs: createDiskStore(folder),
  backgroundRemovers: enableBackgroundRemovers(IMAGE_PROVIDERS, IMAGE_PROVIDER_LOADERS, given, models),
  enqueue: async () => {}, hashOf: () => 'hash', countDesigns: async () => undefined, decode: decodeImage,
  times: { ...STUDIO_TIMES, pollMs: 5 }, onProblem: () => {}, onChange: new Set(), now: () => new Date(),
};
await drawSlot(studio, slotId, new AbortController().signal, (step) => {
  if (step === killAt) process.kill(process.pid, 'SIGKILL');
});
process.exit(0);
`;

let database: TestDatabase;
let fake: FakeImageServer;
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [CREDITS_MIGRATIONS, STUDIO_MIGRATIONS]);
  fake = await startFakeImageServer();
  writeFileSync(program, PROGRAM);
});
afterAll(async () => {
  await fake.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => fake.reset());

async function killed(ids: readonly string[], slotId: string, killAt: Step): Promise<string | null> {
  const given = settingsFor(fake.url, 'key!');
  const argument = JSON.stringify({ connection: database.connection, given, ids, folder, slotId, killAt });
  const child = spawn(process.execPath, [program, argument], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [, signal]: (string | null)[] = await once(child, 'exit');
  return signal ?? null;
}

const never = new AbortController().signal;
const ALL_STEPS: readonly Step[] = ['taken', 'sent', 'submitted', 'accepted', 'received', 'noted', 'stored', 'finished'];
/** Services that answer within the request accept no job. */
const STEPS_AT_ONCE = ALL_STEPS.filter((step) => step !== 'submitted' && step !== 'accepted');

const queue: string[] = [];

function studioWith(ids: readonly string[]): Studio {
  const given = settingsFor(fake.url, 'key!');
  const models = enableModels(IMAGE_PROVIDERS, IMAGE_PROVIDER_LOADERS, given).filter(({ manifest }) => ids.includes(manifest.id));
  return {
    database,
    blobs: createDiskStore(folder),
    models,
    upscalers: enableUpscalers(IMAGE_PROVIDERS, IMAGE_PROVIDER_LOADERS, given, models),
    backgroundRemovers: enableBackgroundRemovers(IMAGE_PROVIDERS, IMAGE_PROVIDER_LOADERS, given, models),
    enqueue: (slotId) => Promise.resolve(void queue.push(slotId)),
    hashOf: () => 'hash',
    countDesigns: () => Promise.resolve(undefined),
    decode: decodeImage,
    times: { ...STUDIO_TIMES, pollMs: 5 },
    onProblem: () => undefined,
    onChange: new Set(),
    now: () => new Date(),
  };
}

let buyers = 0;

/** A person with ten credits. */
async function someone(): Promise<Buyer> {
  buyers += 1;
  const userId = `buyer-${buyers}`;
  const expiresAt = new Date(Date.now() + 86_400_000);
  await createLedger(database).give({ userId, source: 'promotion', ref: userId, amount: 10, expiresAt });
  return { userId, tier: 'free' };
}

/** Orders an image; its seed makes it differ from all others. */
function orderImage(studio: Studio, buyer: Buyer, prompt = 'a fox'): Promise<Ordered> {
  const wish = { prompt, style: 'anime', aspectRatio: '1:1', resolution: '512x512', count: 1, seed: buyers } as const;
  return orderImages(studio, buyer, 'order-key', wish);
}

/** Takes the slot of the last order. */
function queuedSlot(): string {
  const slotId = queue.pop();
  if (slotId === undefined) throw new Error('nothing was ordered');
  return slotId;
}

/** State and charge of an order, and the balance and number of images of the person. */
async function outcomeOf(studio: Studio, { userId }: Buyer, ordered: Ordered) {
  const [batch] = await batchViews(studio, database, 'where id = $1', ['batchId' in ordered ? ordered.batchId : '']);
  const { available, held } = await createLedger(database).balance(userId);
  const images = await database.query('select from studio.images where user_id = $1', [userId]);
  expect(await createLedger(database).violations()).toEqual([]);
  return { state: batch?.state, spent: batch?.spent, available, held, images: images.length };
}

const failed = { state: 'failed', spent: 0, available: 10, held: 0, images: 0 };
const cases = [
  ...ALL_STEPS.map((step) => ['replicate', step] as const),
  // A service that answers within the request cannot be polled afterwards.
  ...(['received', 'noted', 'stored'] as const).map((step) => ['stability', step] as const),
];

it.each(cases)('%s, killed after "%s": loses no credit, charges only for an image and orders nothing twice', async (id, step) => {
  const studio = studioWith([id]);
  const buyer = await someone();
  const ordered = await orderImage(studio, buyer);
  const slotId = queuedSlot();
  expect(await killed([id], slotId, step)).toBe('SIGKILL');
  await drawSlot(studio, slotId, never);
  expect(await outcomeOf(studio, buyer, ordered)).toEqual(
    isUnknown(id, step) ? failed : { state: 'done', spent: 1, available: 9, held: 0, images: 1 },
  );
  expect(fake.jobs.length).toBeLessThanOrEqual(1);
});

/** When nobody knows whether the service drew the image, the order is abandoned without charge. */
function isUnknown(id: string, step: Step): boolean {
  if (id === 'replicate') return step === 'sent' || step === 'submitted';
  return step === 'sent' || step === 'received' || step === 'noted';
}

type Way = (studio: Studio, buyer: Buyer, imageId: string, model: string) => Promise<Ordered>;

const enlarge: Way = (studio, buyer, imageId, model) =>
  orderUpscaling(studio, buyer, 'upscale-key', imageId, { model, factor: 4 });
const extend: Way = (studio, buyer, imageId, model) =>
  orderExtension(studio, buyer, 'extend-key', imageId, { model, left: 512, right: 0, up: 0, down: 0 });
const cutOut: Way = (studio, buyer, imageId, model) =>
  orderBackgroundRemoval(studio, buyer, 'background-key', imageId, { model });

describe('a version', () => {
  /** Services, how they make a version, and what that costs. */
  const ways = [
    ['stability', 'stability/fast', 2, enlarge],
    ['stability', 'enlarge', 0, enlarge],
    ['design', 'design', 0, enlarge],
    ['stability', 'stability/core', 2, extend],
    ['stability', 'stability/remove-background', 3, cutOut],
  ] as const;
  const versions = ways.flatMap(([id, model, price, order]) => STEPS_AT_ONCE.map((step) => ({ id, model, price, order, step })));

  /** Makes a version of a new image in a process that is killed after a step. */
  async function killedMaking({ id, model, order, step }: (typeof versions)[number]) {
    const studio = studioWith([id]);
    const buyer = await someone();
    const original = await orderImage(studio, buyer, 'a cat under a tree');
    await drawSlot(studio, queuedSlot(), never);
    const [batch] = await batchViews(studio, database, 'where id = $1', ['batchId' in original ? original.batchId : '']);
    const { available } = await createLedger(database).balance(buyer.userId);
    fake.reset();
    const ordered = await order(studio, buyer, batch?.images[0]?.image?.id ?? '', model);
    const slotId = queuedSlot();
    expect(await killed([id], slotId, step)).toBe('SIGKILL');
    return { studio, buyer, available, ordered, slotId };
  }

  /** Cleans up as the scheduled job does, when all files are old enough. */
  async function filesWithoutImage(studio: Studio): Promise<readonly string[]> {
    await deleteUnusedImages({ ...studio, now: () => new Date(Date.now() + 2 * 60 * 60_000) });
    const rows = await database.query('select file_key from studio.images');
    const used = new Set(rows.map(({ file_key: key }) => key));
    const stored: string[] = [];
    for await (const key of studio.blobs.list('studio/')) stored.push(key);
    const recorded = await database.query('select key from studio.files');
    return [...stored, ...recorded.map(({ key }) => String(key))].filter((key) => !used.has(key));
  }

  // The fake enlarges every image to the same bytes, which would be stored once.
  beforeEach(async () => {
    await database.query('delete from studio.images');
    await filesWithoutImage(studioWith([]));
  });

  it.each(versions)('by $model, killed after "$step": is charged once or not at all, and leaves no file', async (one) => {
    const { studio, buyer, available, ordered, slotId } = await killedMaking(one);
    await drawSlot(studio, slotId, never);
    // Delivered again, as queues may do.
    await drawSlot(studio, slotId, never);
    const isLost = one.price > 0 && isUnknown(one.id, one.step);
    const spent = isLost ? 0 : one.price;
    expect(await outcomeOf(studio, buyer, ordered)).toEqual({
      state: isLost ? 'failed' : 'done',
      ...{ spent, available: available - spent, held: 0, images: isLost ? 1 : 2 },
    });
    expect(fake.jobs.length).toBeLessThanOrEqual(one.price > 0 ? 1 : 0);
    expect(await filesWithoutImage(studio)).toEqual([]);
  });

  it.each(versions.filter(({ price }) => price > 0))(
    'by $model, killed after "$step" without a successor: is refunded when it expires, and leaves no file',
    async (one) => {
      const { studio, buyer, available, ordered } = await killedMaking(one);
      const late: Studio = { ...studio, now: () => new Date(Date.now() + studio.times.expiryMs + 1) };
      await endExpiredBatches(late);
      await endExpiredBatches(late);
      const isDone = one.step === 'finished';
      const spent = isDone ? one.price : 0;
      expect(await outcomeOf(studio, buyer, ordered)).toEqual({
        state: isDone ? 'done' : 'failed',
        ...{ spent, available: available - spent, held: 0, images: isDone ? 2 : 1 },
      });
      expect(await filesWithoutImage(studio)).toEqual([]);
    },
  );
});
