/**
 * Judges requests of the adapters and answers of the fakes by the vendors' own schemas. The fakes refuse what a schema does not describe,
 * so every accepted order is valid.
 */
import { drawnSize, drawsNatively } from '@bakkum/image-provider/drawn-size';
import { type ImageModel, modelKey } from '@bakkum/image-provider/model';
import type { ImageClient, ImageProviderManifest, PictureOrder } from '@bakkum/image-provider/provider';
import { strengthValue } from '@bakkum/image-provider/strength';
import { type FakeImageServer, settingsFor, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import { drawPicture } from '@bakkum/image-provider-fake/image';
import { vendorSchema } from '@bakkum/image-provider-fake/vendor-schemas';
import { removalModel } from '@bakkum/image-studio/upscaling/wordless-models';
import { RESOLUTIONS } from '@bakkum/studio-options/resolutions';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { IMAGE_PROVIDER_LOADERS, IMAGE_PROVIDERS } from './image-providers.node.gen.ts';

const KEY = 'a-key-that-must-appear-nowhere';
const { signal } = new AbortController();
const JSON_BODY = { 'Content-Type': 'application/json' } as const;
const wish = {
  prompt: 'a red fox in the snow',
  rawPrompt: 'a red fox in the snow',
  style: 'cinematic',
  seed: 41,
  personHash: 'hash',
} as const;

let fake: FakeImageServer;
beforeAll(async () => {
  fake = await startFakeImageServer({ key: KEY });
});
afterAll(() => fake.close());
beforeEach(() => fake.reset());

const described = IMAGE_PROVIDERS.filter(({ id }) =>
  ['openai', 'stability', 'replicate', 'fal', 'gemini', 'bfl', 'ideogram', 'recraft'].includes(id),
);
const models = described.flatMap((manifest) =>
  manifest.models.map((model) => ({ key: modelKey(manifest.id, model), manifest, model })),
);

async function clientOf(
  { id, variables }: ImageProviderManifest,
  model: ImageModel,
  changes: Readonly<Record<string, string>> = {},
): Promise<ImageClient> {
  const environment = { ...settingsFor(fake.url, KEY), ...changes };
  const values = Object.entries(variables).map(([short, { name }]) => [short, environment[name] ?? '']);
  const module = await IMAGE_PROVIDER_LOADERS[id]?.();
  if (!module) throw new Error(`no client of ${id}`);
  return module.createClient(Object.fromEntries(values), model);
}

it.each(models)('$key: sends only what the vendor describes, for every size on sale', async ({ manifest, model }) => {
  const client = await clientOf(manifest, model);
  const sizes = RESOLUTIONS.filter((one) => drawsNatively(model.sizes, one)).map((one) => drawnSize(model.sizes, one));
  const negative = model.negativePrompt && { negativePrompt: 'text' };
  for (const size of sizes) await client.submit({ ...wish, ...size, ...negative }, { signal });
  expect(fake.jobs).toHaveLength(sizes.length);
});

const editing = models.filter(({ model }) => model.edit !== false || model.mask);
it.each(editing)('$key: sends the image to edit as the vendor describes', async ({ manifest, model }) => {
  const client = await clientOf(manifest, model);
  const size = drawnSize(model.sizes, { width: 1024, height: 1024 });
  const picture = drawPicture(3, size);
  const strength = model.strength && { strength: strengthValue(model.strength, model.strength.edit) };
  const order: PictureOrder = { ...wish, ...size, edit: { picture, ...strength } };
  if (model.edit !== false) await client.submit(order, { signal });
  if (model.mask)
    await client.submit(
      { ...order, edit: { picture, mask: { light: picture, clear: picture, whiteOnBlack: picture, blackOnWhite: picture } } },
      { signal },
    );
  expect(fake.jobs).toHaveLength((model.edit === false ? 0 : 1) + (model.mask ? 1 : 0));
});

const adjustable = IMAGE_PROVIDERS.flatMap((manifest) =>
  manifest.models.flatMap((model) => (model.strength ? [{ key: modelKey(manifest.id, model), manifest, model }] : [])),
);
it.each(adjustable)('$key: sends every strength as the service takes it', async ({ manifest, model }) => {
  const client = await clientOf(manifest, model);
  const size = drawnSize(model.sizes, { width: 1024, height: 1024 });
  const picture = drawPicture(3, size);
  const percentages = [1, model.strength?.variation ?? 0, model.strength?.edit ?? 0, 100];
  const values = percentages.map((percent) => model.strength && strengthValue(model.strength, percent));
  for (const strength of values)
    await client.submit({ ...wish, ...size, edit: { picture, ...(strength !== undefined && { strength }) } }, { signal });
  expect(fake.jobs.map(({ order }) => order.strength)).toEqual(values);
});

it.each([
  ['ideogram', 'remix', { image: 'x', prompt: 'x', image_weight: 0 }],
  ['stability', 'ultra', { prompt: 'x', strength: 1.01 }],
  ['stability', 'sd3', { prompt: 'x', mode: 'img2img' }],
  ['recraft', 'imageToImage', { prompt: 'x', image_url: 'x' }],
  ['fal', 'fal-ai/flux/dev/image-to-image', { prompt: 'x', image_url: 'x', strength: 0 }],
  ['fal', 'fal-ai/flux/dev/image-to-image', { prompt: 'x', image_url: 'x', image_size: 'square' }],
  ['replicate', 'black-forest-labs/flux-dev', { prompt: 'x', image: 'x', prompt_strength: 2 }],
] as const)('%s: the schema of %s refuses %j', (vendor, name, request) => {
  expect(vendorSchema(vendor, name)?.safeParse(request).success).toBe(false);
});

it('stability: the fake takes a strength only with an image', async () => {
  const status = async (path: string, fields: Readonly<Record<string, string>>, isGiven: boolean): Promise<number> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    if (isGiven) form.set('image', new Blob([drawPicture(3, { width: 64, height: 64 })], { type: 'image/png' }), 'image.png');
    const headers = { Authorization: `Bearer ${KEY}` };
    const address = `${fake.url}/stability/v2beta/stable-image/generate/${path}`;
    return (await fetch(address, { method: 'POST', headers, body: form })).status;
  };
  const given = { prompt: 'x', strength: '0.5' };
  const mode = { mode: 'image-to-image' };
  expect([
    await status('ultra', given, true),
    await status('sd3', { ...given, ...mode }, true),
    await status('ultra', given, false),
    await status('ultra', { prompt: 'x' }, true),
    await status('sd3', given, true),
    await status('sd3', { ...given, ...mode, aspect_ratio: '1:1' }, true),
  ]).toEqual([200, 200, 400, 400, 400, 400]);
});

