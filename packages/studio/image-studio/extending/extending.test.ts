/** Extended images: with the guarantees of other orders, from a real ledger to the stored file. */
import { drawPicture } from '@bakkum/image-provider-fake/image';
import { IMAGE_PROVIDER_LOADERS, IMAGE_PROVIDERS } from '@bakkum/registry/image-providers.node.gen';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { orderBackgroundRemoval } from '../background/background.ts';
import { cancelBatch } from '../ending.ts';
import { iterationsOf } from '../gallery.ts';
import { importPicture } from '../importing.ts';
import { endExpiredBatches } from '../recovery.ts';
import { orderRefinement } from '../refinement.ts';
import type { Step } from '../request-image.ts';
import { shareImage } from '../shares.ts';
import type { Buyer, Studio } from '../studio.ts';
import { TestStudio } from '../testing/test-studio.ts';
import { orderUpscaling } from '../upscaling/upscaling.ts';
import { extendersOf, orderExtension } from './extending.ts';

const NONE = { left: 0, right: 0, up: 0, down: 0 };
const WIDER = { ...NONE, left: 128, right: 384 };
const OPENAI = 'openai/gpt-image-2.5-flare';
const CORE = 'stability/core';

let test: TestStudio;
beforeAll(async () => {
  test = await TestStudio.open(inject('postgresFolder'), { manifests: IMAGE_PROVIDERS, loaders: IMAGE_PROVIDER_LOADERS });
});
afterAll(() => test.close());
beforeEach(() => {
  test.fake.reset();
  test.queue.length = 0;
});

function extend(studio: Studio, buyer: Buyer, imageId: string, changes: object = {}) {
  return orderExtension(studio, buyer, test.nextKey(), imageId, { model: OPENAI, ...WIDER, ...changes });
}

async function pixelsOf(bytes: Uint8Array, area?: { left: number; top: number; width: number; height: number }): Promise<Buffer> {
  const image = sharp(bytes).removeAlpha();
  return (area ? image.extract(area) : image).raw().toBuffer();
}

