/** Imported images: storing them, refining them with capable services, and deleting them with their owner. */
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
import { IMPORTS_KEPT, IMPORTS_PER_HOUR } from '@bakkum/studio-options/imports';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { decodeImage } from './decoding/decode-image.ts';
import { drawSlot } from './drawing.ts';
import { enableModels } from './enabled-models.ts';
import { deleteImage, deleteStudioData, downloadFile, imageOf, iterationsOf, listImages, statisticsOf } from './gallery.ts';
import { importedImageName, importPicture } from './importing.ts';
import { STUDIO_MIGRATIONS } from './migrations.ts';
import { deleteUnusedImages } from './recovery.ts';
import { orderRefinement } from './refinement.ts';
import { type Buyer, STUDIO_TIMES, type Studio } from './studio.ts';
import { batchViews } from './views.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-imports-'));
const never = new AbortController().signal;

let database: TestDatabase;
let fake: FakeImageServer;
let ledger: Ledger;
let queue: string[] = [];
let moment = 0;
let buyers = 0;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [CREDITS_MIGRATIONS, STUDIO_MIGRATIONS]);
  fake = await startFakeImageServer();
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
  moment = 0;
});

function now(): Date {
  return new Date(Date.now() + moment);
}

function studioWith(ids: readonly string[], changes: Partial<Studio> = {}): Studio {
  const given = settingsFor(fake.url, 'key!');
  return {
    database,
    blobs: createDiskStore(folder),
    models: enableModels(IMAGE_PROVIDERS, IMAGE_PROVIDER_LOADERS, given).filter(({ manifest }) => ids.includes(manifest.id)),
    upscalers: [],
    backgroundRemovers: [],
    enqueue: (slotId) => Promise.resolve(void queue.push(slotId)),
    hashOf: () => 'hash',
    countDesigns: () => Promise.resolve(undefined),

    decode: decodeImage,
    times: { ...STUDIO_TIMES, pollMs: 5, watchMs: 20 },
    onProblem: () => undefined,
    onChange: new Set(),
    now,
    ...changes,
  };
}

async function someone(tier: Buyer['tier'] = 'premium'): Promise<Buyer> {
  buyers += 1;
  const userId = `bringer-${buyers}`;
  await ledger.give({ userId, source: 'promotion', ref: userId, amount: 10, expiresAt: new Date(Date.now() + 86_400_000) });
  return { userId, tier };
}

function photo(seed = 3, width = 600, height = 400): Promise<Uint8Array<ArrayBuffer>> {
  return sharp(drawPicture(seed, { width, height }))
    .jpeg()
    .withExif({ IFD0: { Make: 'SecretCamera' } })
    .toBuffer()
    .then((bytes) => new Uint8Array(bytes));
}

async function bring(studio: Studio, buyer: Buyer, bytes?: Uint8Array<ArrayBuffer>, key = `key-${Math.random()}`) {
  const imported = await importPicture(studio, buyer, key, { bytes: bytes ?? (await photo()), name: 'holiday.jpg' });
  if (imported.outcome !== 'taken') throw new Error(`not taken: ${imported.outcome}`);
  const [view] = await batchViews(studio, database, 'where id = $1', [imported.batchId]);
  const image = view?.images[0]?.image;
  if (!view || !image) throw new Error('it is not there');
  return { view, image };
}

async function refined(studio: Studio, buyer: Buyer, imageId: string, instructions = 'make it night') {
  const ordered = await orderRefinement(studio, buyer, `refine-${Math.random()}`, imageId, { instructions });
  if (ordered.outcome !== 'taken') throw new Error(`not taken: ${ordered.outcome}`);
  for (const slotId of queue.splice(0)) await drawSlot(studio, slotId, never);
  const [view] = await batchViews(studio, database, 'where id = $1', [ordered.batchId]);
  if (!view) throw new Error('no such batch');
  return view;
}

const counted = async (table: string, { userId }: Buyer): Promise<number> =>
  (await database.query(`select from studio.${table} where user_id = $1`, [userId])).length;

