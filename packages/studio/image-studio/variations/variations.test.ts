/** Variations of images and the strength of edits: with the guarantees of other orders, from a real ledger to the stored file. */

import { createCipheriv } from 'node:crypto';
import { settingsFor } from '@bakkum/image-provider-fake/fake-server';
import { drawPicture } from '@bakkum/image-provider-fake/image';
import { IMAGE_PROVIDER_LOADERS, IMAGE_PROVIDERS } from '@bakkum/registry/image-providers.node.gen';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { enableModels } from '../enabled-models.ts';
import { cancelBatch } from '../ending.ts';
import { deleteImage, iterationsOf, restoreImage } from '../gallery.ts';
import { importPicture } from '../importing.ts';
import { orderRefinement } from '../refinement.ts';
import { shareImage } from '../shares.ts';
import type { Buyer, Studio } from '../studio.ts';
import { TestStudio } from '../testing/test-studio.ts';
import { orderVariations, variatorsOf } from './variations.ts';

const OPENAI = 'openai/gpt-image-2.5-flare';
const RECRAFT = 'recraft/recraftv4_1';
const IDEOGRAM = 'ideogram/ideogram-v3-turbo';

let test: TestStudio;
beforeAll(async () => {
  test = await TestStudio.open(inject('postgresFolder'), { manifests: IMAGE_PROVIDERS, loaders: IMAGE_PROVIDER_LOADERS });
});
afterAll(() => test.close());
beforeEach(() => {
  test.fake.reset();
  test.queue.length = 0;
});

type Wish = { readonly count?: 1 | 2 | 4; readonly strength?: number; readonly seed?: number };

function vary(studio: Studio, buyer: Buyer, imageId: string, model: string, { count = 1, ...wish }: Wish = {}) {
  return orderVariations(studio, buyer, test.nextKey(), imageId, { model, count, ...wish });
}

async function purposesOf({ userId }: Buyer) {
  const rows = await test.database.query(
    'select h.purpose from credits.holds h join studio.batches b on b.hold_id = h.id where b.user_id = $1 order by b.created_at',
    [userId],
  );
  return rows.map(({ purpose }) => purpose);
}

/** A square PNG that hardly compresses. The same for the same side. */
async function noise(side: number): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(side * side * 3));
  return new Uint8Array(
    await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
      .png()
      .toBuffer(),
  );
}

const lastOrder = () => test.fake.jobs.at(-1)?.order;

