/** Enlarged copies: with the guarantees of other orders, from a real ledger to the stored file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDiskStore } from '@bakkum/blobs/disk-store';
import { createLedger, type Ledger } from '@bakkum/credits/ledger';
import { CREDITS_MIGRATIONS } from '@bakkum/credits/migrations';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { type FakeImageServer, settingsFor, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import { drawPicture } from '@bakkum/image-provider-fake/image';
import { IMAGE_PROVIDER_LOADERS, IMAGE_PROVIDERS } from '@bakkum/registry/image-providers.node.gen';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { decodeImage } from '../decoding/decode-image.ts';
import { drawSlot } from '../drawing.ts';
import { enableModels, enableUpscalers } from '../enabled-models.ts';
import { bytesOfBlob } from '../files/blob-bytes.ts';
import { imageOf, iterationsOf } from '../gallery.ts';
import { importPicture } from '../importing.ts';
import { STUDIO_MIGRATIONS } from '../migrations.ts';
import { orderImages } from '../order.ts';
import { orderRefinement } from '../refinement.ts';
import { type Buyer, STUDIO_TIMES, type Studio } from '../studio.ts';
import { batchViews } from '../views.ts';
import { orderUpscaling, upscalersOf } from './upscaling.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-upscaling-'));
const never = new AbortController().signal;
const FAST = 'stability/fast';

let database: TestDatabase;
let fake: FakeImageServer;
let ledger: Ledger;
let queue: string[] = [];
let designs: number[] = [];
let buyers = 0;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [CREDITS_MIGRATIONS, STUDIO_MIGRATIONS]);
  fake = await startFakeImageServer();
  ledger = createLedger(database);
});
afterAll(async () => {
  await fake.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  fake.reset();
  queue = [];
  designs = [];
});

function studioWith(ids: readonly string[], changes: Partial<Studio> = {}): Studio {
  const given = settingsFor(fake.url, 'key!');
  const models = enableModels(IMAGE_PROVIDERS, IMAGE_PROVIDER_LOADERS, given).filter(({ manifest }) => ids.includes(manifest.id));
  return {
    database,
    blobs: createDiskStore(folder),
    models,
    upscalers: enableUpscalers(IMAGE_PROVIDERS, IMAGE_PROVIDER_LOADERS, given, models),
    backgroundRemovers: [],
    enqueue: (slotId) => Promise.resolve(void queue.push(slotId)),
    hashOf: () => 'hash',
    countDesigns: (_, { amount }) => Promise.resolve(void designs.push(amount)),
    decode: decodeImage,
    times: { ...STUDIO_TIMES, pollMs: 5, watchMs: 20 },
    onProblem: () => undefined,
    onChange: new Set(),
    now: () => new Date(),
    ...changes,
  };
}

async function someone(tier: Buyer['tier'] = 'annual', credits = 20): Promise<Buyer> {
  buyers += 1;
  const userId = `enlarger-${buyers}`;
  const expiresAt = new Date(Date.now() + 86_400_000);
  if (credits > 0) await ledger.give({ userId, source: 'promotion', ref: userId, amount: credits, expiresAt });
  return { userId, tier };
}

async function drawAll(studio: Studio): Promise<void> {
  for (const slotId of queue.splice(0)) await drawSlot(studio, slotId, never);
}

async function batchOf(studio: Studio, ordered: Awaited<ReturnType<typeof orderUpscaling>>) {
  if (ordered.outcome !== 'taken') throw new Error(`not taken: ${ordered.outcome}`);
  await drawAll(studio);
  const [view] = await batchViews(studio, database, 'where id = $1', [ordered.batchId]);
  if (!view) throw new Error('no such batch');
  return view;
}

async function firstImage(studio: Studio, buyer: Buyer, prompt = 'a red fox in the snow'): Promise<string> {
  const request = { prompt, aspectRatio: '1:1', resolution: '512x512', seed: 7, count: 1 } as const;
  const view = await batchOf(studio, await orderImages(studio, buyer, `first-${buyer.userId}-${prompt}`, request));
  return view.images[0]?.image?.id ?? '';
}

function imageIn({ images }: Awaited<ReturnType<typeof batchOf>>) {
  const image = images[0]?.image;
  if (!image) throw new Error('no image');
  return image;
}

async function firstDesign(studio: Studio, buyer: Buyer): Promise<string> {
  const request = { prompt: 'a house', aspectRatio: '1:1', resolution: '512x512', count: 1, model: 'design' } as const;
  return (await batchOf(studio, await orderImages(studio, buyer, nextKey(), request))).images[0]?.image?.id ?? '';
}

async function fileOf(studio: Studio, imageId: string): Promise<Uint8Array> {
  const [row] = await database.query('select file_key from studio.images where id = $1', [imageId]);
  const bytes = await bytesOfBlob(studio.blobs, String(row?.['file_key']));
  if (!bytes) throw new Error('no file');
  return bytes;
}

const available = async ({ userId }: Buyer): Promise<number> => (await ledger.balance(userId)).available;
let keys = 0;
const nextKey = (): string => `upscale-key-${(keys += 1)}`;

describe('without a service', () => {
  it('enlarges by resampling, free of charge, as a version with the same origin', async () => {
    const studio = studioWith(['openai']);
    const buyer = await someone();
    const imageId = await firstImage(studio, buyer);
    const before = await available(buyer);
    const view = await batchOf(studio, await orderUpscaling(studio, buyer, nextKey(), imageId, { model: 'enlarge', factor: 2 }));
    expect(view).toMatchObject({ state: 'done', spent: 0, refinement: { imageId, mode: 'upscale' } });
    const image = view.images[0]?.image;
    expect(image).toMatchObject({ width: 1024, height: 1024, parentId: imageId, iteration: 2, mark: 'ai', design: false });
    expect(image?.provider).toBe('enlarge');
    const file = await fileOf(studio, image?.id ?? '');
    expect((await sharp(file).metadata()).width).toBe(1024);
    expect(Buffer.from(file).includes('trainedAlgorithmicMedia')).toBe(true);
    expect(await available(buyer)).toBe(before);
    expect(designs).toEqual([2]);
    expect((await iterationsOf(studio, buyer.userId, imageId)).map(({ width }) => width)).toEqual([512, 1024]);
  });

  it('keeps what the image shows', async () => {
    const studio = studioWith(['openai']);
    const buyer = await someone();
    const imageId = await firstImage(studio, buyer);
    const view = await batchOf(studio, await orderUpscaling(studio, buyer, nextKey(), imageId, { model: 'enlarge', factor: 4 }));
    const raw = async (bytes: Uint8Array) => sharp(bytes).resize(512, 512).removeAlpha().raw().toBuffer();
    const [one, other] = [
      await raw(await fileOf(studio, imageId)),
      await raw(await fileOf(studio, view.images[0]?.image?.id ?? '')),
    ];
    const difference = one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
    expect(difference).toBeLessThan(4);
  });

  it('keeps the name and the missing mark of an imported image, and names no AI', async () => {
    const studio = studioWith(['openai']);
    const buyer = await someone();
    const bytes = new Uint8Array(
      await sharp(drawPicture(3, { width: 300, height: 200 }))
        .jpeg()
        .toBuffer(),
    );
    const imported = await importPicture(studio, buyer, nextKey(), { bytes, name: 'holiday.jpg' });
    const [brought] = imported.outcome === 'taken' ? await batchViews(studio, database, 'where id = $1', [imported.batchId]) : [];
    const imageId = brought?.images[0]?.image?.id ?? '';
    const view = await batchOf(studio, await orderUpscaling(studio, buyer, nextKey(), imageId, { model: 'enlarge', factor: 2 }));
    const image = view.images[0]?.image;
    expect(image).toMatchObject({ importedAs: 'holiday', width: 600, height: 400, parentId: imageId });
    expect(image?.mark).toBeUndefined();
    expect(Buffer.from(await fileOf(studio, image?.id ?? '')).includes('lgorithmicMedia')).toBe(false);
  });

  it('draws a design again at the new size, with its report and its drawing', async () => {
    const studio = studioWith(['design']);
    const buyer = await someone('free', 0);
    const imageId = await firstImage(studio, buyer, 'a cat under a tree');
    const found = await upscalersOf(studio, buyer, imageId);
    expect(found?.map(({ model, method }) => [model, method])).toEqual([['design', 'redraw']]);
    const view = await batchOf(studio, await orderUpscaling(studio, buyer, nextKey(), imageId, { model: 'design', factor: 4 }));
    const image = view.images[0]?.image;
    expect(image).toMatchObject({ width: 2048, design: true, vector: true, mark: 'design' });
    expect(image?.report).toEqual((await imageOf(studio, buyer.userId, imageId))?.report);
    const sharpness = async (bytes: Uint8Array) => (await sharp(bytes).stats()).sharpness;
    const resampled = await sharp(await fileOf(studio, imageId))
      .resize(2048, 2048)
      .png()
      .toBuffer();
    expect(await sharpness(await fileOf(studio, image?.id ?? ''))).toBeGreaterThan(1.2 * (await sharpness(resampled)));
  });

  it('keeps the instructions of a design for later versions of the copy', async () => {
    const studio = studioWith(['openai', 'design']);
    const buyer = await someone();
    const imageId = await firstDesign(studio, buyer);
    const change = async (id: string, instructions: string, model?: string) => {
      const order = orderRefinement(studio, buyer, nextKey(), id, { instructions, ...(model && { model }) });
      return imageIn(await batchOf(studio, await order));
    };
    const night = await change(imageId, 'make it night');
    const enlarged = await orderUpscaling(studio, buyer, nextKey(), night.id, { model: 'design', factor: 2 });
    const copy = imageIn(await batchOf(studio, enlarged));
    const more = await change(copy.id, 'add a cat');
    expect(more.report?.drawn.map(({ en }) => en)).toEqual(expect.arrayContaining(['house', 'night', 'cat']));
    expect(more.finalPrompt).toBe('a house, make it night, add a cat');
    const edited = await change(copy.id, 'add a dog', 'openai/gpt-image-2.5-flare');
    expect(edited.prompt).toBe('a house, make it night');
    const last = await orderUpscaling(studio, buyer, nextKey(), more.id, { model: 'design', factor: 2 });
    const batchId = last.outcome === 'taken' ? last.batchId : '';
    const [view] = await batchViews(studio, database, 'where id = $1', [batchId]);
    expect(view?.refinement).toMatchObject({ instructions: 'add a cat', mode: 'upscale' });
  });
});

describe('by a service', () => {
  it('costs its credits, and reduces the result where a smaller one was ordered', async () => {
    const studio = studioWith(['stability']);
    const buyer = await someone();
    const imageId = await firstImage(studio, buyer);
    const before = await available(buyer);
    for (const factor of [2, 4] as const) {
      const view = await batchOf(studio, await orderUpscaling(studio, buyer, nextKey(), imageId, { model: FAST, factor }));
      expect(view).toMatchObject({ state: 'done', spent: 2 });
      expect(view.images[0]?.image).toMatchObject({ width: 512 * factor, mark: 'ai', model: 'fast', provider: 'stability' });
    }
    expect(await available(buyer)).toBe(before - 4);
    const purposes = await database.query(
      'select h.purpose from credits.holds h join studio.batches b on b.hold_id = h.id where b.user_id = $1 order by b.created_at',
      [buyer.userId],
    );
    expect(purposes.map(({ purpose }) => purpose)).toEqual(['images', 'upscale', 'upscale']);
    expect(fake.calls.filter((call) => call.endsWith('upscale/fast'))).toHaveLength(2);
    expect(fake.jobs.at(-1)?.order).toMatchObject({ width: 2048, height: 2048, prompt: '' });
  });

  it('costs as much as the largest resolution beyond 2048 pixels', async () => {
    const studio = studioWith(['stability']);
    const buyer = await someone();
    const request = { prompt: 'a red fox', aspectRatio: '1:1', resolution: '1024x1024', count: 1 } as const;
    const imageId = imageIn(await batchOf(studio, await orderImages(studio, buyer, nextKey(), request))).id;
    const offered = (await upscalersOf(studio, buyer, imageId))?.find(({ model }) => model === FAST);
    expect(offered?.sizes.map(({ width, credits }) => [width, credits])).toEqual([
      [2048, 2],
      [4096, 12],
    ]);
    const view = await batchOf(studio, await orderUpscaling(studio, buyer, nextKey(), imageId, { model: FAST, factor: 4 }));
    expect(view).toMatchObject({ state: 'done', spent: 12 });
  });

  it('is ordered and charged once per key', async () => {
    const studio = studioWith(['stability']);
    const buyer = await someone();
    const imageId = await firstImage(studio, buyer);
    const request = { model: FAST, factor: 2 } as const;
    const key = nextKey();
    const all = await Promise.all(Array.from({ length: 8 }, () => orderUpscaling(studio, buyer, key, imageId, request)));
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await orderUpscaling(studio, buyer, key, imageId, { ...request, factor: 4 })).toEqual({ outcome: 'conflict' });
    await drawAll(studio);
    expect(fake.calls.filter((call) => call.endsWith('upscale/fast'))).toHaveLength(1);
  });

  it.each([
    [{ kind: 'refused' }, 'refused'],
    [{ kind: 'failed' }, 'unavailable'],
    [{ kind: 'no-balance' }, 'quota'],
    [{ kind: 'truncated' }, 'bad-answer'],
  ] as const)('returns the credits after %j', async (fault, code) => {
    const studio = studioWith(['stability']);
    const buyer = await someone();
    const imageId = await firstImage(studio, buyer);
    const before = await available(buyer);
    fake.faults.add('stability', fault);
    const view = await batchOf(studio, await orderUpscaling(studio, buyer, nextKey(), imageId, { model: FAST, factor: 2 }));
    expect(view).toMatchObject({ state: 'failed', spent: 0 });
    expect(view.images[0]?.fault).toBe(code);
    expect(await available(buyer)).toBe(before);
  });

  it('withholds a result that the check of images finds, without charging for it', async () => {
    const buyer = await someone();
    const imageId = await firstImage(studioWith(['stability']), buyer);
    const before = await available(buyer);
    const studio = studioWith(['stability'], { check: () => Promise.resolve(['violence']) });
    const view = await batchOf(studio, await orderUpscaling(studio, buyer, nextKey(), imageId, { model: FAST, factor: 2 }));
    expect([view.state, view.images[0]?.fault]).toEqual(['failed', 'withheld']);
    expect(await available(buyer)).toBe(before);
  });

  it('makes an image of a model from a design', async () => {
    const studio = studioWith(['stability', 'design']);
    const buyer = await someone();
    const request = { prompt: 'a cat', aspectRatio: '1:1', resolution: '512x512', count: 1, model: 'design' } as const;
    const made = await batchOf(studio, await orderImages(studio, buyer, nextKey(), request));
    const imageId = made.images[0]?.image?.id ?? '';
    expect((await upscalersOf(studio, buyer, imageId))?.map(({ method }) => method)).toEqual(['model', 'redraw']);
    const view = await batchOf(studio, await orderUpscaling(studio, buyer, nextKey(), imageId, { model: FAST, factor: 2 }));
    expect(view.spent).toBe(2);
    expect(view.images[0]?.image).toMatchObject({ design: false, vector: false, mark: 'ai' });
  });
});

describe('is refused', () => {
  it('without credits, for foreign images, unknown models and sizes outside the plan or the model', async () => {
    const studio = studioWith(['stability']);
    const buyer = await someone('free', 1);
    const imageId = await firstImage(studio, buyer);
    const order = (changes: object, by = buyer, id = imageId) =>
      orderUpscaling(studio, by, nextKey(), id, { model: FAST, factor: 2, ...changes });
    expect(await order({})).toEqual({ outcome: 'insufficient' });
    expect(await order({}, await someone())).toEqual({ outcome: 'not-found' });
    expect(await order({ model: 'stability/slow' })).toEqual({ outcome: 'unsupported' });
    const once = await batchOf(studio, await order({ model: 'enlarge', factor: 4 }));
    const large = once.images[0]?.image?.id ?? '';
    expect(await order({ model: 'enlarge' }, buyer, large)).toEqual({ outcome: 'tier', needed: 'annual' });
    expect(await order({ model: 'enlarge', factor: 4 }, buyer, large)).toEqual({ outcome: 'size' });
    expect(await order({}, buyer, large)).toEqual({ outcome: 'size' });
    expect(await upscalersOf(studio, buyer, large)).toEqual([
      {
        model: 'enlarge',
        name: 'Bakkum',
        serviceName: 'Bakkum',
        method: 'resample',
        sizes: [{ factor: 2, width: 4096, height: 4096, credits: 0, needs: 'annual' }],
      },
    ]);
  });

  it('once a free account has had too many', async () => {
    const studio = studioWith(['openai'], { countDesigns: () => Promise.resolve(60) });
    const buyer = await someone();
    const imageId = await firstImage(studio, buyer);
    const ordered = await orderUpscaling(studio, buyer, nextKey(), imageId, { model: 'enlarge', factor: 2 });
    expect(ordered).toEqual({ outcome: 'too-many-designs', retryAfterS: 60 });
  });
});

it('an enlarged image can be refined, at the size that the plan has for edits', async () => {
  const studio = studioWith(['openai']);
  const buyer = await someone('free');
  const imageId = await firstImage(studio, buyer);
  const large = await batchOf(studio, await orderUpscaling(studio, buyer, nextKey(), imageId, { model: 'enlarge', factor: 4 }));
  const ordered = await orderRefinement(studio, buyer, nextKey(), large.images[0]?.image?.id ?? '', {
    instructions: 'add a moon',
  });
  const view = await batchOf(studio, ordered);
  expect(view.images[0]?.image).toMatchObject({ width: 1024, prompt: 'a red fox in the snow', iteration: 3 });
});