describe('an imported image', () => {
  it('is stored for free, under its name and in its own size, and is not marked as AI', async () => {
    const studio = studioWith(['openai']);
    const buyer = await someone('free');
    const { view, image } = await bring(studio, buyer);
    expect(view).toMatchObject({ state: 'done', held: 0, spent: 0, attempts: [] });
    expect(image).toMatchObject({ importedAs: 'holiday', width: 600, height: 400, prompt: '', design: false, iteration: 1 });
    expect([image.mark, image.style, image.report]).toEqual([undefined, undefined, undefined]);
    expect((await ledger.balance(buyer.userId)).available).toBe(10);
    expect(await statisticsOf(studio, buyer.userId)).toMatchObject({ images: 0, styles: [], creditsSpent: 0 });
    expect((await listImages(studio, buyer.userId, { search: 'holi', limit: 5 })).images).toHaveLength(1);
    const file = await downloadFile(studio, buyer.userId, image.id, { format: 'jpeg', recipe: true });
    const facts = await sharp(file?.content).metadata();
    expect([facts.exif, facts.xmp]).toEqual([undefined, undefined]);
    expect(fake.calls).toEqual([]);
  });

  it('is stored once per key, even when sent in parallel', async () => {
    const studio = studioWith(['openai']);
    const buyer = await someone();
    const brought = { bytes: await photo(), name: 'a.jpg' };
    const all = await Promise.all(Array.from({ length: 3 }, () => importPicture(studio, buyer, 'one-key', brought)));
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await counted('images', buyer)).toBe(1);
    expect(await importPicture(studio, buyer, 'one-key', { ...brought, name: 'b.jpg' })).toEqual({ outcome: 'conflict' });
  });

  it('is refused when no service can edit images', async () => {
    const studio = studioWith(['stability', 'design']);
    const buyer = await someone();
    expect(await importPicture(studio, buyer, 'key-1', { bytes: await photo(), name: 'a.jpg' })).toEqual({
      outcome: 'no-editing',
    });
    expect(await counted('batches', buyer)).toBe(0);
  });

  it('that is unreadable or rejected by our check is not stored, and counts as refused', async () => {
    const studio = studioWith(['openai'], { check: () => Promise.resolve(['gore']) });
    const buyer = await someone();
    const page = new TextEncoder().encode('<h1>hello</h1>');
    expect(await importPicture(studio, buyer, 'key-1', { bytes: page, name: 'a.jpg' })).toEqual({ outcome: 'unreadable' });
    expect(await importPicture(studio, buyer, 'key-2', { bytes: await photo(), name: 'a.jpg' })).toEqual({ outcome: 'withheld' });
    expect(await counted('images', buyer)).toBe(0);
    const kept = await database.query('select stage, categories from studio.refusals where user_id = $1 order by id', [
      buyer.userId,
    ]);
    expect(kept).toEqual([
      { stage: 'import', categories: ['unreadable'] },
      { stage: 'import', categories: ['gore'] },
    ]);
  });

  it("is refused at the account's limit, even in parallel", async () => {
    const studio = studioWith(['openai']);
    const buyer = await someone('free');
    const bytes = await photo(1, 64, 64);
    for (let index = 1; index < IMPORTS_KEPT.free; index += 1) await bring(studio, buyer, bytes);
    const last = await Promise.all(
      ['one', 'two', 'three'].map((key) => importPicture(studio, buyer, `key-${key}`, { bytes, name: 'a.png' })),
    );
    expect(last.map(({ outcome }) => outcome).toSorted()).toEqual(['full', 'full', 'taken']);
    const [image] = (await listImages(studio, buyer.userId, { limit: 1 })).images;
    await deleteImage(studio, buyer.userId, image?.id ?? '');
    await bring(studio, buyer, bytes);
    expect(await counted('images', buyer)).toBe(IMPORTS_KEPT.free + 1);
  });

  it('has to wait after many within an hour', async () => {
    const studio = studioWith(['openai']);
    const buyer = await someone();
    const bytes = await photo(1, 64, 64);
    for (let index = 0; index < IMPORTS_PER_HOUR; index += 1) await bring(studio, buyer, bytes);
    const again = () => importPicture(studio, buyer, `key-${Math.random()}`, { bytes, name: 'a.png' });
    expect(await again()).toEqual({ outcome: 'too-often', retryAfterS: 3600 });
    moment = 3_600_001;
    expect((await again()).outcome).toBe('taken');
  });

  it('is deleted with its owner, followed by its file', async () => {
    const studio = studioWith(['openai']);
    const buyer = await someone();
    const { image } = await bring(studio, buyer, await photo(77));
    const stranger = await someone();
    expect(await imageOf(studio, stranger.userId, image.id)).toBeUndefined();
    expect(await orderRefinement(studio, stranger, 'key-1', image.id, { instructions: 'x' })).toEqual({ outcome: 'not-found' });
    const [row] = await database.query('select file_key from studio.images where id = $1', [image.id]);
    const key = String(row?.['file_key']);
    expect(await studio.blobs.get(key)).toBeDefined();
    await deleteStudioData(database, buyer.userId);
    moment = 2 * 3_600_000;
    await deleteUnusedImages(studio);
    expect([await counted('images', buyer), await counted('batches', buyer)]).toEqual([0, 0]);
    expect(await studio.blobs.get(key)).toBeUndefined();
  });
});

