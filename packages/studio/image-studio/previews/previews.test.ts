/** Live previews from the service to the owner, across processes. */
import { createDiskStore } from '@bakkum/blobs/disk-store';
import { drawPicture } from '@bakkum/image-provider-fake/image';
import { IMAGE_PROVIDER_LOADERS, IMAGE_PROVIDERS } from '@bakkum/registry/image-providers.node.gen';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { drawSlot } from '../drawing.ts';
import { cancelBatch } from '../ending.ts';
import { orderImages } from '../order.ts';
import { deleteUnusedImages, endExpiredBatches } from '../recovery.ts';
import { type Buyer, STUDIO_TIMES, type Studio } from '../studio.ts';
import { Died, dieAt, TestStudio } from '../testing/test-studio.ts';
import { batchViews } from '../views.ts';
import { preparePreview } from './preview-image.ts';
import { previewOf } from './preview-rows.ts';
import { createPreviewWriter } from './preview-writer.ts';

const never = new AbortController().signal;
const times = { ...STUDIO_TIMES, pollMs: 5, watchMs: 20, previewMs: 5 };
let studios: TestStudio;
let buyer: Buyer;
beforeAll(async () => {
  studios = await TestStudio.open(inject('postgresFolder'), { manifests: IMAGE_PROVIDERS, loaders: IMAGE_PROVIDER_LOADERS });
});
afterAll(() => studios.close());
beforeEach(async () => {
  studios.fake.reset();
  studios.queue.length = 0;
  buyer = await studios.someone();
});

const studioWith = (ids: readonly string[], changes: Partial<Studio> = {}): Studio => studios.with(ids, { times, ...changes });

async function order(studio: Studio, count: 1 | 4 = 1): Promise<string> {
  const request = { prompt: 'a red fox', aspectRatio: '1:1', resolution: '512x512', seed: 7, count } as const;
  const ordered = await orderImages(studio, buyer, studios.nextKey(), request);
  if (ordered.outcome !== 'taken') throw new Error(`not taken: ${ordered.outcome}`);
  return ordered.batchId;
}

/** Starts drawing everything that waits. */
function start(studio: Studio, leaving: AbortSignal = never): Promise<unknown> {
  return Promise.all(studios.queue.splice(0).map((slotId) => drawSlot(studio, slotId, leaving)));
}

async function viewOf(studio: Studio, batchId: string) {
  const [view] = await batchViews(studio, studios.database, 'where id = $1', [batchId]);
  if (!view) throw new Error('no such batch');
  return view;
}

const preview = (batchId: string, index = 0, userId = buyer.userId) => previewOf(studios.database, { userId, batchId, index });
const stored = async () => (await studios.database.query('select slot_id from studio.previews')).length;
const urlOf = async (studio: Studio, batchId: string) => (await viewOf(studio, batchId)).images[0]?.previewUrl;

