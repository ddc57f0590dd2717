/** Live previews over HTTP. The site that serves them does not draw. */
import { randomUUID } from 'node:crypto';
import { batchResponse, studioResponse } from '@bakkum/api-contract/images/images';
import { type FakeImageServer, settingsFor, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { readSettings } from '../../config/settings.ts';
import { startTestServer, type TestServer, type Visitor } from '../../test-server.ts';
import { createStudio, startDrawing } from './studio.ts';

const KEY = 'a-key-that-must-appear-nowhere';
let fake: FakeImageServer;
let server: TestServer;
beforeAll(async () => {
  fake = await startFakeImageServer({ key: KEY });
  server = await startTestServer(inject('postgresFolder'), {
    ...settingsFor(fake.url, KEY),
    IMAGE_MODELS: 'openai,comfyui,recraft',
  });
  await startDrawing(server.services.jobs, server.services.studio);
});
afterAll(async () => {
  await server.close();
  await fake.close();
});
beforeEach(() => fake.reset());

async function order({ cookie }: Visitor, model: string) {
  const wish = { prompt: 'a red fox', aspectRatio: '1:1', resolution: '512x512', seed: 5, model };
  const headers = { 'Idempotency-Key': randomUUID() };
  return batchResponse.parse(await (await server.send(cookie, 'POST', 'images/generations', wish, headers)).json()).batch;
}

async function slotOf({ cookie }: Visitor, id: string) {
  const answer = await server.send(cookie, 'GET', `images/generations/${id}`);
  return batchResponse.parse(await answer.json()).batch.images[0];
}

/** The URL of the first preview, as `send` takes it. */
async function previewed(visitor: Visitor, id: string): Promise<string> {
  await expect.poll(async () => (await slotOf(visitor, id))?.previewUrl).toBeDefined();
  return (await slotOf(visitor, id))?.previewUrl?.replace('/api/', '') ?? '';
}

it('shows an image while it is drawn, to its owner only', async () => {
  const [owner, stranger] = [await server.someone(), await server.someone()];
  fake.faults.add('openai', { kind: 'late' });
  const { id } = await order(owner, 'openai/gpt-image-2.5-flare');
  const url = await previewed(owner, id);
  const answer = await server.send(owner.cookie, 'GET', url);
  expect([answer.status, answer.headers.get('Content-Type'), answer.headers.get('Cache-Control')]).toEqual([
    200,
    'image/webp',
    'private, no-store',
  ]);
  expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 8, 12)).toBe('WEBP');
  const refused = [
    await server.send(stranger.cookie, 'GET', url),
    await server.send('', 'GET', url),
    await server.send(owner.cookie, 'GET', url.replace('/0?', '/1?')),
    await server.send(owner.cookie, 'GET', url.replace('/0?', '/-1?')),
    await server.send(owner.cookie, 'GET', url.replace(id, randomUUID())),
  ];
  expect(refused.map(({ status }) => status)).toEqual([404, 401, 404, 422, 404]);

  fake.release();
  await expect.poll(async () => (await slotOf(owner, id))?.state).toBe('done');
  expect((await server.send(owner.cookie, 'GET', url)).status).toBe(404);
  expect(await server.database.query('select slot_id from studio.previews')).toEqual([]);
});

it('ends with a cancelled order', async () => {
  const owner = await server.someone();
  fake.faults.add('comfyui', { kind: 'late' });
  const { id } = await order(owner, 'comfyui');
  const url = await previewed(owner, id);
  await expect.poll(async () => (await slotOf(owner, id))?.steps?.total).toBe(30);
  await server.send(owner.cookie, 'POST', `images/generations/${id}/cancel`, {});
  await expect.poll(async () => (await slotOf(owner, id))?.state).toBe('cancelled');
  expect((await server.send(owner.cookie, 'GET', url)).status).toBe(404);
});

it('deletes the previews of a deleted account', async () => {
  const owner = await server.someone();
  fake.faults.add('openai', { kind: 'late' });
  const { id } = await order(owner, 'openai/gpt-image-2.5-flare');
  await previewed(owner, id);
  const deleted = await server.send(owner.cookie, 'POST', 'account/delete', { password: 'correct horse' });
  expect(deleted.ok).toBe(true);
  expect(await server.database.query('select slot_id from studio.previews')).toEqual([]);
  fake.release();
});

const modelsOf = async (cookie: string) =>
  studioResponse.parse(await (await server.send(cookie, 'GET', 'images/studio')).json()).models;

it('says which models show previews', async () => {
  const { cookie } = await server.someone();
  expect((await modelsOf(cookie)).map(({ id, livePreview }) => [id, livePreview])).toEqual([
    ['openai/gpt-image-2.5-flare', true],
    ['comfyui', true],
    ['recraft/recraftv4_1', false],
    ['design', false],
  ]);
});

it.each([
  ['IMAGE_OPENAI_PARTIAL_IMAGES', { IMAGE_OPENAI_PARTIAL_IMAGES: '0' }, false],
  ['Azure OpenAI', { IMAGE_OPENAI_AZURE_VERSION: '2025-04-01-preview' }, false],
  ['the default', {}, true],
] as const)('is asked of OpenAI as %s says', (_, changes, expected) => {
  const settings = readSettings({ ...settingsFor(fake.url, KEY), IMAGE_MODELS: 'openai', ...changes });
  const { models } = createStudio({
    ...server.services,
    settings,
    secret: 's',
    log: server.log,
    clock: { now: () => new Date() },
  });
  expect(models[0]?.model.livePreview !== undefined).toBe(expected);
});

it('refuses a number of previews that OpenAI does not send', () => {
  expect(() => readSettings({ IMAGE_OPENAI_KEY: KEY, IMAGE_OPENAI_PARTIAL_IMAGES: '4' })).toThrow(/IMAGE_OPENAI_PARTIAL_IMAGES/);
});

it('describes the URL of a preview', async () => {
  const described = z.object({ paths: z.record(z.string(), z.unknown()) });
  const { paths } = described.parse(await (await server.send('', 'GET', 'openapi.json')).json());
  expect(paths).toHaveProperty(['/api/images/generations/{id}/previews/{index}']);
});
