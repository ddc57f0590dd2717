/** Tests every image service against its fake: the images it returns and the result of each fault. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drawnSize } from '@bakkum/image-provider/drawn-size';
import type { ProviderFault } from '@bakkum/image-provider/fault';
import type { ImageModel } from '@bakkum/image-provider/model';
import type { Drawn, ImageClient, PictureOrder, Polled } from '@bakkum/image-provider/provider';
import { type FakeImageServer, settingsFor, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import type { Fault } from '@bakkum/image-provider-fake/faults';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IMAGE_PROVIDER_LOADERS, IMAGE_PROVIDERS } from './image-providers.node.gen.ts';

const KEY = 'a-key-that-must-appear-nowhere';
const order: PictureOrder = {
  prompt: 'a red fox in the snow',
  rawPrompt: 'a red fox in the snow',
  negativePrompt: 'text',
  style: 'cinematic',
  width: 512,
  height: 512,
  seed: 41,
  personHash: 'hash',
};

let fake: FakeImageServer;
beforeAll(async () => {
  fake = await startFakeImageServer({ key: KEY });
});
afterAll(() => fake.close());
beforeEach(() => fake.reset());

const services = IMAGE_PROVIDERS.filter(({ place }) => place !== 'built-in');

async function clientOf(id: string, changes: Readonly<Record<string, string>> = {}, model = modelOf(id)): Promise<ImageClient> {
  const manifest = IMAGE_PROVIDERS.find((one) => one.id === id);
  const environment = { ...settingsFor(fake.url, KEY), ...changes };
  const values = Object.entries(manifest?.variables ?? {}).map(([short, { name, default: fallback = '' }]) => [
    short,
    environment[name] ?? fallback,
  ]);
  const module = await IMAGE_PROVIDER_LOADERS[id]?.();
  if (!module) throw new Error(`no client of ${id}`);
  return module.createClient(Object.fromEntries(values), model);
}

/** A model of the catalogue, or one outside it; the first one by default. */
function modelOf(service: string, id?: string): ImageModel {
  const manifest = IMAGE_PROVIDERS.find((one) => one.id === service);
  const { models: [first] = [], otherModels } = manifest ?? {};
  const other = id !== undefined && otherModels && { ...otherModels, id, name: id };
  const model = id === undefined ? first : (manifest?.models.find((one) => one.id === id) ?? other);
  if (!model) throw new Error(`no model ${id ?? ''} of ${service}`);
  return model;
}

/** The order in a size that the model draws. */
function orderFor(id: string, model = modelOf(id)): PictureOrder {
  return { ...order, ...drawnSize(model.sizes, order) };
}