describe('variations by a model', () => {
  it('start from the image with the strength of the model and new seeds', async () => {
    const studio = test.with(['ideogram']);
    const buyer = await test.someone();
    const first = await test.first(studio, buyer);
    const view = await test.batch(studio, vary(studio, buyer, first.id, IDEOGRAM, { count: 4, seed: 20 }));
    expect(view).toMatchObject({ state: 'done', held: 4, spent: 4, refinement: { imageId: first.id, mode: 'variation' } });
    expect(view.refinement?.strength).toBeUndefined();
    const drawn = test.fake.jobs.slice(-4).map(({ order }) => order);
    expect(drawn.map(({ seed }) => seed)).toEqual([20, 21, 22, 23]);
    // 30 percent of change are 70 of weight.
    expect(drawn.map(({ strength, prompt }) => [strength, prompt])).toEqual(Array(4).fill([70, 'a red fox']));
    expect(drawn.every(({ picture }) => picture !== undefined)).toBe(true);
    const images = view.images.map(({ image }) => image);
    expect(new Set(images.map((image) => image?.seed)).size).toBe(4);
    for (const image of images) {
      expect(image).toMatchObject({ width: 512, height: 512, parentId: first.id, iteration: 2, mark: 'ai', design: false });
      expect(image?.refinement).toEqual({ instructions: '', mode: 'variation', strength: 30 });
    }
    expect(await iterationsOf(studio, buyer.userId, first.id)).toHaveLength(5);
    expect(await test.balance(buyer)).toEqual([15, 0]);
    expect(await purposesOf(buyer)).toEqual(['images', 'variations']);
  });

  it('change as much as the person chose', async () => {
    const studio = test.with(['recraft', 'automatic1111']);
    const buyer = await test.someone();
    const first = await test.first(studio, buyer, { model: RECRAFT });
    const image = await test.image(studio, vary(studio, buyer, first.id, RECRAFT, { strength: 15 }));
    expect(lastOrder()?.strength).toBe(0.15);
    expect(image.refinement?.strength).toBe(15);
    // A model that stands in for it receives the same percentage.
    test.fake.faults.add('recraft', { kind: 'status', status: 500 });
    const view = await test.batch(studio, vary(studio, buyer, first.id, RECRAFT, { strength: 85 }));
    expect(lastOrder()?.strength).toBe(0.85);
    expect(view.refinement?.strength).toBe(85);
    expect(view.images[0]?.image).toMatchObject({ provider: 'automatic1111', refinement: { strength: 85 } });
  });

  it('ask models without strength for a variation, with a description in a language that they read', async () => {
    const studio = test.with(['openai', 'fal']);
    const buyer = await test.someone();
    const first = await test.first(studio, buyer, { prompt: '붉은 여우', model: OPENAI });
    const image = await test.image(studio, vary(studio, buyer, first.id, OPENAI));
    expect(lastOrder()?.prompt).toMatch(/^Draw a variation of this image\..+ It shows: 붉은 여우$/);
    expect(image).toMatchObject({ prompt: '붉은 여우', finalPrompt: lastOrder()?.prompt });
    expect(image.refinement).toEqual({ instructions: '', mode: 'variation' });
    const refused = await vary(studio, buyer, first.id, OPENAI, { strength: 40 });
    expect(refused).toEqual({ outcome: 'no-strength' });
  });

  it('describe what earlier instructions changed', async () => {
    const studio = test.with(['openai', 'ideogram']);
    const buyer = await test.someone();
    const first = await test.first(studio, buyer, { model: IDEOGRAM });
    const order = { instructions: 'make it\nnight', model: OPENAI };
    const night = await test.image(studio, orderRefinement(studio, buyer, test.nextKey(), first.id, order));
    const image = await test.image(studio, vary(studio, buyer, night.id, IDEOGRAM));
    expect(lastOrder()?.prompt).toBe('a red fox, make it night');
    expect(image.refinement?.instructions).toBe('make it night');
    const again = await test.image(studio, vary(studio, buyer, image.id, IDEOGRAM));
    expect([lastOrder()?.prompt, again.iteration]).toEqual(['a red fox, make it night', 4]);
  });

  it('of an imported image show it, so they cannot be shared by link', async () => {
    const studio = test.with(['openai', 'ideogram']);
    const buyer = await test.someone();
    const bytes = drawPicture(5, { width: 600, height: 400 });
    const brought = await test.image(studio, importPicture(studio, buyer, test.nextKey(), { bytes, name: '휴가.png' }));
    const image = await test.image(studio, vary(studio, buyer, brought.id, IDEOGRAM));
    expect(lastOrder()?.prompt).toBe('The same image with small differences.');
    expect(image).toMatchObject({ width: 600, height: 400, mark: 'edited', prompt: '', showsImport: true });
    expect(image.refinement).toMatchObject({ instructions: '휴가', mode: 'variation' });
    expect(await shareImage(studio, buyer.userId, image.id)).toBeUndefined();
    const edit = (strength: number) =>
      orderRefinement(studio, buyer, test.nextKey(), brought.id, { instructions: 'a beach', model: IDEOGRAM, strength });
    expect((await test.image(studio, edit(20))).showsImport).toBe(true);
    expect((await test.image(studio, edit(80))).showsImport).toBeUndefined();
  });

  it.each([
    [RECRAFT, 50],
    [IDEOGRAM, 50],
    ['fal/fal-ai/flux/dev', 80],
    ['replicate/black-forest-labs/flux-dev', 80],
  ])('of an imported image show it after an edit by %s with a strength of up to %i percent', async (model, limit) => {
    const given = settingsFor(test.fake.url, 'key!');
    const studio = test.with([], { models: enableModels(IMAGE_PROVIDERS, IMAGE_PROVIDER_LOADERS, given, [model]) });
    const buyer = await test.someone();
    const bytes = drawPicture(5, { width: 1024, height: 1024 });
    const brought = await test.image(studio, importPicture(studio, buyer, test.nextKey(), { bytes, name: 'beach.png' }));
    const edit = (strength: number) =>
      orderRefinement(studio, buyer, test.nextKey(), brought.id, { instructions: 'a beach', model, strength });
    expect((await test.image(studio, edit(limit))).showsImport).toBe(true);
    expect((await test.image(studio, edit(limit + 1))).showsImport).toBeUndefined();
  });

  it('are offered by models that edit images and read the prompt, with size, price and strength', async () => {
    const studio = test.with(['openai', 'ideogram', 'stability', 'huggingface', 'design']);
    const buyer = await test.someone();
    const offered = async (prompt: string) => {
      const { id } = await test.first(studio, buyer, { prompt, model: OPENAI });
      return (await variatorsOf(studio, buyer, id))?.map(({ name: _, serviceName: __, ...facts }) => facts);
    };
    const common = { method: 'model', width: 512, height: 512, credits: 1 };
    expect(await offered('a red fox')).toEqual([
      { model: OPENAI, ...common },
      { model: IDEOGRAM, ...common, strength: 30 },
    ]);
    expect((await offered('붉은 여우'))?.map(({ model }) => model)).toEqual([OPENAI]);
    expect(await variatorsOf(studio, await test.someone(), '00000000-0000-4000-8000-000000000000')).toBeUndefined();
  });

  it('are charged only for those that were drawn', async () => {
    const studio = test.with(['ideogram']);
    const buyer = await test.someone();
    const { id } = await test.first(studio, buyer);
    test.fake.faults.add('ideogram', { kind: 'status', status: 500 });
    const view = await test.batch(studio, vary(studio, buyer, id, IDEOGRAM, { count: 4 }));
    expect(view).toMatchObject({ state: 'partial', held: 4, spent: 3 });
    expect(await test.balance(buyer)).toEqual([16, 0]);
  });

  it.each(['taken', 'sent', 'received', 'stored', 'finished'] as const)(
    'are charged at most once after a crash at "%s"',
    async (step) => {
      const studio = test.with(['ideogram']);
      const buyer = await test.someone();
      const { id } = await test.first(studio, buyer);
      const view = await test.batchAfterCrash(studio, await vary(studio, buyer, id, IDEOGRAM), step);
      const isDrawn = view.images[0]?.image !== undefined;
      expect(view.state).toBe(isDrawn ? 'done' : 'failed');
      expect(await test.balance(buyer)).toEqual([isDrawn ? 18 : 19, 0]);
    },
  );

  it('are ordered once per key, and returned when the order is cancelled', async () => {
    const studio = test.with(['ideogram']);
    const buyer = await test.someone();
    const { id } = await test.first(studio, buyer);
    const request = { model: IDEOGRAM, count: 2 } as const;
    const key = test.nextKey();
    const orders = await Promise.all([1, 2, 3].map(() => orderVariations(studio, buyer, key, id, request)));
    expect(new Set(orders.map((order) => order.outcome === 'taken' && order.batchId)).size).toBe(1);
    expect(await orderVariations(studio, buyer, key, id, { ...request, count: 1 })).toEqual({ outcome: 'conflict' });
    expect(await test.balance(buyer)).toEqual([17, 2]);
    const batchId = orders[0]?.outcome === 'taken' ? orders[0].batchId : '';
    await test.database.transaction((sql) => cancelBatch(sql, batchId, new Date()));
    expect(await test.balance(buyer)).toEqual([19, 0]);
  });

  it('are refused without credits or plan, for foreign images, and for models that edit none', async () => {
    const studio = test.with(['ideogram', 'huggingface', 'design']);
    const buyer = await test.someone('free', 1);
    const { id } = await test.first(studio, buyer, { model: IDEOGRAM });
    expect(await vary(studio, buyer, id, IDEOGRAM)).toEqual({ outcome: 'insufficient' });
    expect(await vary(studio, buyer, id, IDEOGRAM, { count: 2 })).toEqual({ outcome: 'tier', needed: 'premium' });
    expect(await vary(studio, await test.someone(), id, IDEOGRAM)).toEqual({ outcome: 'not-found' });
    expect(await vary(studio, buyer, id, 'ideogram/other')).toEqual({ outcome: 'unsupported' });
    expect(await vary(studio, buyer, id, 'huggingface/black-forest-labs/FLUX.1-schnell')).toEqual({ outcome: 'no-editing' });
    expect(await vary(studio, buyer, id, 'design')).toEqual({ outcome: 'no-editing' });
    expect(test.queue).toEqual([]);
  });
});

