import { type FakeImageServer, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import { drawPicture } from '@bakkum/image-provider-fake/image';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createClient, inspect } from './client.ts';
import { manifest } from './manifest.ts';

const signal = AbortSignal.timeout(60_000);
const size = { width: 512, height: 512 };
const order = { prompt: 'a fox at night', rawPrompt: 'a fox at night', style: '', seed: 7, personHash: 'hash', ...size };
const picture = drawPicture(1, size);
const mask = { light: picture, clear: picture, whiteOnBlack: picture, blackOnWhite: picture };
const graphOf = z.object({
  prompt: z.record(z.string(), z.object({ class_type: z.string(), inputs: z.record(z.string(), z.unknown()) })),
});

let fake: FakeImageServer;
beforeAll(async () => {
  fake = await startFakeImageServer();
});
afterAll(() => fake.close());
beforeEach(() => fake.reset());

const client = (changes: Readonly<Record<string, string>> = {}) =>
  createClient({ base: `${fake.url}/comfyui`, checkpoint: 'sdxl.safetensors', graph: '', ...changes }, manifest.models[0]);

function nodesOf(): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const { prompt } = graphOf.parse(fake.jobs.at(-1)?.request);
  return new Map(Object.values(prompt).map((node) => [node.class_type, node.inputs]));
}

it('starts from the image to edit, which it uploads as a temporary file', async () => {
  await client().submit({ ...order, edit: { picture, strength: 0.35 } }, { signal });
  expect(fake.calls).toEqual(['comfyui POST upload/image', 'comfyui POST prompt']);
  expect(fake.jobs[0]?.order.picture?.byteLength).toBe(picture.byteLength);
  const nodes = nodesOf();
  expect(nodes.get('LoadImage')?.['image']).toMatch(/^bakkum-[\w-]+\.png \[temp\]$/);
  expect(nodes.get('KSampler')?.['denoise']).toBe(0.35);
  expect([nodes.has('EmptyLatentImage'), nodes.has('SetLatentNoiseMask')]).toEqual([false, false]);
});

it('redraws only the masked part', async () => {
  await client().submit({ ...order, edit: { picture, mask } }, { signal });
  const nodes = nodesOf();
  expect(nodes.get('LoadImageMask')).toMatchObject({ channel: 'red', image: expect.stringMatching(/\[temp\]$/) });
  expect(nodes.get('LoadImageMask')?.['image']).not.toBe(nodes.get('LoadImage')?.['image']);
  expect([nodes.has('SetLatentNoiseMask'), nodes.has('ImageCompositeMasked')]).toEqual([true, true]);
});

it('draws from nothing without an image', async () => {
  await client().submit(order, { signal });
  const nodes = nodesOf();
  expect([nodes.has('EmptyLatentImage'), nodes.has('LoadImage'), nodes.get('KSampler')?.['denoise']]).toEqual([true, false, 1]);
});

it('edits with the graph of the operator, which must take an image', async () => {
  const own = JSON.stringify({
    '1': { class_type: 'LoadImage', inputs: { image: '%image%', prompt: '%prompt%', denoise: '%denoise%' } },
  });
  await client({ graph: '{}', editGraph: own }).submit({ ...order, edit: { picture, strength: 0.2 } }, { signal });
  expect(nodesOf().get('LoadImage')).toMatchObject({
    prompt: 'a fox at night',
    denoise: 0.2,
    image: expect.stringContaining('[temp]'),
  });
  const masked = client({ editGraph: own }).submit({ ...order, edit: { picture, mask } }, { signal });
  await expect(masked).rejects.toMatchObject({ code: 'unsupported' });
  const blind = client({ editGraph: '{}' }).submit({ ...order, edit: { picture } }, { signal });
  await expect(blind).rejects.toMatchObject({ code: 'unsupported' });
  expect(fake.jobs).toHaveLength(1);
});

it('names the models and samplers, and a model to set if the given one is missing', async () => {
  const inspected = (changes: Readonly<Record<string, string>> = {}) =>
    inspect({ base: `${fake.url}/comfyui`, checkpoint: 'sd_xl_base_1.0.safetensors', graph: '', ...changes }, { signal });
  const models = ['dreamshaper_8.safetensors', 'sd_xl_base_1.0.safetensors'];
  expect(await inspected()).toEqual({ models, samplers: ['euler', 'dpmpp_2m'], settings: {} });
  expect(await inspected({ checkpoint: 'gone.safetensors' })).toMatchObject({ settings: { checkpoint: models[0] } });
  expect(await inspected({ checkpoint: 'gone.safetensors', graph: '{}' })).toMatchObject({ settings: {} });
  await expect(inspected({ base: `${fake.url}/automatic1111` })).rejects.toMatchObject({ code: 'unavailable' });
});

it('orders nothing if the upload is lost', async () => {
  const lost = client({ base: 'http://127.0.0.1:9' }).submit({ ...order, edit: { picture } }, { signal });
  await expect(lost).rejects.toMatchObject({ code: 'unavailable' });
});