it.each([
  ['ideogram', 'blackOnWhite'],
  ['recraft', 'whiteOnBlack'],
] as const)('%s: marks the part to redraw as documented, in %s', async (id, form) => {
  const [entry] = models.filter(({ manifest }) => manifest.id === id);
  if (!entry) throw new Error(`${id} is in the catalogue`);
  const client = await clientOf(entry.manifest, entry.model);
  const size = drawnSize(entry.model.sizes, { width: 1024, height: 1024 });
  const drawn = (seed: number) => drawPicture(seed, size);
  const mask = { light: drawn(1), clear: drawn(2), whiteOnBlack: drawn(3), blackOnWhite: drawn(4) };
  await client.submit({ ...wish, ...size, edit: { picture: drawn(5), mask } }, { signal });
  const order = fake.jobs[0]?.order;
  expect([Buffer.from(mask[form]).equals(order?.mask ?? Buffer.alloc(0)), order?.width, order?.height]).toEqual([
    true,
    size.width,
    size.height,
  ]);
});

const extending = models.filter(({ model }) => model.extend?.kind === 'edges');
it.each(extending)('$key: sends the image and the pixels to add as the vendor describes', async ({ manifest, model }) => {
  const client = await clientOf(manifest, model);
  const picture = drawPicture(3, { width: 512, height: 512 });
  const edges = { left: 0, right: 2000, up: 1, down: 0 };
  for (const prompt of ['', 'a beach'])
    await client.submit({ ...wish, prompt, width: 1, height: 1, extend: { picture, edges } }, { signal });
  expect(fake.jobs.map(({ order }) => [order.prompt, order.width, order.height])).toEqual([
    ['', 2512, 513],
    ['a beach', 2512, 513],
  ]);
});