describe('an extension by a model', () => {
  it.each([
    [OPENAI, 'openai', 'openai POST images/edits'],
    [CORE, 'stability', 'stability POST v2beta/stable-image/edit/outpaint'],
    ['recraft/recraftv4_1', 'recraft', 'recraft POST v1/images/inpaint'],
    ['ideogram/ideogram-v3-turbo', 'ideogram', 'ideogram POST v1/ideogram-v3/edit'],
  ] as const)('by %s keeps every pixel of the image, except along the seam', async (model, service, call) => {
    const studio = test.with([service]);
    const buyer = await test.someone();
    const first = await test.first(studio, buyer);
    const image = await test.image(studio, extend(studio, buyer, first.id, { model }));
    expect(image).toMatchObject({ width: 1024, height: 512, parentId: first.id, iteration: 2, mark: 'ai', design: false });
    expect(image.refinement?.mode).toBe('extend');
    expect(test.fake.calls).toContain(call);
    const [before, after] = [await test.file(studio, first.id), await test.file(studio, image.id)];
    const inside = { top: 0, width: 512 - 48, height: 512 };
    const kept = await pixelsOf(after, { ...inside, left: 128 + 24 });
    expect(kept.equals(await pixelsOf(before, { ...inside, left: 24 }))).toBe(true);
    // The first column of the image is almost that of the answer, in which the model drew everything again.
    const edge = { left: 128, top: 0, width: 1, height: 512 };
    const [column, original] = [await pixelsOf(after, edge), await pixelsOf(before, { ...edge, left: 0 })];
    expect(column.equals(original)).toBe(false);
    expect(Buffer.from(after).includes('trainedAlgorithmicMedia')).toBe(true);
    expect((await iterationsOf(studio, buyer.userId, first.id)).map(({ width }) => width)).toEqual([512, 1024]);
  });

  it('sends a canvas whose new part is masked, or the image with the pixels to add', async () => {
    const studio = test.with(['recraft', 'stability']);
    const buyer = await test.someone();
    const first = await test.first(studio, buyer);
    await test.image(studio, extend(studio, buyer, first.id, { model: 'recraft/recraftv4_1' }));
    const { mask = new Uint8Array(), width, height } = test.fake.jobs.at(-1)?.order ?? {};
    expect([width, height]).toEqual([1536, 768]);
    const light = await sharp(mask).greyscale().raw().toBuffer();
    const at = (x: number): number | undefined => light[384 * 1536 + x];
    // Half as large again: 128 and 384 pixels are 192 and 576.
    expect([at(10), at(180), at(205), at(800), at(950), at(970), at(1500)]).toEqual([255, 255, 0, 0, 0, 255, 255]);
    await test.image(studio, extend(studio, buyer, first.id, { model: CORE, instructions: 'a wide beach' }));
    const { picture = new Uint8Array(), ...order } = test.fake.jobs.at(-1)?.order ?? {};
    expect(order).toMatchObject({ prompt: 'a wide beach', width: 1024, height: 512 });
    expect((await sharp(picture).metadata()).width).toBe(512);
  });

  it('costs as much as a new image of the size, by a purpose of its own', async () => {
    const studio = test.with(['openai']);
    const buyer = await test.someone();
    const first = await test.first(studio, buyer);
    const offered = await extendersOf(studio, buyer, first.id, WIDER);
    expect(offered).toEqual([
      {
        model: OPENAI,
        name: 'GPT Image 2.5 Flare',
        serviceName: 'OpenAI',
        method: 'model',
        width: 1024,
        height: 512,
        credits: 2,
        needsInstructions: false,
      },
    ]);
    const view = await test.batch(studio, extend(studio, buyer, first.id));
    expect(view).toMatchObject({ state: 'done', held: 2, spent: 2 });
    expect(await test.balance(buyer)).toEqual([17, 0]);
    const purposes = await test.database.query(
      'select h.purpose from credits.holds h join studio.batches b on b.hold_id = h.id where b.user_id = $1 order by b.created_at',
      [buyer.userId],
    );
    expect(purposes.map(({ purpose }) => purpose)).toEqual(['images', 'extension']);
  });

  it('continues the image without words, and says what to draw with them', async () => {
    const studio = test.with(['openai', 'stability', 'automatic1111']);
    const buyer = await test.someone();
    const first = await test.first(studio, buyer, { model: OPENAI });
    const sent = async (changes: object) => {
      const image = await test.image(studio, extend(studio, buyer, first.id, changes));
      return [test.fake.jobs.at(-1)?.order.prompt, image.finalPrompt];
    };
    const whole = 'Continue the image beyond its edges.';
    expect(await sent({})).toEqual([whole, whole]);
    expect(await sent({ instructions: '넓은\n바다' })).toEqual([`${whole} 넓은 바다`, `${whole} 넓은 바다`]);
    expect(await sent({ model: CORE })).toEqual(['', '']);
    expect(await sent({ model: 'automatic1111' })).toEqual(['a red fox', 'a red fox']);
    expect(await sent({ model: 'automatic1111', instructions: 'snow' })).toEqual(['snow', 'snow']);
  });

  it('is offered by models that read what to leave out, and needs instructions for those that do not read the prompt', async () => {
    const studio = test.with(['openai', 'stability', 'automatic1111', 'recraft']);
    const buyer = await test.someone();
    const offered = async (changes: object) => {
      const { id } = await test.first(studio, buyer, { model: OPENAI, ...changes });
      const extenders = (await extendersOf(studio, buyer, id, WIDER)) ?? [];
      return Object.fromEntries(extenders.map(({ model, needsInstructions }) => [model, needsInstructions]));
    };
    const readsPrompt = { [OPENAI]: false, [CORE]: false };
    expect(await offered({ prompt: '바다' })).toMatchObject({ ...readsPrompt, automatic1111: true, 'recraft/recraftv4_1': true });
    expect(await offered({})).toMatchObject({ ...readsPrompt, automatic1111: false });
    // Stability's endpoint receives neither.
    const withoutCars = await offered({ negativePrompt: '자동차' });
    expect(withoutCars).toMatchObject(readsPrompt);
    expect(Object.keys(withoutCars)).not.toContain('automatic1111');
    expect(Object.keys(withoutCars)).not.toContain('recraft/recraftv4_1');
  });

  it('falls back to another model, at no higher price, when the chosen one fails', async () => {
    const studio = test.with(['openai', 'stability', 'gemini', 'design']);
    const buyer = await test.someone();
    const first = await test.first(studio, buyer, { model: OPENAI });
    test.fake.faults.add('openai', { kind: 'status', status: 500 });
    const view = await test.batch(studio, extend(studio, buyer, first.id));
    expect(view).toMatchObject({ state: 'done', spent: 2 });
    expect(view.attempts.map(({ provider }) => provider)).toEqual(['openai', 'stability']);
    // Neither a model that cannot extend nor a design replaces it.
    test.fake.faults.add('openai', { kind: 'status', status: 500 });
    test.fake.faults.add('stability', { kind: 'status', status: 500 });
    const failed = await test.batch(studio, extend(studio, buyer, first.id));
    expect(failed.attempts.map(({ provider }) => provider)).toEqual(['openai', 'stability']);
    expect([failed.state, failed.spent]).toEqual(['failed', 0]);
  });

  it('of an imported image is marked as edited, and has its name as title', async () => {
    const studio = test.with(['openai']);
    const buyer = await test.someone();
    const bytes = new Uint8Array(
      await sharp(drawPicture(3, { width: 600, height: 400 }))
        .jpeg()
        .toBuffer(),
    );
    const brought = await test.image(studio, importPicture(studio, buyer, test.nextKey(), { bytes, name: 'holiday.jpg' }));
    const image = await test.image(studio, extend(studio, buyer, brought.id));
    expect(image).toMatchObject({ mark: 'edited', prompt: '', width: 1112, height: 400 });
    expect(image.refinement?.instructions).toBe('holiday');
    expect(image.finalPrompt).toBe('Continue the image beyond its edges.');
    expect(image.importedAs).toBeUndefined();
  });

  it('of an imported image cannot be shared, nor can its copies, but an edit can', async () => {
    const studio = test.with(['openai', 'stability']);
    const buyer = await test.someone();
    const bytes = drawPicture(3, { width: 600, height: 400 });
    const brought = await test.image(studio, importPicture(studio, buyer, test.nextKey(), { bytes, name: 'holiday.png' }));
    const wider = await test.image(studio, extend(studio, buyer, brought.id, { ...NONE, left: 1 }));
    const larger = orderUpscaling(studio, buyer, test.nextKey(), wider.id, { model: 'stability/fast', factor: 2 });
    const cutOut = orderBackgroundRemoval(studio, buyer, test.nextKey(), wider.id, { model: 'stability/remove-background' });
    for (const copy of [brought, wider, await test.image(studio, larger), await test.image(studio, cutOut)]) {
      expect(copy.showsImport).toBe(true);
      expect(await shareImage(studio, buyer.userId, copy.id)).toBeUndefined();
    }
    const edit = orderRefinement(studio, buyer, test.nextKey(), wider.id, { instructions: 'make it night', model: OPENAI });
    const edited = await test.image(studio, edit);
    expect(edited.showsImport).toBeUndefined();
    expect(await shareImage(studio, buyer.userId, edited.id)).toMatchObject({ id: expect.any(String) });
  });

  it('lays the image without its transparency over the answer', async () => {
    const studio = test.with(['openai']);
    const buyer = await test.someone();
    const clear = await sharp({ create: { width: 300, height: 300, channels: 4, background: '#ff000000' } })
      .png()
      .toBuffer();
    const brought = importPicture(studio, buyer, test.nextKey(), { bytes: new Uint8Array(clear), name: 'clear.png' });
    const first = await test.image(studio, brought);
    const image = await test.image(studio, extend(studio, buyer, first.id));
    const middle = { left: 128 + 150, top: 150, width: 1, height: 1 };
    expect([...(await pixelsOf(await test.file(studio, image.id), middle))]).toEqual([255, 255, 255]);
  });
});

