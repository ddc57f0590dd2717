import { type FakeImageServer, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import { drawPicture } from '@bakkum/image-provider-fake/image';
import { vendorSchema } from '@bakkum/image-provider-fake/vendor-schemas';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { checkChat, createChat } from '../assistants/chat.ts';
import { chatModerator, moderationEndpoint } from './moderators.ts';

const KEY = 'a-key-that-must-appear-nowhere';
const signal = AbortSignal.timeout(60_000);
let fake: FakeImageServer;
beforeAll(async () => {
  fake = await startFakeImageServer({ key: KEY });
});
afterAll(() => fake.close());
beforeEach(() => fake.reset());

const endpoint = (changes: object = {}) =>
  moderationEndpoint({ base: `${fake.url}/openai`, key: KEY, model: 'omni-moderation-latest', images: true, ...changes });
const chat = (changes: object = {}) => createChat({ base: `${fake.url}/openai`, key: KEY, model: 'gpt-image-2', ...changes });

it('asks a moderation endpoint about prompts and images', async () => {
  expect(await endpoint().prompt('a fox', signal)).toEqual([]);
  expect(await endpoint().prompt('moderation-example', signal)).toEqual(['violence']);
  const picture = drawPicture(1, { width: 16, height: 16 });
  expect(await endpoint().image?.(picture, signal)).toEqual([]);
  expect(await endpoint({ model: 'flags-everything' }).image?.(picture, signal)).toEqual(['violence']);
  expect(endpoint({ images: false }).image).toBeUndefined();
  await expect(endpoint({ key: 'another-secret' }).prompt('a fox', signal)).rejects.toMatchObject({ code: 'auth' });
});

it('asks a chat model for the categories that it is to name, and ignores others', async () => {
  const moderator = chatModerator(chat());
  expect(await moderator.prompt('a fox', signal)).toEqual([]);
  expect(await moderator.prompt('moderation-example', signal)).toEqual(['violence/graphic']);
  expect(await moderator.prompt('chat-declines', signal)).toEqual(['declined']);
  await expect(moderator.prompt('chat-chatters', signal)).rejects.toMatchObject({ code: 'bad-answer' });
  expect(moderator.image).toBeUndefined();
  expect(fake.calls.every((call) => call === 'openai POST chat/completions')).toBe(true);
});

it('tries the key and the model of a chat without using it', async () => {
  const settings = { base: `${fake.url}/openai`, key: KEY, model: 'gpt-image-2' };
  await checkChat(settings, signal);
  await expect(checkChat({ ...settings, model: 'gpt-9' }, signal)).rejects.toMatchObject({ code: 'unsupported' });
  await expect(checkChat({ ...settings, key: 'another-secret' }, signal)).rejects.toMatchObject({ code: 'auth' });
  expect(fake.calls.every((call) => call === 'openai GET models')).toBe(true);
});

it('the fake answers as described, and refuses requests that are not', async () => {
  const send = async (body: unknown) => {
    const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${fake.url}/openai/chat/completions`, { method: 'POST', headers, body: JSON.stringify(body) });
    return [answer.status, await answer.json()] as const;
  };
  const messages = [{ role: 'user', content: '{"prompt":"a fox"}' }];
  const [status, answer] = await send({ model: 'gpt', messages });
  expect([status, vendorSchema('openai', 'chatAnswer')?.safeParse(answer).success]).toEqual([200, true]);
  for (const body of [{ messages }, { model: 'gpt', messages: [] }, { model: 'gpt', messages, prompt: 'x' }]) {
    const [refused, error] = await send(body);
    expect([refused, vendorSchema('openai', 'error')?.safeParse(error).success]).toEqual([400, true]);
  }
});