it('stability: the fake refuses images and pixels that the vendor does not take', async () => {
  const status = async (size: { width: number; height: number }, fields: Readonly<Record<string, string>>): Promise<number> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('image', new Blob([drawPicture(3, size)], { type: 'image/png' }), 'image.png');
    const headers = { Authorization: `Bearer ${KEY}` };
    const address = `${fake.url}/stability/v2beta/stable-image/edit/outpaint`;
    return (await fetch(address, { method: 'POST', headers, body: form })).status;
  };
  const square = { width: 512, height: 512 };
  expect([
    await status(square, { left: '10' }),
    await status(square, {}),
    await status(square, { left: '0' }),
    await status(square, { left: '2001' }),
    await status(square, { left: '10', negative_prompt: 'text' }),
    await status({ width: 1300, height: 512 }, { left: '10' }),
    await status({ width: 512, height: 63 }, { left: '10' }),
  ]).toEqual([200, 400, 400, 400, 400, 400, 400]);
});

const removers = described.flatMap((manifest) =>
  (manifest.backgroundRemovers ?? []).map((remover) => ({ key: modelKey(manifest.id, remover), manifest, remover })),
);
it.each(removers)('$key: sends the image whose background to remove as the vendor describes', async ({ manifest, remover }) => {
  const client = await clientOf(manifest, removalModel(remover));
  const order = (side: number): PictureOrder => ({
    ...{ ...wish, prompt: '', width: side, height: side },
    removal: { picture: drawPicture(3, { width: side, height: side }) },
  });
  const answer = await client.submit(order(256), { signal });
  expect(answer.state).toBe('done');
  expect(fake.jobs.map(({ order: { width, isCutOut } }) => [width, isCutOut])).toEqual([[256, true]]);
  const tooSmall = remover.takes.kind === 'pixels' ? remover.takes.shortest - 1 : 0;
  await expect(client.submit(order(tooSmall), { signal })).rejects.toMatchObject({ code: 'invalid' });
});

it('recraft: the fake answers a removal as described', async () => {
  const address = `${fake.url}/recraft/v1/images/removeBackground`;
  const picture = Buffer.from(drawPicture(3, { width: 256, height: 256 })).toString('base64');
  const body = JSON.stringify({
    image_url: `data:image/png;base64,${picture}`,
    response_format: 'b64_json',
    image_format: 'png',
  });
  const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' };
  const answer = await (await fetch(address, { method: 'POST', headers, body })).json();
  expect(vendorSchema('recraft', 'removalAnswer')?.safeParse(answer)).toMatchObject({ success: true });
});