describe('a preview', () => {
  it.each(['openai', 'comfyui', 'automatic1111'])(
    'of %s is a small image for the owner only, and is gone afterwards',
    async (id) => {
      const studio = studioWith([id]);
      studios.fake.faults.add(id, { kind: 'late' });
      const batchId = await order(studio);
      const drawing = start(studio);
      await expect
        .poll(() => urlOf(studio, batchId))
        .toMatch(new RegExp(`^/api/images/generations/${batchId}/previews/0\\?at=\\d+$`));
      const { format, width } = await sharp(await preview(batchId)).metadata();
      expect([format, width]).toEqual(['webp', 512]);
      expect([await preview(batchId, 1), await preview(batchId, 0, 'somebody else')]).toEqual([undefined, undefined]);
      studios.fake.release();
      await drawing;
      const view = await viewOf(studio, batchId);
      expect([view.state, view.spent, view.images[0]?.previewUrl, await stored()]).toEqual(['done', 1, undefined, 0]);
      expect(await preview(batchId)).toBeUndefined();
    },
  );

  it('comes with the steps', async () => {
    const studio = studioWith(['comfyui']);
    studios.fake.faults.add('comfyui', { kind: 'late' });
    const batchId = await order(studio);
    const drawing = start(studio);
    await expect.poll(() => urlOf(studio, batchId)).toBeDefined();
    await expect.poll(async () => (await viewOf(studio, batchId)).images[0]?.steps).toMatchObject({ total: 30 });
    studios.fake.release();
    await drawing;
    expect((await viewOf(studio, batchId)).images[0]).not.toHaveProperty('steps');
  });

  it('is seen by another process', async () => {
    const [worker, web] = [studioWith(['openai']), studioWith(['openai'], { onChange: new Set() })];
    studios.fake.faults.add('openai', { kind: 'late' });
    const batchId = await order(web);
    const drawing = start(worker);
    await expect.poll(() => urlOf(web, batchId)).toBeDefined();
    studios.fake.release();
    await drawing;
    expect(await urlOf(web, batchId)).toBeUndefined();
  });

  it('of each image of an order is its own', async () => {
    const studio = studioWith(['openai']);
    studios.fake.faults.add('openai', { kind: 'late' }, 4);
    const batchId = await order(studio, 4);
    const drawing = start(studio);
    await expect.poll(stored).toBe(4);
    const { images } = await viewOf(studio, batchId);
    expect(images.map(({ previewUrl = '' }) => previewUrl.split('?')[0]?.slice(-2))).toEqual(['/0', '/1', '/2', '/3']);
    studios.fake.release();
    await drawing;
    expect(await stored()).toBe(0);
  });

  it('goes with a cancelled order, and with one that expires', async () => {
    const studio = studioWith(['openai']);
    for (const end of ['cancel', 'expire'] as const) {
      studios.fake.faults.add('openai', { kind: 'late' });
      const batchId = await order(studio);
      const leaving = new AbortController();
      const drawing = start(studio, leaving.signal).catch(() => undefined);
      await expect.poll(stored).toBe(1);
      if (end === 'cancel') await cancelBatch(studios.database, batchId, new Date());
      else {
        leaving.abort();
        await endExpiredBatches({ ...studio, now: () => new Date(Date.now() + STUDIO_TIMES.expiryMs + 1) });
      }
      await drawing;
      expect([(await viewOf(studio, batchId)).spent, await stored()]).toEqual([0, 0]);
    }
  });

  it('of a slot that has ended is not shown, and is swept', async () => {
    const studio = studioWith(['openai']);
    const batchId = await order(studio);
    await start(studio);
    await studios.database.query(
      "insert into studio.previews (slot_id, content, at) select id, 'x', now() from studio.slots where batch_id = $1",
      [batchId],
    );
    expect([await preview(batchId), await urlOf(studio, batchId), await stored()]).toEqual([undefined, undefined, 1]);
    await deleteUnusedImages(studio);
    expect(await stored()).toBe(0);
  });

  it('goes with the attempt that failed, before the next service draws', async () => {
    const studio = studioWith(['openai', 'comfyui']);
    studios.fake.faults.add('openai', { kind: 'stream-error', code: 'server_error' });
    studios.fake.faults.add('comfyui', { kind: 'no-previews', late: true });
    const batchId = await order(studio);
    const drawing = start(studio);
    await expect.poll(async () => (await viewOf(studio, batchId)).attempts.length).toBe(2);
    expect(await stored()).toBe(0);
    studios.fake.release();
    await drawing;
    const { attempts, spent } = await viewOf(studio, batchId);
    expect([attempts.map(({ provider, fault }) => [provider, fault]), spent]).toEqual([
      [
        ['openai', 'failed'],
        ['comfyui', undefined],
      ],
      1,
    ]);
  });

  it('is shown again by the process that takes over', async () => {
    const studio = studioWith(['comfyui']);
    studios.fake.faults.add('comfyui', { kind: 'late' });
    const batchId = await order(studio);
    const [slotId = ''] = studios.queue.splice(0);
    await expect(drawSlot(studio, slotId, never, dieAt('accepted'))).rejects.toThrow(Died);
    expect(await stored()).toBe(0);
    const drawing = drawSlot(studio, slotId, never);
    await expect.poll(stored).toBe(1);
    studios.fake.release();
    await drawing;
    expect((await viewOf(studio, batchId)).spent).toBe(1);
    expect(studios.fake.jobs).toHaveLength(1);
  });

  it('is neither requested nor shown while finished images are checked', async () => {
    for (const id of ['openai', 'comfyui', 'automatic1111']) {
      const studio = studioWith([id], { check: () => Promise.resolve([]) });
      studios.fake.faults.add(id, { kind: 'late' });
      const batchId = await order(studio);
      const drawing = start(studio);
      await expect.poll(() => studios.fake.jobs.length).toBeGreaterThan(0);
      expect(JSON.stringify(studios.fake.jobs.at(-1)?.request)).not.toMatch(/"stream"|preview_method/);
      studios.fake.release();
      await drawing;
      expect((await viewOf(studio, batchId)).state).toBe('done');
      studios.fake.reset();
    }
    expect(await stored()).toBe(0);
  });

  it.each([{ kind: 'broken-previews' }, { kind: 'giant-previews', bytes: 20 * 1024 * 1024 }, { kind: 'no-previews' }] as const)(
    'that is unusable ($kind) costs nothing but itself',
    async (fault) => {
      for (const id of ['openai', 'comfyui', 'automatic1111']) {
        const studio = studioWith([id]);
        studios.fake.faults.add(id, fault);
        const batchId = await order(studio);
        await start(studio);
        expect([id, (await viewOf(studio, batchId)).spent, await stored()]).toEqual([id, 1, 0]);
      }
      expect(await studios.balance(buyer)).toEqual([17, 0]);
    },
  );

  it('with an interrupted stream leaves the order unpaid and undrawn by other services', async () => {
    const studio = studioWith(['openai', 'comfyui']);
    studios.fake.faults.add('openai', { kind: 'cut-stream' });
    const batchId = await order(studio);
    await start(studio);
    const { state, spent, attempts } = await viewOf(studio, batchId);
    expect([state, spent, attempts.map(({ fault }) => fault), await stored()]).toEqual(['failed', 0, ['ambiguous'], 0]);
    expect(studios.fake.jobs).toHaveLength(1);
  });
});