describe('an extension of a design', () => {
  it('draws the design again in the new shape, free of charge, with its instructions', async () => {
    const studio = test.with(['openai', 'design']);
    const buyer = await test.someone('free', 0);
    const first = await test.first(studio, buyer, { prompt: 'three cats under a tree', model: 'design' });
    const night = await test.image(
      studio,
      orderRefinement(studio, buyer, test.nextKey(), first.id, { instructions: 'make it night' }),
    );
    const offered = await extendersOf(studio, buyer, night.id, WIDER);
    expect(offered?.map(({ model, method, credits }) => [model, method, credits])).toEqual([
      ['design', 'redraw', 0],
      [OPENAI, 'model', 2],
    ]);
    const view = await test.batch(studio, extend(studio, buyer, night.id, { model: 'design' }));
    expect(view).toMatchObject({ state: 'done', spent: 0, refinement: { mode: 'extend', instructions: 'make it night' } });
    const image = view.images[0]?.image;
    expect(image).toMatchObject({ width: 1024, height: 512, design: true, vector: true, mark: 'design', seed: 7 });
    expect(image?.report?.drawn.map(({ en }) => en)).toEqual(['cat × 3', 'tree', 'cat under tree', 'night']);
    // The next change keeps the new shape.
    const more = await test.image(
      studio,
      orderRefinement(studio, buyer, test.nextKey(), image?.id ?? '', { instructions: 'add a dog' }),
    );
    expect(more).toMatchObject({ width: 1024, height: 512 });
    expect(more.report?.drawn.map(({ en }) => en)).toEqual(expect.arrayContaining(['night', 'dog']));
  });

  it('takes a change with it', async () => {
    const studio = test.with(['design']);
    const buyer = await test.someone('free', 0);
    const first = await test.first(studio, buyer, { prompt: 'a cat', model: 'design' });
    const image = await test.image(studio, extend(studio, buyer, first.id, { model: 'design', instructions: 'add a dog' }));
    expect(image.report?.drawn.map(({ en }) => en)).toEqual(['cat', 'dog']);
    expect(image.refinement).toEqual({ mode: 'extend', instructions: 'add a dog' });
  });

  it('by a model keeps its instructions in the prompt of later versions', async () => {
    const studio = test.with(['openai', 'stability', 'design']);
    const buyer = await test.someone();
    const first = await test.first(studio, buyer, { prompt: 'a house', model: 'design' });
    const night = await test.image(
      studio,
      orderRefinement(studio, buyer, test.nextKey(), first.id, { instructions: 'make it night' }),
    );
    const enlarge = orderUpscaling(studio, buyer, test.nextKey(), night.id, { model: 'stability/fast', factor: 2 });
    for (const copy of [await test.image(studio, extend(studio, buyer, night.id)), await test.image(studio, enlarge)]) {
      expect(copy).toMatchObject({ design: false, vector: false, prompt: 'a house, make it night' });
      const edit = orderRefinement(studio, buyer, test.nextKey(), copy.id, { instructions: 'add a dog', model: OPENAI });
      expect((await test.image(studio, edit)).prompt).toBe('a house, make it night');
    }
  });
});