describe('refining an imported image', () => {
  it.each([
    ['openai', 'openai POST images/edits'],
    ['automatic1111', 'automatic1111 POST sdapi/v1/img2img'],
    ['stable-diffusion-cpp', 'stable-diffusion-cpp POST sdcpp/v1/img_gen'],
  ] as const)('sends %s the image with only the instructions', async (id, call) => {
    const studio = studioWith(['stability', id, 'design']);
    const buyer = await someone();
    const { image } = await bring(studio, buyer, await photo(5, 768, 512));
    const view = await refined(studio, buyer, image.id);
    expect(view).toMatchObject({ state: 'done', spent: 2, refinement: { imageId: image.id, mode: 'edit' } });
    expect(view.attempts.map(({ provider }) => provider)).toEqual([id]);
    expect(fake.calls).toContain(call);
    const [order] = fake.jobs.map(({ order: one }) => one);
    expect(order?.prompt).toBe('make it night');
    const sent = await sharp(order?.picture).removeAlpha().resize(768, 512, { fit: 'fill' }).raw().toBuffer();
    const own = await sharp(await photo(5, 768, 512))
      .raw()
      .toBuffer();
    const apart = own.reduce((sum, value, at) => sum + Math.abs(value - (sent[at] ?? 0)), 0) / own.length;
    expect(apart).toBeLessThan(2);
    expect(Buffer.from(order?.picture ?? []).includes('SecretCamera')).toBe(false);
  });

  it('keeps its shape, its origin and the mark of an edited image', async () => {
    const studio = studioWith(['openai']);
    const buyer = await someone();
    const { image } = await bring(studio, buyer);
    const first = await refined(studio, buyer, image.id);
    const made = first.images[0]?.image;
    expect(made).toMatchObject({ parentId: image.id, iteration: 2, mark: 'edited', width: 600, height: 400 });
    const second = await refined(studio, buyer, made?.id ?? '', 'add a moon');
    expect(second.images[0]?.image).toMatchObject({ iteration: 3, mark: 'edited' });
    expect(fake.jobs.at(-1)?.order.prompt).toBe('add a moon');
    const history = await iterationsOf(studio, buyer.userId, second.images[0]?.image?.id ?? '');
    expect(history.map(({ importedAs, iteration }) => [importedAs, iteration])).toEqual([
      ['holiday', 1],
      [undefined, 2],
      [undefined, 3],
    ]);
    for (const format of ['png', 'jpeg'] as const) {
      const file = await downloadFile(studio, buyer.userId, made?.id ?? '', { format, recipe: true });
      expect(Buffer.from(file?.content ?? []).includes('digitalsourcetype/compositeWithTrainedAlgorithmicMedia')).toBe(true);
    }
    expect((await ledger.balance(buyer.userId)).available).toBe(8);
  });

  it('is as large as the plan allows', async () => {
    const studio = studioWith(['openai']);
    const sizes: (readonly unknown[])[] = [];
    for (const [tier, width, height] of [
      ['free', 1600, 900],
      ['premium', 1600, 900],
      ['free', 90, 120],
    ] as const) {
      const buyer = await someone(tier);
      const { image } = await bring(studio, buyer, await photo(6, width, height));
      const made = (await refined(studio, buyer, image.id)).images[0]?.image;
      sizes.push([image.width, image.height, made?.width, made?.height]);
    }
    expect(sizes).toEqual([
      [1600, 900, 1024, 576],
      [1600, 900, 1600, 900],
      [90, 120, 384, 512],
    ]);
  });

  it('is not redrawn from the prompt when no editing service is left', async () => {
    const buyer = await someone();
    const { image } = await bring(studioWith(['openai']), buyer);
    const words = { instructions: 'make it night' };
    expect(await orderRefinement(studioWith(['stability', 'design']), buyer, 'key-1', image.id, words)).toEqual({
      outcome: 'no-editing',
    });
    const chosen = { ...words, provider: 'stability' };
    expect(await orderRefinement(studioWith(['stability', 'openai']), buyer, 'key-2', image.id, chosen)).toEqual({
      outcome: 'no-editing',
    });
    expect(fake.jobs).toEqual([]);
  });

  it('returns the credit on failure', async () => {
    const studio = studioWith(['openai', 'design']);
    const buyer = await someone();
    const { image } = await bring(studio, buyer);
    fake.faults.add('openai', { kind: 'refused' });
    expect(await refined(studio, buyer, image.id)).toMatchObject({ state: 'failed', spent: 0, images: [{ fault: 'refused' }] });
    expect((await ledger.balance(buyer.userId)).available).toBe(10);
  });
});

it('keeps the visible part of a name', () => {
  expect(
    ['C:\\me\\휴가 사진.JPEG', '../../etc/passwd', 'a\u202egpj.exe', '.jpg', 'v1.2 final.png'].map(importedImageName),
  ).toEqual(['휴가 사진', 'passwd', 'agpj', 'picture', 'v1.2 final']);
});