describe('preparing a preview', () => {
  it('reduces it, and removes everything but the image', async () => {
    const large = await sharp(drawPicture(3, { width: 1536, height: 1024 }))
      .withXmp('<x/>')
      .jpeg()
      .toBuffer();
    const small = await preparePreview(large);
    const { format, width, height, xmp } = await sharp(small).metadata();
    expect([format, width, height, xmp]).toEqual(['webp', 512, 341, undefined]);
  });

  it.each([
    ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['nothing', Buffer.alloc(0)],
    ['half an image', Buffer.from(drawPicture(3, { width: 512, height: 512 })).subarray(0, 900)],
  ])('drops %s', async (_, bytes) => {
    expect(await preparePreview(bytes)).toBeUndefined();
  });

  it('drops an image with more pixels than any that is sold', async () => {
    const huge = await sharp({ create: { width: 8200, height: 8200, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    expect(await preparePreview(huge)).toBeUndefined();
  });
});

describe('writing previews', () => {
  it('stores one in each interval, and none after it is closed', async () => {
    const problems: string[] = [];
    const studio = studioWith(['openai'], {
      times: { ...times, previewMs: 60_000 },
      onProblem: ({ event }) => problems.push(event),
      blobs: createDiskStore('/nowhere'),
    });
    const batchId = await order(studio);
    const [row] = await studios.database.query(
      "update studio.slots set state = 'running', fence = 1 where batch_id = $1 returning id, seed, index",
      [batchId],
    );
    const slot = {
      id: String(row?.['id']),
      batch_id: batchId,
      index: 0,
      seed: 7,
      state: 'running',
      fence: 1,
      started_at: null,
    } as const;
    const [batch] = await studios.database.query('select * from studio.batches where id = $1', [batchId]);
    const writer = createPreviewWriter(studio, { batch: batch as never, slot });
    const shades = [2, 3, 4].map((count) => drawPicture(1, { width: 64, height: 64, shades: count }));
    for (const each of shades) writer.add(each);
    await expect.poll(stored).toBe(1);
    const kept = Buffer.from((await preview(batchId)) ?? []);
    await writer.close();
    writer.add(drawPicture(1, { width: 64, height: 64, shades: 5 }));
    // The first one was being stored when the others came.
    expect(kept.equals(Buffer.from((await preparePreview(shades[0] ?? Buffer.alloc(0))) ?? []))).toBe(true);
    expect(kept.equals(Buffer.from((await preview(batchId)) ?? []))).toBe(true);
    expect(problems).toEqual([]);
  });
});