describe('is refused', () => {
  it('without credits, for foreign images, and for models that cannot extend them', async () => {
    const studio = test.with(['openai', 'stability', 'gemini', 'design']);
    const buyer = await test.someone('free', 2);
    const { id } = await test.first(studio, buyer, { model: OPENAI });
    expect(await extend(studio, buyer, id)).toEqual({ outcome: 'insufficient' });
    expect(await extend(studio, await test.someone(), id)).toEqual({ outcome: 'not-found' });
    expect(await extend(studio, buyer, id, { model: 'openai/other' })).toEqual({ outcome: 'unsupported' });
    expect(await extend(studio, buyer, id, { model: 'gemini/gemini-nano-banana-2.1' })).toEqual({ outcome: 'no-editing' });
    expect(await extend(studio, buyer, id, { model: 'design' })).toEqual({ outcome: 'no-editing' });
    expect(await extend(studio, buyer, id, { model: CORE, instructions: '바다' })).toEqual({ outcome: 'language' });
    expect(test.queue).toEqual([]);
    expect(await test.balance(buyer)).toEqual([1, 0]);
  });

  it('for sizes outside the plan, the model, or any shape', async () => {
    const studio = test.with(['openai', 'recraft']);
    const buyer = await test.someone('free');
    const { id } = await test.first(studio, buyer, { model: OPENAI });
    const order = (changes: object, by = buyer) => extend(studio, by, id, { ...NONE, ...changes });
    expect(await order({ left: 512, right: 512, up: 200, down: 200 })).toEqual({ outcome: 'tier', needed: 'premium' });
    expect(await order({ right: 1500 })).toEqual({ outcome: 'size' });
    const annual = { ...buyer, tier: 'annual' } as const;
    expect(await order({ right: 1000, down: 1000, model: 'recraft/recraftv4_1' }, annual)).toEqual({ outcome: 'size' });
    const models = async (edges: object) =>
      (await extendersOf(studio, buyer, id, { ...NONE, ...edges }))?.map(({ model, needs }) => [model, needs]);
    expect(await models({ right: 400 })).toEqual([
      [OPENAI, undefined],
      ['recraft/recraftv4_1', undefined],
    ]);
    expect(await models({ right: 1000, down: 1000 })).toEqual([[OPENAI, 'premium']]);
    expect(await models({ right: 1500 })).toEqual([]);
    expect(await extendersOf(studio, await test.someone(), id, WIDER)).toBeUndefined();
  });

  it('by the check of prompts, also where only prompt and words together are harmful', async () => {
    const studio = test.with(['openai']);
    const buyer = await test.someone();
    const { id } = await test.first(studio, buyer, { prompt: 'a child on a beach' });
    const refused = await extend(studio, buyer, id, { instructions: 'the child stands naked in the sand' });
    expect(refused.outcome).toBe('refused');
    expect(await test.balance(buyer)).toEqual([19, 0]);
  });
});