describe('variations of a design', () => {
  const wordsIn = (vector: string) => [...vector.matchAll(/<tspan[^>]*>([^<]*)<\/tspan>/g)].map(([, line]) => line).join(' ');
  const vectorOf = async (id: string): Promise<string> => {
    const [row] = await test.database.query('select vector from studio.images where id = $1', [id]);
    return String(row?.['vector']);
  };

  it('keep the words, differ in colors and composition, and are free', async () => {
    const studio = test.with(['openai', 'design']);
    const buyer = await test.someone('premium', 0);
    const first = await test.first(studio, buyer, { prompt: 'poster “Jazz Night” with a saxophone', model: 'design' });
    expect((await variatorsOf(studio, buyer, first.id))?.map(({ model, method, credits }) => [model, method, credits])).toEqual([
      ['design', 'redraw', 0],
      [OPENAI, 'model', 1],
    ]);
    const view = await test.batch(studio, vary(studio, buyer, first.id, 'design', { count: 4 }));
    expect(view).toMatchObject({ state: 'done', held: 0, spent: 0 });
    const images = view.images.flatMap(({ image }) => image ?? []);
    const vectors = await Promise.all([first, ...images].map(({ id }) => vectorOf(id)));
    expect(new Set(vectors).size).toBe(5);
    expect(vectors.map(wordsIn)).toEqual(Array(5).fill('Jazz Night'));
    expect(new Set([first, ...images].map(({ seed }) => seed)).size).toBe(5);
    for (const image of images) {
      expect(image).toMatchObject({ design: true, vector: true, mark: 'design', iteration: 2, report: first.report });
      expect(image.refinement).toEqual({ instructions: '', mode: 'variation' });
    }
  });

  it('take changes with them, and can be changed again in their own composition', async () => {
    const studio = test.with(['design']);
    const buyer = await test.someone('premium', 0);
    const change = (id: string, instructions: string) =>
      test.image(studio, orderRefinement(studio, buyer, test.nextKey(), id, { instructions }));
    const first = await test.first(studio, buyer, { prompt: 'three cats under a tree', model: 'design' });
    const night = await change(first.id, 'make it night');
    const image = await test.image(studio, vary(studio, buyer, night.id, 'design'));
    expect(image.report?.drawn.map(({ en }) => en)).toEqual(['cat × 3', 'tree', 'cat under tree', 'night']);
    expect(image.refinement).toEqual({ instructions: 'make it night', mode: 'variation' });
    const more = await change(image.id, 'add a dog');
    expect([more.seed, more.report?.drawn.map(({ en }) => en).includes('dog')]).toEqual([image.seed, true]);
  });

  it('fail as unchanged where there is no other drawing', async () => {
    const studio = test.with(['design']);
    const buyer = await test.someone('premium', 0);
    const first = await test.first(studio, buyer, { prompt: 'blue bar chart: Jan 120, Feb 180', model: 'design' });
    const view = await test.batch(studio, vary(studio, buyer, first.id, 'design'));
    expect([view.state, view.images[0]?.fault, view.spent]).toEqual(['failed', 'unchanged', 0]);
  });

  it('are not drawn by another model when the design studio is no longer enabled', async () => {
    const buyer = await test.someone('free');
    const first = await test.first(test.with(['design']), buyer, { prompt: 'a cat', model: 'design' });
    const ordered = vary(test.with(['design', 'ideogram']), buyer, first.id, 'design');
    const view = await test.batch(test.with(['ideogram']), ordered);
    expect(view).toMatchObject({ state: 'failed', spent: 0, attempts: [] });
    expect(test.fake.jobs).toEqual([]);
  });

  it('are varied by a model with everything that the instructions changed', async () => {
    const studio = test.with(['ideogram', 'design']);
    const buyer = await test.someone();
    const first = await test.first(studio, buyer, { prompt: 'a house', model: 'design' });
    const night = await test.image(
      studio,
      orderRefinement(studio, buyer, test.nextKey(), first.id, { instructions: 'make it night' }),
    );
    const image = await test.image(studio, vary(studio, buyer, night.id, IDEOGRAM));
    expect(lastOrder()?.prompt).toBe('a house, make it night');
    expect(image).toMatchObject({ design: false, vector: false, prompt: 'a house, make it night', mark: 'ai' });
    expect(await vary(studio, buyer, night.id, 'design', { strength: 20 })).toEqual({ outcome: 'no-strength' });
  });

  it('are deleted and restored like other images', async () => {
    const studio = test.with(['design']);
    const buyer = await test.someone('free', 0);
    const first = await test.first(studio, buyer, { prompt: 'a cat', model: 'design' });
    const image = await test.image(studio, vary(studio, buyer, first.id, 'design'));
    await deleteImage(studio, buyer.userId, image.id);
    expect(await iterationsOf(studio, buyer.userId, first.id)).toHaveLength(1);
    expect(await restoreImage(studio, buyer, image.id)).toEqual({ outcome: 'restored' });
    expect(await iterationsOf(studio, buyer.userId, first.id)).toHaveLength(2);
  });
});