async function draw(client: ImageClient, wanted: string | PictureOrder, signal = AbortSignal.timeout(60_000)): Promise<Drawn> {
  const submitted = await client.submit(typeof wanted === 'string' ? orderFor(wanted) : wanted, { signal });
  if (submitted.state === 'done') return submitted.drawn;
  for (;;) {
    const polled: Polled = (await client.poll?.(submitted.job, { signal })) ?? { state: 'running' };
    if (polled.state === 'done') return polled.drawn;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function bytesOf({ content }: Drawn): Promise<Buffer> {
  return content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(await (await fetch(content.address)).arrayBuffer());
}

async function faultOf(id: string, fault: Fault, signal?: AbortSignal): Promise<ProviderFault> {
  fake.faults.add(id, fault);
  const client = await clientOf(id);
  try {
    const drawn = await draw(client, id, signal);
    throw new Error(`${id} delivered ${(await bytesOf(drawn)).byteLength} bytes`);
  } catch (error) {
    if (error instanceof Error && error.name === 'ProviderFault' && 'code' in error) return error as ProviderFault;
    throw error;
  }
}

describe.each(services.map(({ id }) => ({ id })))('$id', ({ id }) => {
  it('returns the requested image', async () => {
    const bytes = await bytesOf(await draw(await clientOf(id), id));
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(fake.jobs).toHaveLength(1);
    expect(fake.jobs[0]?.order.prompt).toBe(order.prompt);
    if (modelOf(id).seed) expect(fake.jobs[0]?.order.seed).toBe(order.seed);
  });

  it('reports the reason of a failure by its status', async () => {
    const codes: string[] = [];
    for (const status of [402, 429, 422, 503]) codes.push((await faultOf(id, { kind: 'status', status })).code);
    // Ideogram answers 422 to content that it refuses.
    expect(codes.slice(0, 3)).toEqual(['quota', 'rate-limited', id === 'ideogram' ? 'refused' : 'invalid']);
    expect(['unavailable', 'start-failed']).toContain(codes[3]);
    expect(fake.jobs).toHaveLength(4);
  });

  it('reports a used-up balance, after which another service is tried', async () => {
    expect((await faultOf(id, { kind: 'no-balance' })).code).toBe('quota');
  });

  it('reports an unknown result for a request that was sent and not answered', async () => {
    expect((await faultOf(id, { kind: 'drop' })).code).toBe('ambiguous');
    const patience = new AbortController();
    const hanging = faultOf(id, { kind: 'hang' }, patience.signal);
    await until(() => fake.jobs.length === 2);
    patience.abort();
    expect((await hanging).code).toBe('ambiguous');
    expect(fake.jobs).toHaveLength(2);
  });

  it('accepts neither a web page nor a response without an image as a result', async () => {
    expect((await faultOf(id, { kind: 'wrong-type' })).code).toBe('bad-answer');
    const without = await faultOf(id, { kind: 'fewer' }).catch((error: Error) => error);
    // Where the body is the image, an empty one is detected when it is decoded.
    expect(['prompt-address'].includes(id) ? 'bad-answer' : 'code' in without && without.code).toMatch(/bad-answer|failed/);
  });

  it('is unavailable when the connection is refused', async () => {
    const nobody = await startFakeImageServer();
    await nobody.close();
    const name = IMAGE_PROVIDERS.find((one) => one.id === id)?.variables['base']?.name ?? '';
    const client = await clientOf(id, { [name]: `${nobody.url}/${id}` });
    await expect(draw(client, id)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

const refusing = ['openai', 'stability', 'stability-v1', 'replicate', 'fal', 'gemini', 'bfl', 'ideogram', 'prompt-address'];
it.each(refusing)('%s: reports a refusal as such', async (id) => {
  expect((await faultOf(id, { kind: 'refused' })).code).toBe('refused');
});

const keyed = services.filter(({ variables }) => variables['key']?.kind === 'secret' && variables['key'].needed);
it.each(keyed.map(({ id }) => id))('%s: reports an invalid key without showing it', async (id) => {
  const name = IMAGE_PROVIDERS.find((one) => one.id === id)?.variables['key']?.name ?? '';
  const client = await clientOf(id, { [name]: 'another-secret' });
  const error: unknown = await draw(client, id).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'auth' });
  expect(JSON.stringify(error) + String(error)).not.toContain('another-secret');
});

const cancelling = services.filter(({ capabilities }) => capabilities.cancel).map(({ id }) => id);
it.each(cancelling)('%s: can be aborted', async (id) => {
  fake.faults.add(id, { kind: 'late' });
  const client = await clientOf(id);
  const asked = new AbortController();
  const submitting = client.submit(order, { signal: asked.signal }).catch(() => undefined);
  // A service that responds with the image has no job id.
  const submitted = client.poll ? await submitting : undefined;
  await until(() => fake.jobs.length > 0);
  await client.cancel?.(submitted?.state === 'accepted' ? submitted.job : undefined, { signal: AbortSignal.timeout(60_000) });
  asked.abort();
  expect(fake.jobs.map(({ state }) => state)).toEqual(['cancelled']);
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

it.each(['fal', 'bfl'])('%s: sends a key only to the host it belongs to', async (id) => {
  const elsewhere = 'http://elsewhere.example/x';
  const body = JSON.stringify({
    status_url: elsewhere,
    response_url: elsewhere,
    cancel_url: elsewhere,
    id: 'x',
    polling_url: elsewhere,
  });
  const server = createServer((_, response) => void response.end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = await clientOf(id, { [`IMAGE_${id.toUpperCase()}_BASE`]: base });
  await expect(client.submit(order, { signal: AbortSignal.timeout(60_000) })).rejects.toMatchObject({ code: 'bad-answer' });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('openai: only gets orders for sizes that it draws', async () => {
  const client = await clientOf('openai');
  await expect(client.submit(order, { signal: AbortSignal.timeout(60_000) })).rejects.toMatchObject({ code: 'invalid' });
  await draw(client, 'openai');
  expect(fake.jobs.map(({ request }) => request)).toMatchObject([{ size: '816x816' }]);
});

it('replicate: draws the same image for the same seed', async () => {
  await draw(await clientOf('replicate'), 'replicate');
  expect(fake.jobs[0]?.request).toMatchObject({ input: { go_fast: false, seed: order.seed } });
  await draw(await clientOf('replicate', {}, modelOf('replicate', 'someone/other')), 'replicate');
  expect(fake.jobs[1]?.request).not.toHaveProperty('input.go_fast');
});

it('huggingface: draws with the steps of the model, through the provider that serves it', async () => {
  await draw(await clientOf('huggingface'), 'huggingface');
  expect(fake.calls).toEqual(['huggingface POST v1/images/generations']);
  expect(fake.jobs[0]?.request).toMatchObject({ model: 'black-forest-labs/FLUX.1-schnell', num_inference_steps: 4 });
  expect(fake.jobs[0]?.request).not.toHaveProperty('guidance_scale');
  const base = { IMAGE_HUGGINGFACE_BASE: `${fake.url}/huggingface` };
  const direct = await clientOf('huggingface', base, modelOf('huggingface', 'stabilityai/stable-diffusion-xl-base-1.0'));
  await draw(direct, 'huggingface');
  expect(fake.calls[1]).toBe('huggingface POST models/stabilityai/stable-diffusion-xl-base-1.0');
  expect(fake.jobs[1]?.request).toMatchObject({ parameters: { num_inference_steps: 30, guidance_scale: 7.5 } });
});

it('comfyui: leaves no files on the operator’s disk', async () => {
  const { content } = await draw(await clientOf('comfyui'), 'comfyui');
  expect(content).toMatchObject({ address: expect.stringContaining('type=temp') });
});

it('prefers stability, replicate and huggingface, and uses a design last', () => {
  const ranked = IMAGE_PROVIDERS.toSorted((one, other) => one.rank - other.rank);
  expect(ranked.slice(0, 3).map(({ id }) => id)).toEqual(['stability', 'replicate', 'huggingface']);
  expect(new Set(IMAGE_PROVIDERS.map(({ rank }) => rank)).size).toBe(IMAGE_PROVIDERS.length);
  expect(ranked.findIndex(({ design }) => design)).toBe(ranked.some(({ design }) => design) ? ranked.length - 1 : -1);
});