describe('credits', () => {
  it('are charged once per key', async () => {
    const studio = test.with(['openai']);
    const buyer = await test.someone();
    const { id } = await test.first(studio, buyer);
    const key = test.nextKey();
    const order = (edges = WIDER) => orderExtension(studio, buyer, key, id, { model: OPENAI, ...edges });
    const all = await Promise.all(Array.from({ length: 8 }, () => order()));
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await order({ ...NONE, up: 128 })).toEqual({ outcome: 'conflict' });
    await test.draw(studio);
    expect(test.fake.calls.filter((call) => call.endsWith('images/edits'))).toHaveLength(1);
    expect(await test.balance(buyer)).toEqual([17, 0]);
  });

  it.each([
    [{ kind: 'refused' }, 'refused'],
    [{ kind: 'failed' }, 'unavailable'],
    [{ kind: 'no-balance' }, 'quota'],
    [{ kind: 'truncated' }, 'bad-answer'],
    // A stream has shown previews, so the service may charge for the image.
    [{ kind: 'fewer' }, 'ambiguous'],
    [{ kind: 'drop' }, 'ambiguous'],
  ] as const)('are returned after %j', async (fault, code) => {
    const studio = test.with(['openai']);
    const buyer = await test.someone();
    const { id } = await test.first(studio, buyer);
    test.fake.faults.add('openai', fault);
    const view = await test.batch(studio, extend(studio, buyer, id));
    expect([view.state, view.spent, view.images[0]?.fault]).toEqual(['failed', 0, code]);
    expect(await test.balance(buyer)).toEqual([19, 0]);
  });

  const steps: readonly Step[] = ['taken', 'sent', 'received', 'noted', 'stored', 'finished'];
  it.each(steps)('are charged at most once after a crash at "%s"', async (step) => {
    const studio = test.with(['openai']);
    const buyer = await test.someone();
    const { id } = await test.first(studio, buyer);
    const view = await test.batchAfterCrash(studio, await extend(studio, buyer, id), step);
    const isDrawn = view.images[0]?.image !== undefined;
    expect(view.state).toBe(isDrawn ? 'done' : 'failed');
    expect(await test.balance(buyer)).toEqual([isDrawn ? 17 : 19, 0]);
  });

  it('are returned when the order is cancelled, and when no worker finishes it', async () => {
    const studio = test.with(['openai']);
    const buyer = await test.someone();
    const { id } = await test.first(studio, buyer);
    const cancelled = await extend(studio, buyer, id);
    expect(await test.balance(buyer)).toEqual([17, 2]);
    if (cancelled.outcome === 'taken') await test.database.transaction((sql) => cancelBatch(sql, cancelled.batchId, new Date()));
    expect(await test.balance(buyer)).toEqual([19, 0]);
    await extend(studio, buyer, id);
    const later = new Date(Date.now() + studio.times.expiryMs + 1000);
    await endExpiredBatches({ ...studio, now: () => later });
    expect(await test.balance(buyer)).toEqual([19, 0]);
  });
});
