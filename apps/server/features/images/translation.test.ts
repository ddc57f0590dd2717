/** Tests the translation of prompts over HTTP, with a fake of the chat model. */
import { randomUUID } from 'node:crypto';
import { batchResponse, studioResponse } from '@bakkum/api-contract/images/images';
import { type FakeImageServer, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { startTestServer, type TestServer, type Visitor } from '../../test-server.ts';
import { TRANSLATIONS_PER_HOUR } from './translation-routes.ts';

const KEY = 'a-key-that-must-appear-nowhere';
let fake: FakeImageServer;
let server: TestServer;
let plain: TestServer;

beforeAll(async () => {
  fake = await startFakeImageServer({ key: KEY });
  const service = { IMAGE_STABILITY_BASE: `${fake.url}/stability`, IMAGE_STABILITY_KEY: KEY };
  const chat = { IMAGE_CHAT_BASE: `${fake.url}/openai`, IMAGE_CHAT_KEY: KEY, IMAGE_CHAT_MODEL: 'gpt-5-mini' };
  server = await startTestServer(inject('postgresFolder'), { ...service, ...chat });
  plain = await startTestServer(inject('postgresFolder'), service);
});
afterAll(async () => {
  await server.close();
  await plain.close();
  await fake.close();
});
beforeEach(() => fake.reset());

async function translate({ cookie }: Pick<Visitor, 'cookie'>, texts: object, at = server): Promise<unknown> {
  const answer = await at.send(cookie, 'POST', 'images/translations', texts);
  return [answer.status, await answer.json()];
}

it('translates the prompt and what to leave out, after which a model that reads only English draws it', async () => {
  const visitor = await server.someone();
  expect(await translate(visitor, { prompt: '눈 속의 여우' })).toEqual([200, { prompt: 'snow in the fox' }]);
  // The answer comes in a code block.
  const texts = { prompt: '밤 여우', negativePrompt: '글자' };
  expect(await translate(visitor, texts)).toEqual([200, { prompt: 'night fox', negativePrompt: 'letters' }]);
  expect(fake.calls).toEqual(['openai POST chat/completions', 'openai POST chat/completions']);
  const order = { aspectRatio: '1:1', resolution: '512x512', count: 1, prompt: '눈 속의 여우' };
  const send = (body: object) =>
    server.send(visitor.cookie, 'POST', 'images/generations', body, { 'Idempotency-Key': randomUUID() });
  expect(await (await send(order)).json()).toMatchObject({ error: { code: 'prompt-language' } });
  const taken = batchResponse.parse(await (await send({ ...order, prompt: 'snow in the fox' })).json());
  expect(taken.batch.settings.prompt).toBe('snow in the fox');
});

it('refuses forbidden prompts before the chat model receives them', async () => {
  const answer = await translate(await server.someone(), { prompt: '벌거벗은 아이' });
  expect(answer).toMatchObject([422, { error: { code: 'prompt-refused' } }]);
  expect(fake.calls).toEqual([]);
});

it.each(['여우 chat-chatters', '여우 chat-declines'])('reports that %j was not translated', async (prompt) => {
  expect(await translate(await server.someone(), { prompt })).toMatchObject([
    503,
    { error: { code: 'translation-unavailable' } },
  ]);
});

it('needs a session, and is limited per account', async () => {
  expect(await translate({ cookie: '' }, { prompt: '여우' })).toMatchObject([401, { error: { code: 'not-signed-in' } }]);
  const visitor = await server.someone();
  await server.database.query(
    "insert into conversions.requests (key, count, resets_at) values ($1, $2, now() + interval '1 hour')",
    [`translations:${visitor.id}`, TRANSLATIONS_PER_HOUR],
  );
  expect(await translate(visitor, { prompt: '여우' })).toMatchObject([429, { error: { code: 'too-many-requests' } }]);
});

it('is offered only where a chat model is configured', async () => {
  for (const [at, translates] of [
    [server, true],
    [plain, false],
  ] as const) {
    const { cookie } = await at.someone();
    expect(studioResponse.parse(await (await at.send(cookie, 'GET', 'images/studio')).json()).translates).toBe(translates);
  }
  const answer = await translate(await plain.someone(), { prompt: '여우' }, plain);
  expect(answer).toMatchObject([404, { error: { code: 'not-found' } }]);
});
