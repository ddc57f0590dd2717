/** Images without their background: with the guarantees of other orders, from a real ledger to the transparent file. */
import { drawPicture } from '@bakkum/image-provider-fake/image';
import { IMAGE_PROVIDER_LOADERS, IMAGE_PROVIDERS } from '@bakkum/registry/image-providers.node.gen';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { cancelBatch } from '../ending.ts';
import { orderExtension } from '../extending/extending.ts';
import { downloadFile, imageOf, thumbnailOf } from '../gallery.ts';
import { importPicture } from '../importing.ts';
import { orderRefinement } from '../refinement.ts';
import type { Step } from '../request-image.ts';
import { shareImage } from '../shares.ts';
import type { Buyer, Studio } from '../studio.ts';
import { TestStudio } from '../testing/test-studio.ts';
import { orderUpscaling, upscalersOf } from '../upscaling/upscaling.ts';
import { backgroundRemoversOf, orderBackgroundRemoval } from './background.ts';

const STABILITY = 'stability/remove-background';
const RECRAFT = 'recraft/removeBackground';

let test: TestStudio;
beforeAll(async () => {
  test = await TestStudio.open(inject('postgresFolder'), { manifests: IMAGE_PROVIDERS, loaders: IMAGE_PROVIDER_LOADERS });
});
afterAll(() => test.close());
beforeEach(() => {
  test.fake.reset();
  test.queue.length = 0;
});

function remove(studio: Studio, buyer: Buyer, imageId: string, model = STABILITY) {
  return orderBackgroundRemoval(studio, buyer, test.nextKey(), imageId, { model });
}

/** Opacity of the corner and of the middle. */
async function opacityOf(bytes: Uint8Array): Promise<readonly (number | undefined)[]> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number | undefined => data[(y * info.width + x) * 4 + 3];
  return [at(1, 1), at(info.width >> 1, info.height >> 1)];
}

function emptyPng(size: { readonly width: number; readonly height: number }): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 4, background: '#ff000000' } })
    .png()
    .toBuffer();
}

async function drawnDesign(studio: Studio, buyer: Buyer, prompt: string) {
  return test.first(studio, buyer, { prompt, model: 'design' });
}