describe('the strength of an edit', () => {
  const refine = (studio: Studio, buyer: Buyer, id: string, changes: object) =>
    orderRefinement(studio, buyer, test.nextKey(), id, { instructions: 'in the rain', ...changes });

  it('is that of the model unless the person chooses, and is stored with the version', async () => {
    const studio = test.with(['recraft', 'automatic1111']);
    const buyer = await test.someone();
    const { id } = await test.first(studio, buyer, { model: RECRAFT });
    const usual = await test.image(studio, refine(studio, buyer, id, {}));
    expect([lastOrder()?.strength, usual.refinement?.strength]).toEqual([0.5, 50]);
    const view = await test.batch(studio, refine(studio, buyer, id, { model: 'automatic1111', strength: 25 }));
    expect([lastOrder()?.strength, view.refinement?.strength, view.images[0]?.image?.refinement?.strength]).toEqual([
      0.25, 25, 25,
    ]);
  });

  it('applies to images with more bytes than the service takes as PNG', async () => {
    const given = settingsFor(test.fake.url, 'key!');
    const model = 'recraft/recraftv4_1_pro';
    const studio = test.with([], { models: enableModels(IMAGE_PROVIDERS, IMAGE_PROVIDER_LOADERS, given, [model]) });
    const buyer = await test.someone('annual', 100);
    const bytes = await noise(2048);
    const brought = await test.image(studio, importPicture(studio, buyer, test.nextKey(), { bytes, name: 'sand.png' }));
    await test.image(studio, refine(studio, buyer, brought.id, { model, strength: 60 }));
    const picture = lastOrder()?.picture;
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 2048, height: 2048 });
    expect([bytes.byteLength > 10_000_000, (picture?.byteLength ?? 0) < 10_000_000]).toEqual([true, true]);
  });

  it('is refused where no model takes it', async () => {
    const studio = test.with(['openai', 'design']);
    const buyer = await test.someone();
    const { id } = await test.first(studio, buyer, { model: OPENAI });
    expect(await refine(studio, buyer, id, { strength: 30 })).toEqual({ outcome: 'no-strength' });
    const design = await test.first(studio, buyer, { model: 'design' });
    expect(await refine(studio, buyer, design.id, { strength: 30 })).toEqual({ outcome: 'no-strength' });
  });

  it('does not apply to a masked part', async () => {
    const studio = test.with(['automatic1111']);
    const buyer = await test.someone();
    const { id } = await test.first(studio, buyer);
    const mask = Buffer.from(drawPicture(1, { width: 64, height: 64 })).toString('base64');
    const image = await test.image(studio, refine(studio, buyer, id, { mask }));
    expect([lastOrder()?.strength, image.refinement]).toEqual([0.6, { instructions: 'in the rain', mode: 'mask' }]);
  });
});
