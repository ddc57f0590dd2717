/** Designs that are changed by instructions: drawn again, free of charge, as versions. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDiskStore } from '@bakkum/blobs/disk-store';
import { CREDITS_MIGRATIONS } from '@bakkum/credits/migrations';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { type FakeImageServer, settingsFor, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import { IMAGE_PROVIDER_LOADERS, IMAGE_PROVIDERS } from '@bakkum/registry/image-providers.node.gen';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { decodeImage } from './decoding/decode-image.ts';
import { drawSlot } from './drawing.ts';
import { enableModels } from './enabled-models.ts';
import { importPicture } from './importing.ts';
import { STUDIO_MIGRATIONS } from './migrations.ts';
import { orderImages } from './order.ts';
import { editorsOf, orderRefinement } from './refinement.ts';
import { STUDIO_TIMES, type Studio } from './studio.ts';
import { batchViews } from './views.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-redrawing-'));
const buyer = { userId: 'designer', tier: 'free' } as const;
let database: TestDatabase;
let fake: FakeImageServer;
const queue: string[] = [];
let keys = 0;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [CREDITS_MIGRATIONS, STUDIO_MIGRATIONS]);
  fake = await startFakeImageServer();
});
afterAll(async () => {
  await fake.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

function studioWith(ids: readonly string[]): Studio {
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
    now: () => new Date(),
  };
}

async function batchOf(studio: Studio, ordered: Awaited<ReturnType<typeof orderImages>>) {
  if (ordered.outcome !== 'taken') throw new Error(`not taken: ${ordered.outcome}`);
  for (const slotId of queue.splice(0)) await drawSlot(studio, slotId, new AbortController().signal);
  const [view] = await batchViews(studio, database, 'where id = $1', [ordered.batchId]);
  if (!view) throw new Error('no such batch');
  return view;
}

const nextKey = (): string => `redraw-key-${(keys += 1)}`;

async function design(studio: Studio, prompt: string): Promise<string> {
  const wish = { prompt, aspectRatio: '1:1', resolution: '512x512', seed: 7, count: 1, model: 'design' } as const;
  return (await batchOf(studio, await orderImages(studio, buyer, nextKey(), wish))).images[0]?.image?.id ?? '';
}

async function changed(studio: Studio, imageId: string, instructions: string, model?: string) {
  return batchOf(studio, await orderRefinement(studio, buyer, nextKey(), imageId, { instructions, ...(model && { model }) }));
}

const drawnIn = (view: Awaited<ReturnType<typeof batchOf>>) => view.images[0]?.image?.report?.drawn.map(({ en }) => en);

it('draws the design again with each instruction since the first version', async () => {
  const studio = studioWith(['design']);
  const first = await design(studio, 'three cats under a tree');
  const night = await changed(studio, first, 'make it night');
  expect(night).toMatchObject({ state: 'done', spent: 0, held: 0, refinement: { imageId: first, mode: 'regenerate' } });
  expect(drawnIn(night)).toEqual(['cat × 3', 'tree', 'cat under tree', 'night']);
  const image = night.images[0]?.image;
  expect(image).toMatchObject({ iteration: 2, design: true, vector: true, mark: 'design', prompt: 'three cats under a tree' });
  const more = await changed(studio, image?.id ?? '', 'add two cats\nand a moon quietly');
  expect(drawnIn(more)).toContain('cat × 5');
  expect(drawnIn(more)).toContain('night');
  const last = more.images[0]?.image;
  expect(last?.refinement).toEqual({ instructions: 'add two cats and a moon quietly', mode: 'regenerate' });
  expect(last?.report?.notDrawn.map(({ en }) => en)).toContain('quietly');
  expect(last?.finalPrompt).toBe('three cats under a tree, make it night, add two cats and a moon quietly');
});

it('refuses a change after the maximum', async () => {
  const studio = studioWith(['design']);
  const first = await design(studio, 'a cat');
  const night = (await changed(studio, first, 'make it night')).images[0]?.image?.id ?? '';
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `add ${at + 1} dogs`).join('\n');
  const store = (count: number) =>
    database.query('update studio.batches set instructions = $1 where id = (select batch_id from studio.images where id = $2)', [
      lines(count),
      night,
    ]);
  await store(20);
  const order = () => orderRefinement(studio, buyer, nextKey(), night, { instructions: 'add a tree' });
  expect(await order()).toEqual({ outcome: 'too-many-changes' });
  await store(19);
  expect(await batchOf(studio, await order())).toMatchObject({ state: 'done' });
});

it('stores no version that is the same, and says why', async () => {
  const studio = studioWith(['design']);
  const first = await design(studio, '고양이 세 마리');
  const view = await changed(studio, first, '더 감성적으로');
  expect([view.state, view.spent, view.images[0]?.fault]).toEqual(['failed', 0, 'unchanged']);
  expect(view.attempts.map(({ fault }) => fault)).toEqual(['unchanged']);
});

it('is the usual way where a service edits images too, and its model can be chosen', async () => {
  const studio = studioWith(['openai', 'design']);
  const first = await design(studio, 'a cat');
  expect((await editorsOf(studio, buyer, first))?.map(({ model, credits }) => [model, credits > 0])).toEqual([
    ['design', false],
    ['openai/gpt-image-2.5-flare', true],
  ]);
  expect(drawnIn(await changed(studio, first, 'add a dog'))).toEqual(['cat', 'dog']);
  const refused = await orderRefinement(studio, buyer, nextKey(), first, {
    instructions: 'x',
    model: 'openai/gpt-image-2.5-flare',
  });
  expect(refused).toEqual({ outcome: 'insufficient' });
});

it('is neither offered for other images nor a reason to import any', async () => {
  const studio = studioWith(['design']);
  const imported = await importPicture(studio, buyer, nextKey(), { bytes: new Uint8Array([1]), name: 'a.png' });
  expect(imported).toEqual({ outcome: 'no-editing' });
  const first = await design(studio, 'a cat');
  await database.query('update studio.images set vector = null where id = $1', [first]);
  expect(await editorsOf(studio, buyer, first)).toEqual([]);
  expect(await orderRefinement(studio, buyer, nextKey(), first, { instructions: 'make it night' })).toEqual({
    outcome: 'no-editing',
  });
});

it('checks the prompt and all instructions together', async () => {
  const studio = studioWith(['design']);
  const first = await design(studio, 'a child on a beach');
  const refused = await orderRefinement(studio, buyer, nextKey(), first, { instructions: 'make the child naked' });
  expect(refused.outcome).toBe('refused');
});