async function ask(path: string, body: unknown): Promise<unknown> {
  const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' };
  return (await fetch(`${fake.url}/openai/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

it('openai: the fake answers as described', async () => {
  const drawing = { model: 'gpt-image-2', prompt: 'a fox', size: '1024x1024' };
  const answers = [
    ['images', await ask('images/generations', drawing)],
    ['error', await ask('images/generations', { ...drawing, size: '512x512' })],
    ['error', await ask('images/generations', { ...drawing, unheard_of: true })],
    ['moderationAnswer', await ask('moderations', { input: 'a fox' })],
    ['moderationAnswer', await ask('moderations', { input: 'moderation-example' })],
  ] as const;
  for (const [name, answer] of answers) expect(vendorSchema('openai', name)?.safeParse(answer)).toMatchObject({ success: true });
  expect(answers.map(([, answer]) => JSON.stringify(answer).includes('"error"'))).toEqual([false, true, true, false, false]);
});

it.each([
  ['generations', 'generation'],
  ['edits', 'edit'],
] as const)('openai: the fake streams %s as described', async (path, kind) => {
  const fields = { model: 'gpt-image-2', prompt: 'a fox', size: '1024x1024', stream: true, partial_images: 2 };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('image', new Blob([drawPicture(3, { width: 1024, height: 1024 })], { type: 'image/png' }), 'image.png');
  const isEdit = path === 'edits';
  const headers = { Authorization: `Bearer ${KEY}`, ...(!isEdit && { 'Content-Type': 'application/json' }) };
  const body = isEdit ? form : JSON.stringify(fields);
  const text = await (await fetch(`${fake.url}/openai/images/${path}`, { method: 'POST', headers, body })).text();
  const events: unknown[] = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
  const names = [`${kind}Partial`, `${kind}Partial`, `${kind}Completed`];
  expect(events).toHaveLength(names.length);
  for (const [place, name] of names.entries())
    expect(vendorSchema('openai', name)?.safeParse(events[place])).toMatchObject({ success: true });
});

it('comfyui: the fake sends messages as described, and refuses requests that are not', async () => {
  const socket = new WebSocket(`${fake.url.replace('http', 'ws')}/comfyui/ws?clientId=me`);
  const messages: unknown[] = [];
  socket.addEventListener('message', ({ data }) => messages.push(typeof data === 'string' ? JSON.parse(data) : data));
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const graph = { 1: { class_type: 'EmptyLatentImage', inputs: { width: 512, height: 512 } } };
  const order = async (body: object): Promise<number> =>
    (await fetch(`${fake.url}/comfyui/prompt`, { method: 'POST', headers: JSON_BODY, body: JSON.stringify(body) })).status;
  const extra = { preview_method: 'auto' };
  expect(await order({ prompt: graph, client_id: 'me', extra_data: extra })).toBe(200);
  await expect.poll(() => messages.length).toBe(9);
  const json = messages.filter((message) => !(message instanceof Blob));
  for (const [place, name] of ['status', 'progress', 'progress', 'progress', 'progress'].entries())
    expect(vendorSchema('comfyui', name)?.safeParse(json[place])).toMatchObject({ success: true });
  expect([
    await order({ prompt: graph, client: 'me' }),
    await order({ prompt: graph, extra_data: { preview_method: 'best' } }),
  ]).toEqual([400, 400]);
  socket.close();
});

it('automatic1111: the fake reports progress as described', async () => {
  const base = `${fake.url}/automatic1111`;
  const ask = async (path: string, body?: object): Promise<unknown> =>
    (await fetch(`${base}/${path}`, body ? { method: 'POST', headers: JSON_BODY, body: JSON.stringify(body) } : {})).json();
  fake.faults.add('automatic1111', { kind: 'late' });
  const drawing = ask('sdapi/v1/txt2img', { prompt: 'a fox', force_task_id: 'mine' });
  await expect.poll(() => fake.jobs.length).toBe(1);
  const look = { id_task: 'mine', id_live_preview: -1, live_preview: true };
  const answers = [
    ['progress', await ask('sdapi/v1/progress')],
    ['taskProgress', await ask('internal/progress', look)],
    ['taskProgress', await ask('internal/progress', { ...look, id_task: 'another' })],
  ] as const;
  fake.release();
  await drawing;
  for (const [name, answer] of answers)
    expect(vendorSchema('automatic1111', name)?.safeParse(answer)).toMatchObject({ success: true });
  expect(answers.map(([, answer]) => JSON.stringify(answer).includes('data:image/png'))).toEqual([false, true, false]);
});

const openaiModels = models.filter(({ manifest }) => manifest.id === 'openai');
const azure = () => ({
  IMAGE_OPENAI_BASE: `${fake.url}/azure-openai/openai`,
  IMAGE_OPENAI_AZURE_VERSION: '2025-04-01-preview',
  IMAGE_OPENAI_AZURE_DEPLOYMENTS: 'gpt-image-2=other,gpt-image-1=gpt-image-1-production',
});

it.each(openaiModels)('$key: sends what Azure describes', async ({ manifest, model }) => {
  const client = await clientOf(manifest, model, { ...azure(), IMAGE_OPENAI_AZURE_DEPLOYMENTS: '' });
  const size = drawnSize(model.sizes, { width: 512, height: 512 });
  const picture = drawPicture(3, size);
  await client.submit({ ...wish, ...size }, { signal });
  await client.submit(
    {
      ...wish,
      ...size,
      edit: { picture, mask: { light: picture, clear: picture, whiteOnBlack: picture, blackOnWhite: picture } },
    },
    { signal },
  );
  const at = `azure-openai POST openai/deployments/${model.id}/images`;
  expect(fake.calls).toEqual([`${at}/generations`, `${at}/edits`]);
  expect(fake.jobs).toHaveLength(2);
  // Azure has no endpoint for checking prompts.
  expect(client.moderate).toBeUndefined();
});

it('openai: uses the deployment that Azure has for a model, and tells its refusals from its errors', async () => {
  const [entry] = openaiModels.filter(({ model }) => model.id === 'gpt-image-1');
  if (!entry) throw new Error('openai/gpt-image-1 is in the catalogue');
  const client = await clientOf(entry.manifest, entry.model, azure());
  const order = { ...wish, width: 1024, height: 1024 };
  const faults = [
    [{ kind: 'refused' }, { code: 'refused', categories: ['self-harm'] }],
    [{ kind: 'no-balance' }, { code: 'quota' }],
    [{ kind: 'status', status: 429 }, { code: 'rate-limited' }],
    [{ kind: 'status', status: 400 }, { code: 'invalid' }],
    [{ kind: 'status', status: 404 }, { code: 'unavailable' }],
    [{ kind: 'fewer' }, { code: 'bad-answer' }],
  ] as const;
  for (const [fault, expected] of faults) {
    fake.faults.add('azure-openai', fault);
    await expect(client.submit(order, { signal })).rejects.toMatchObject(expected);
  }
  expect(new Set(fake.calls)).toEqual(
    new Set(['azure-openai POST openai/deployments/gpt-image-1-production/images/generations']),
  );
  const stranger = await clientOf(entry.manifest, entry.model, { ...azure(), IMAGE_OPENAI_KEY: 'another-secret' });
  const error: unknown = await stranger.submit(order, { signal }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'auth' });
  expect(JSON.stringify(error) + String(error)).not.toContain('another-secret');
});

it('azure: the fake answers as described', async () => {
  const address = `${fake.url}/azure-openai/openai/deployments/gpt-image-1/images/generations?api-version=2025-04-01-preview`;
  const send = async (body: unknown): Promise<unknown> => {
    const headers = { 'api-key': KEY, 'Content-Type': 'application/json' };
    return (await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const order = { prompt: 'a fox', size: '1024x1024' };
  const refused = [await send({ ...order, size: '816x816' }), await send({ ...order, model: 'gpt-image-1' })];
  fake.faults.add('azure-openai', { kind: 'refused' });
  refused.push(await send(order));
  for (const answer of refused) {
    expect(answer).toHaveProperty('error.code');
    expect(vendorSchema('azure', 'error')?.safeParse(answer)).toMatchObject({ success: true });
  }
  expect(vendorSchema('azure', 'images')?.safeParse(await send(order))).toMatchObject({ success: true });
});

const geminiModels = models.filter(({ manifest }) => manifest.id === 'gemini');
it.each(geminiModels)('$key: is drawn at the size in the catalogue', async ({ manifest, model }) => {
  const client = await clientOf(manifest, model);
  const sizes = model.sizes.kind === 'ratios' ? Object.values(model.sizes.ratios) : [];
  // The fake notes the size of an order, also of one whose image it leaves out.
  fake.faults.add('gemini', { kind: 'fewer' }, sizes.length);
  for (const [width, height] of sizes)
    await expect(client.submit({ ...wish, width, height }, { signal })).rejects.toMatchObject({ code: 'bad-answer' });
  expect(sizes.length).toBeGreaterThan(9);
  expect(fake.jobs.map(({ order }) => [order.width, order.height])).toEqual(sizes);
});

it('gemini: the fake answers as described, and refuses sizes and models that do not exist', async () => {
  const headers = { 'x-goog-api-key': KEY, 'Content-Type': 'application/json' };
  const send = async (model: string, imageConfig: unknown) => {
    const body = JSON.stringify({ contents: [{ parts: [{ text: 'a fox' }] }], generationConfig: { imageConfig } });
    const answer = await fetch(`${fake.url}/gemini/models/${model}:generateContent`, { method: 'POST', headers, body });
    return { status: answer.status, body: await answer.json() };
  };
  const drawn = await send('gemini-3-pro-image', { aspectRatio: '16:9', imageSize: '1K' });
  expect([drawn.status, vendorSchema('gemini', 'answer')?.safeParse(drawn.body).success]).toEqual([200, true]);
  const refused = [
    await send('gemini-3.1-flash-lite-image', { imageSize: '2K' }),
    await send('gemini-3-pro-image', { aspectRatio: '5:3' }),
    await send('gemini-1', {}),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 404]);
  for (const { body } of refused) expect(vendorSchema('gemini', 'error')?.safeParse(body).success).toBe(true);
});

it('bfl: the fake answers as described', async () => {
  const headers = { 'x-key': KEY, 'Content-Type': 'application/json' };
  const order = async (body: unknown): Promise<unknown> =>
    (await fetch(`${fake.url}/bfl/v1/flux-2-pro`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  const accepted = await order({ prompt: 'a fox', width: 1024, height: 1024 });
  expect(vendorSchema('bfl', 'accepted')?.safeParse(accepted)).toMatchObject({ success: true });
  const { polling_url: address } = accepted as { polling_url: string };
  for (const status of ['Pending', 'Ready']) {
    const result = await (await fetch(address, { headers })).json();
    expect(result).toMatchObject({ status });
    expect(vendorSchema('bfl', 'result')?.safeParse(result)).toMatchObject({ success: true });
  }
  for (const body of [
    { prompt: 'x', width: 1000 },
    { prompt: 'x', width: 4096, height: 4096 },
    { prompt: 'x', steps: 3 },
  ]) {
    const refused = await order(body);
    expect(refused).toHaveProperty('detail.0.type');
    expect(vendorSchema('bfl', 'invalid')?.safeParse(refused)).toMatchObject({ success: true });
  }
});

const drawing = [
  ['ideogram', 'v1/ideogram-v3/generate', { 'Api-Key': KEY }, { prompt: 'a fox', resolution: '1024x1024' }],
  ['recraft', 'v1/images/generations', { Authorization: `Bearer ${KEY}` }, { prompt: 'a fox', model: 'recraftv4_1' }],
] as const;
const readable = described.filter(({ id }) => ['openai', 'stability', 'replicate', 'gemini', 'bfl', 'recraft'].includes(id));
it.each(readable)('$id: tries a key without drawing', async (manifest) => {
  const [model] = manifest.models;
  const client = await clientOf(manifest, model);
  const balance = ['stability', 'bfl', 'recraft'].includes(manifest.id) ? { balance: 1000 } : {};
  expect(await client.check?.({ signal })).toEqual(balance);
  const key = manifest.variables['key']?.name ?? '';
  const stranger = await clientOf(manifest, model, { [key]: 'another-secret' });
  await expect(stranger.check?.({ signal })).rejects.toMatchObject({ code: 'auth' });
  const away = await clientOf(manifest, model, { [manifest.variables['base']?.name ?? '']: 'http://127.0.0.1:9' });
  await expect(away.check?.({ signal })).rejects.toMatchObject({ code: 'unavailable' });
  expect(fake.jobs).toEqual([]);
});

it.each([
  ['openai', 'models', 'models', { Authorization: `Bearer ${KEY}` }],
  ['bfl', 'credits', 'v1/credits', { 'x-key': KEY }],
] as const)('%s: the fake lists %s as described', async (id, name, path, headers) => {
  const answer: unknown = await (await fetch(`${fake.url}/${id}/${path}`, { headers })).json();
  expect(vendorSchema(id, name)?.safeParse(answer)).toMatchObject({ success: true });
});

it.each(drawing)('%s: the fake answers as described', async (id, path, key, order) => {
  const headers = { ...key, 'Content-Type': 'application/json' };
  const send = (body: unknown) => fetch(`${fake.url}/${id}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const images = await (await send(order)).json();
  expect(images).toHaveProperty('data.0');
  expect(vendorSchema(id, 'images')?.safeParse(images)).toMatchObject({ success: true });
  expect((await send({ ...order, steps: 30 })).status).toBe(400);
});

it('ideogram: the fake refuses as described', async () => {
  fake.faults.add('ideogram', { kind: 'refused' });
  const headers = { 'Api-Key': KEY, 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ prompt: 'a fox' }) };
  const answer = await fetch(`${fake.url}/ideogram/v1/ideogram-v3/generate`, init);
  expect(answer.status).toBe(422);
  expect(vendorSchema('ideogram', 'refusal')?.safeParse(await answer.json())).toMatchObject({ success: true });
});

