/** Limits of stored images, per account, per network address and in total. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDiskStore } from '@bakkum/blobs/disk-store';
import { createLedger } from '@bakkum/credits/ledger';
import { CREDITS_MIGRATIONS } from '@bakkum/credits/migrations';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { settingsFor } from '@bakkum/image-provider-fake/fake-server';
import { drawPicture } from '@bakkum/image-provider-fake/image';
import { IMAGE_PROVIDER_LOADERS, IMAGE_PROVIDERS } from '@bakkum/registry/image-providers.node.gen';
import { IMPORTS_KEPT, STORED_IMAGE_BYTES } from '@bakkum/studio-options/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { decodeImage } from './decoding/decode-image.ts';
import { enableModels } from './enabled-models.ts';
import { deleteImage, restoreImage } from './gallery.ts';
import { importPicture } from './importing.ts';
import { STUDIO_MIGRATIONS } from './migrations.ts';
import { orderImages } from './order.ts';
import { orderRefinement } from './refinement.ts';
import { FREE_BYTES_PER_ADDRESS } from './stored-bytes.ts';
import { type Buyer, STUDIO_TIMES, type Studio } from './studio.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-stored-bytes-'));
const photo = drawPicture(3, { width: 320, height: 256 });
const wish = {
  prompt: 'a fox',
  aspectRatio: '1:1',
  resolution: '512x512',
  count: 1,
  style: 'anime',
  provider: 'design',
} as const;
const orderBytes = 512 * 512 * 4;
const buyers: Buyer[] = [];
let database: TestDatabase;
let keys = 0;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [CREDITS_MIGRATIONS, STUDIO_MIGRATIONS]);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => database.query('truncate studio.batches, studio.files cascade'));

function studioWith(changes: Partial<Studio> = {}): Studio {
  const given = settingsFor('http://127.0.0.1:9', 'key!');
  return {
    database,
    blobs: createDiskStore(folder),
    models: enableModels(IMAGE_PROVIDERS, IMAGE_PROVIDER_LOADERS, given).filter(({ manifest }) =>
      ['openai', 'design'].includes(manifest.id),
    ),
    upscalers: [],
    backgroundRemovers: [],
    enqueue: () => Promise.resolve(),
    hashOf: () => 'hash',
    countDesigns: () => Promise.resolve(undefined),
    decode: decodeImage,
    times: STUDIO_TIMES,
    onProblem: () => undefined,
    onChange: new Set(),
    now: () => new Date(),
    ...changes,
  };
}

function someone(tier: Buyer['tier'], place: string): Buyer {
  const buyer = { userId: `keeper-${buyers.length}`, tier, place };
  buyers.push(buyer);
  return buyer;
}

const nextKey = (): string => `key-${(keys += 1)}`;
const order = async (studio: Studio, buyer: Buyer) => (await orderImages(studio, buyer, nextKey(), wish)).outcome;
const bring = (studio: Studio, buyer: Buyer, key = nextKey()) =>
  importPicture(studio, buyer, key, { bytes: photo, name: 'holiday.png' });
/** Imports an image; returns its id. */
async function brought(studio: Studio, buyer: Buyer): Promise<string> {
  const imported = await bring(studio, buyer);
  const batchId = imported.outcome === 'taken' ? imported.batchId : '';
  const [row] = await database.query('select id from studio.images where batch_id = $1', [batchId]);
  return String(row?.['id']);
}
const weigh = (bytes: number) => database.query('update studio.files set bytes = $1', [bytes]);

describe('images of an account', () => {
  it('have a limit in bytes, which includes open orders', async () => {
    const studio = studioWith();
    const buyer = someone('free', 'here');
    await brought(studio, buyer);
    await weigh(STORED_IMAGE_BYTES.free - 2 * orderBytes);
    expect([await order(studio, buyer), await order(studio, buyer)]).toEqual(['taken', 'taken']);
    expect(await order(studio, buyer)).toBe('account-full');
    expect((await bring(studio, buyer)).outcome).toBe('account-full');
    expect(await order(studio, someone('premium', 'here'))).toBe('taken');
  });

  it('are limited when many orders arrive at once', async () => {
    const studio = studioWith();
    const buyer = someone('free', 'here');
    await brought(studio, buyer);
    await weigh(STORED_IMAGE_BYTES.free - 3 * orderBytes);
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => order(studio, buyer)));
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(3);
  });

  it('free space as soon as they are deleted, and are restored only if there is space', async () => {
    const studio = studioWith();
    const buyer = someone('free', 'here');
    const imageId = await brought(studio, buyer);
    await weigh(STORED_IMAGE_BYTES.free);
    expect(await order(studio, buyer)).toBe('account-full');
    await deleteImage(studio, buyer.userId, imageId);
    expect(await order(studio, buyer)).toBe('taken');
    expect(await restoreImage(studio, buyer, imageId)).toEqual({ outcome: 'account-full' });
    await weigh(1);
    expect(await restoreImage(studio, buyer, imageId)).toEqual({ outcome: 'restored' });
    expect(await restoreImage(studio, buyer, imageId)).toEqual({ outcome: 'not-found' });
  });
});