describe('by a service', () => {
  it.each([
    [STABILITY, 3, 'stability POST v2beta/stable-image/edit/remove-background'],
    [RECRAFT, 1, 'recraft POST v1/images/removeBackground'],
  ] as const)('%s leaves the background transparent in every file', async (model, credits, call) => {
    const studio = test.with(['stability', 'recraft']);
    const buyer = await test.someone();
    const first = await test.first(studio, buyer);
    expect(first.transparent).toBe(false);
    const [before] = await test.balance(buyer);
    const view = await test.batch(studio, remove(studio, buyer, first.id, model));
    expect(view).toMatchObject({ state: 'done', spent: credits, refinement: { imageId: first.id, mode: 'remove-background' } });
    const image = view.images[0]?.image;
    const id = image?.id ?? '';
    expect(image).toMatchObject({ width: 512, height: 512, iteration: 2, mark: 'ai', transparent: true, prompt: 'a red fox' });
    expect(test.fake.calls.at(-1)).toBe(call);
    expect((await test.balance(buyer))[0]).toBe(before - credits);
    const file = await test.file(studio, id);
    expect(await opacityOf(file)).toEqual([0, 255]);
    const [red, green, blue] = await sharp(file).extract({ left: 1, top: 1, width: 1, height: 1 }).raw().toBuffer();
    expect([red, green, blue]).toEqual([0, 0, 0]);
    expect(Buffer.from(file).includes('trainedAlgorithmicMedia')).toBe(true);
    const saved = async (format: 'png' | 'webp' | 'jpeg') =>
      (await downloadFile(studio, buyer.userId, id, { format, recipe: true }))?.content ?? new Uint8Array();
    expect(await opacityOf(await saved('png'))).toEqual([0, 255]);
    expect(await opacityOf(await saved('webp'))).toEqual([0, 255]);
    const corner = await sharp(await saved('jpeg'))
      .extract({ left: 1, top: 1, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([...corner].every((value) => value > 250)).toBe(true);
    const small = await thumbnailOf(studio, buyer.userId, id, (work) => work());
    expect(await opacityOf(small ?? new Uint8Array())).toEqual([0, 255]);
    const purposes = await test.database.query(
      'select h.purpose from credits.holds h join studio.batches b on b.hold_id = h.id where b.user_id = $1 order by b.created_at',
      [buyer.userId],
    );
    expect(purposes.map(({ purpose }) => purpose)).toEqual(['images', 'background']);
  });

  it('falls back to a cheaper service, at its price, when the chosen one fails', async () => {
    const studio = test.with(['stability', 'recraft']);
    const buyer = await test.someone();
    const { id } = await test.first(studio, buyer);
    expect((await backgroundRemoversOf(studio, buyer, id))?.map(({ model, credits }) => [model, credits])).toEqual([
      [STABILITY, 3],
      [RECRAFT, 1],
    ]);
    test.fake.faults.add('stability', { kind: 'status', status: 500 });
    expect(await test.batch(studio, remove(studio, buyer, id))).toMatchObject({ state: 'done', held: 3, spent: 1 });
    // The more expensive one does not replace the cheaper one.
    test.fake.faults.add('recraft', { kind: 'status', status: 500 });
    expect(await test.batch(studio, remove(studio, buyer, id, RECRAFT))).toMatchObject({ state: 'failed', spent: 0 });
  });

  it('is offered for files that the service takes', async () => {
    const studio = test.with(['stability', 'recraft']);
    const buyer = await test.someone();
    const { id } = await test.first(studio, buyer, { prompt: 'a file that is very large' });
    const has = (bytes: number) =>
      test.database.query('update studio.files f set bytes = $2 from studio.images i where i.id = $1 and f.key = i.file_key', [
        id,
        bytes,
      ]);
    const offered = async () => (await backgroundRemoversOf(studio, buyer, id))?.map(({ model }) => model);
    await has(9_999_999);
    expect(await offered()).toEqual([STABILITY, RECRAFT]);
    await has(10_000_000);
    expect(await offered()).toEqual([STABILITY]);
    expect(await remove(studio, buyer, id, RECRAFT)).toEqual({ outcome: 'size' });
  });

  it('does not fall back to a service that needs consent', async () => {
    const studio = test.with(['stability', 'recraft']);
    const buyer = await test.someone();
    const { id } = await test.first(studio, buyer);
    const backgroundRemovers = studio.backgroundRemovers.map((one) =>
      one.key === RECRAFT ? { ...one, manifest: { ...one.manifest, needsConsent: true } } : one,
    );
    test.fake.faults.add('stability', { kind: 'status', status: 500 });
    const view = await test.batch({ ...studio, backgroundRemovers }, remove(studio, buyer, id));
    expect(view).toMatchObject({ state: 'failed', spent: 0 });
  });

  it('keeps the name and missing AI mark of an imported image, and offers no link', async () => {
    const studio = test.with(['openai', 'stability']);
    const buyer = await test.someone();
    const bytes = new Uint8Array(
      await sharp(drawPicture(3, { width: 300, height: 200 }))
        .jpeg()
        .toBuffer(),
    );
    const brought = await test.image(studio, importPicture(studio, buyer, test.nextKey(), { bytes, name: 'holiday.jpg' }));
    const image = await test.image(studio, remove(studio, buyer, brought.id));
    expect(image).toMatchObject({ importedAs: 'holiday', width: 300, height: 200, transparent: true });
    expect(image.mark).toBeUndefined();
    expect(Buffer.from(await test.file(studio, image.id)).includes('lgorithmicMedia')).toBe(false);
    expect(await shareImage(studio, buyer.userId, image.id)).toBeUndefined();
  });
});

describe('of a design', () => {
  it.each([
    'a cat under a tree at night',
    'app icon with a rocket, blue',
    'poster “Jazz Night” with a saxophone',
    'birthday card for grandma',
  ])('draws %j without its background, free of charge, and nothing else differs', async (prompt) => {
    const studio = test.with(['openai', 'stability', 'design']);
    const buyer = await test.someone('free', 0);
    const first = await drawnDesign(studio, buyer, prompt);
    expect(first.transparent).toBe(false);
    const removers = await backgroundRemoversOf(studio, buyer, first.id);
    expect(removers?.map(({ model, method, credits }) => [model, method, credits])).toEqual([['design', 'redraw', 0]]);
    const view = await test.batch(studio, remove(studio, buyer, first.id, 'design'));
    expect(view).toMatchObject({ state: 'done', spent: 0 });
    const image = view.images[0]?.image;
    expect(image).toMatchObject({ design: true, vector: true, mark: 'design', transparent: true, report: first.report });
    const raw = async (id: string) =>
      sharp(await test.file(studio, id))
        .ensureAlpha()
        .raw()
        .toBuffer();
    const [before, after] = [await raw(first.id), await raw(image?.id ?? '')];
    let [opaque, clear] = [0, 0];
    for (let at = 0; at < after.length; at += 4) {
      if (after[at + 3] === 0) clear += 1;
      if (after[at + 3] !== 255) continue;
      opaque += 1;
      if (!after.subarray(at, at + 3).equals(before.subarray(at, at + 3))) throw new Error(`pixel ${at / 4} differs`);
    }
    expect(opaque).toBeGreaterThan(2000);
    expect(clear).toBeGreaterThan(2000);
  });

  it('stays without background when it is changed, enlarged and extended', async () => {
    const studio = test.with(['stability', 'design']);
    const buyer = await test.someone('free', 0);
    const first = await drawnDesign(studio, buyer, 'a cat under a tree');
    const cut = await test.image(studio, remove(studio, buyer, first.id, 'design'));
    const edges = { left: 100, right: 0, up: 0, down: 0 };
    const versions = [
      await test.image(studio, orderRefinement(studio, buyer, test.nextKey(), cut.id, { instructions: 'add a dog' })),
      await test.image(studio, orderUpscaling(studio, buyer, test.nextKey(), cut.id, { model: 'design', factor: 2 })),
      await test.image(studio, orderExtension(studio, buyer, test.nextKey(), cut.id, { model: 'design', ...edges })),
    ];
    expect(versions.map(({ transparent, vector }) => [transparent, vector])).toEqual([
      [true, true],
      [true, true],
      [true, true],
    ]);
    expect((await opacityOf(await test.file(studio, versions[0]?.id ?? '')))[0]).toBe(0);
    // No service documents how it treats transparency.
    expect((await upscalersOf(studio, buyer, cut.id))?.map(({ method }) => method)).toEqual(['redraw']);
  });

  it('is not offered where nothing would be left', async () => {
    const studio = test.with(['design']);
    const buyer = await test.someone('free', 0);
    for (const prompt of ['pastel gradient wallpaper', 'the sea at sunset']) {
      const { id } = await drawnDesign(studio, buyer, prompt);
      expect(await backgroundRemoversOf(studio, buyer, id)).toEqual([]);
      expect(await remove(studio, buyer, id, 'design')).toEqual({ outcome: 'size' });
    }
  });
});

describe('is refused', () => {
  it('without credits, for foreign, transparent and large images, and by unknown models', async () => {
    const studio = test.with(['stability']);
    const buyer = await test.someone('annual', 1);
    const { id } = await test.first(studio, buyer);
    expect(await remove(studio, buyer, id)).toEqual({ outcome: 'insufficient' });
    expect(await remove(studio, await test.someone(), id)).toEqual({ outcome: 'not-found' });
    expect(await backgroundRemoversOf(studio, await test.someone(), id)).toBeUndefined();
    expect(await remove(studio, buyer, id, RECRAFT)).toEqual({ outcome: 'unsupported' });
    const rich = await test.someone();
    const first = await test.first(studio, rich);
    const cut = await test.image(studio, remove(studio, rich, first.id));
    expect(await remove(studio, rich, cut.id)).toEqual({ outcome: 'size' });
    const large = await test.image(
      studio,
      orderUpscaling(studio, rich, test.nextKey(), first.id, { model: 'enlarge', factor: 4 }),
    );
    expect(await remove(studio, rich, large.id)).toMatchObject({ outcome: 'taken' });
    const larger = await test.image(
      studio,
      orderUpscaling(studio, rich, test.nextKey(), large.id, { model: 'enlarge', factor: 2 }),
    );
    expect(await remove(studio, rich, larger.id)).toEqual({ outcome: 'size' });
  });
});

describe('credits', () => {
  it('are charged once per key', async () => {
    const studio = test.with(['stability']);
    const buyer = await test.someone();
    const { id } = await test.first(studio, buyer);
    const key = test.nextKey();
    const all = await Promise.all(
      Array.from({ length: 8 }, () => orderBackgroundRemoval(studio, buyer, key, id, { model: STABILITY })),
    );
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    await test.draw(studio);
    expect(test.fake.calls.filter((call) => call.endsWith('remove-background'))).toHaveLength(1);
    expect(await test.balance(buyer)).toEqual([16, 0]);
  });

  it.each([
    [{ kind: 'refused' }, 'refused'],
    [{ kind: 'failed' }, 'unavailable'],
    [{ kind: 'no-balance' }, 'quota'],
    [{ kind: 'truncated' }, 'bad-answer'],
    [{ kind: 'drop' }, 'ambiguous'],
  ] as const)('are returned after %j', async (fault, code) => {
    const studio = test.with(['stability']);
    const buyer = await test.someone();
    const { id } = await test.first(studio, buyer);
    test.fake.faults.add('stability', fault);
    const view = await test.batch(studio, remove(studio, buyer, id));
    expect([view.state, view.spent, view.images[0]?.fault]).toEqual(['failed', 0, code]);
    expect(await test.balance(buyer)).toEqual([19, 0]);
  });

  it.each([
    ['nothing', drawPicture(3, { width: 512, height: 512 })],
    ['everything', emptyPng({ width: 512, height: 512 })],
  ] as const)('are returned where the service removed %s', async (_, answer) => {
    const content = new Uint8Array(await answer);
    const studio = test.with(['stability']);
    const buyer = await test.someone();
    const { id } = await test.first(studio, buyer);
    const [remover] = studio.backgroundRemovers;
    if (!remover) throw new Error('no remover');
    const client = () => Promise.resolve({ submit: () => Promise.resolve({ state: 'done', drawn: { content } } as const) });
    const view = await test.batch({ ...studio, backgroundRemovers: [{ ...remover, client }] }, remove(studio, buyer, id));
    expect([view.state, view.spent, view.images[0]?.fault]).toEqual(['failed', 0, 'bad-answer']);
    expect(await test.balance(buyer)).toEqual([19, 0]);
  });

  const steps: readonly Step[] = ['taken', 'sent', 'received', 'noted', 'stored', 'finished'];
  it.each(steps)('are charged at most once after a crash at "%s"', async (step) => {
    const studio = test.with(['stability']);
    const buyer = await test.someone();
    const { id } = await test.first(studio, buyer);
    const view = await test.batchAfterCrash(studio, await remove(studio, buyer, id), step);
    const isDrawn = view.images[0]?.image !== undefined;
    expect(view.state).toBe(isDrawn ? 'done' : 'failed');
    expect(await test.balance(buyer)).toEqual([isDrawn ? 16 : 19, 0]);
  });

  it('are returned when the order is cancelled', async () => {
    const studio = test.with(['stability']);
    const buyer = await test.someone();
    const { id } = await test.first(studio, buyer);
    const ordered = await remove(studio, buyer, id);
    expect(await test.balance(buyer)).toEqual([16, 3]);
    if (ordered.outcome === 'taken') await test.database.transaction((sql) => cancelBatch(sql, ordered.batchId, new Date()));
    expect(await test.balance(buyer)).toEqual([19, 0]);
    expect((await imageOf(studio, buyer.userId, id))?.id).toBe(id);
  });
});