it('stability: reports a prompt in another language, after which another model is tried', async () => {
  const [entry] = models.filter(({ key }) => key === 'stability/core');
  if (!entry) throw new Error('stability/core is in the catalogue');
  const client = await clientOf(entry.manifest, entry.model);
  const korean = { ...wish, ...drawnSize(entry.model.sizes, { width: 512, height: 512 }), prompt: '눈 속의 여우' };
  await expect(client.submit(korean, { signal })).rejects.toMatchObject({ code: 'language' });
});

it('refuses what a schema does not describe', () => {
  const refused = [
    ['fal', 'fal-ai/flux-2-pro', { prompt: 'x', num_images: 1 }],
    ['fal', 'fal-ai/flux-2-pro/edit', { prompt: 'x' }],
    ['replicate', 'black-forest-labs/flux-schnell', { prompt: 'x', num_inference_steps: 30 }],
    ['replicate', 'black-forest-labs/flux-schnell', { prompt: 'x', aspect_ratio: '5:3' }],
    ['replicate', 'black-forest-labs/flux-2-pro', { prompt: 'x', aspect_ratio: 'custom', width: 1000, height: 1000 }],
    ['replicate', 'bytedance/seedream-4', { prompt: 'x', seed: 1 }],
    ['fal', 'fal-ai/bytedance/seedream/v5/lite/text-to-image', { prompt: 'x', seed: 1 }],
    ['stability', 'core', { prompt: 'x', aspect_ratio: '4:3' }],
    ['openai', 'generation', { prompt: 'x', safety_identifier: 'x' }],
    ['gemini', 'request', { contents: [{ parts: [{ text: 'x' }] }], seed: 1 }],
    ['ideogram', 'generate', { prompt: 'x', resolution: '1000x1000' }],
    ['ideogram', 'generate', { prompt: 'x', seed: 2 ** 31 }],
    ['recraft', 'generation', { prompt: 'x', size: '1000x1000' }],
    ['recraft', 'inpainting', { prompt: 'x', image_url: 'x' }],
    ['ideogram', 'edit', { prompt: 'x', image: 'x', mask: 'x', resolution: '1024x1024' }],
    ['bfl', 'flux-2-klein-4b', { prompt: 'x', input_image_5: 'x' }],
    ['bfl', 'flux-2-pro', { prompt: 'x', output_format: 'gif' }],
    ['gemini', 'request', { contents: [{ parts: [{ image: 'x' }] }] }],
  ] as const;
  for (const [vendor, name, request] of refused) expect(vendorSchema(vendor, name)?.safeParse(request).success).toBe(false);
});