it('restores no more imported images than an account may keep', async () => {
  const studio = studioWith();
  const buyer = someone('free', 'here');
  const first = await brought(studio, buyer);
  await deleteImage(studio, buyer.userId, first);
  for (let count = 0; count < IMPORTS_KEPT.free; count += 1) await brought(studio, buyer);
  expect(await restoreImage(studio, buyer, first)).toEqual({ outcome: 'full' });
  // The second of an image and its enlarged copies.
  await database.query('update studio.images set iteration = 2 where user_id = $1 and deleted_at is null', [buyer.userId]);
  expect((await bring(studio, buyer)).outcome).toBe('taken');
  expect(await restoreImage(studio, someone('free', 'here'), first)).toEqual({ outcome: 'not-found' });
});

describe('images of free accounts', () => {
  it('have one limit per address, which deleting images or accounts does not reset', async () => {
    const studio = studioWith();
    const first = someone('free', 'crowded');
    const imageId = await brought(studio, first);
    await weigh(FREE_BYTES_PER_ADDRESS - orderBytes);
    await deleteImage(studio, first.userId, imageId);
    await database.query('delete from studio.batches where user_id = $1', [first.userId]);
    expect(await order(studio, someone('free', 'crowded'))).toBe('taken');
    expect(await order(studio, someone('free', 'crowded'))).toBe('address-full');
    expect((await bring(studio, someone('free', 'crowded'))).outcome).toBe('address-full');
    expect(await order(studio, someone('free', 'elsewhere'))).toBe('taken');
    expect(await order(studio, someone('annual', 'crowded'))).toBe('taken');
  });

  it('are limited when many accounts order at once', async () => {
    const studio = studioWith();
    await brought(studio, someone('free', 'crowded'));
    await weigh(FREE_BYTES_PER_ADDRESS - 2 * orderBytes);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => order(studio, someone('free', 'crowded'))));
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(2);
  });

  it('leave room for other addresses, however many one address makes', async () => {
    const studio = studioWith({ freeBytes: 200 * orderBytes });
    const taken: number[] = [];
    for (const place of ['one', 'two', 'three']) {
      const outcomes: string[] = [];
      // Each account may have a few open orders only.
      do outcomes.push(await order(studio, someone('free', place)));
      while (outcomes.at(-1) === 'taken');
      expect(outcomes.at(-1)).toBe('address-full');
      taken.push(outcomes.length - 1);
    }
    expect(taken).toEqual([50, 37, 28]);
    expect(await order(studio, someone('free', 'newcomer'))).toBe('taken');
  });

  it('share one limit', async () => {
    const studio = studioWith({ freeBytes: 2 * orderBytes });
    expect(await order(studio, someone('free', 'one'))).toBe('taken');
    expect(await order(studio, someone('free', 'two'))).toBe('taken');
    expect(await order(studio, someone('free', 'three'))).toBe('site-full');
    expect(await order(studio, someone('premium', 'three'))).toBe('taken');
  });
});

it('stores one mask for the single order that simultaneous requests may place', async () => {
  const studio = studioWith();
  const buyer = someone('premium', 'here');
  const imageId = await brought(studio, buyer);
  const ledger = createLedger(database, studio.now);
  const expiresAt = new Date(Date.now() + 86_400_000);
  await ledger.give({ userId: buyer.userId, source: 'promotion', ref: buyer.userId, amount: 1, expiresAt });
  const stored = async (): Promise<number> => (await Array.fromAsync(studio.blobs.list('studio/masks/'))).length;
  const before = await stored();
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const mask = Buffer.from(`${buyer.userId} ${index}`).toString('base64');
      return (await orderRefinement(studio, buyer, nextKey(), imageId, { instructions: 'make it night', mask })).outcome;
    }),
  );
  expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1);
  expect((await stored()) - before).toBe(1);
});
