import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Drawn, ImageClient, PictureOrder } from '@bakkum/image-provider/provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { manifest } from './manifest.ts';

const KEY = 'a-key-that-must-appear-nowhere';
const order: PictureOrder = {
  prompt: 'a red fox',
  rawPrompt: 'a red fox',
  style: '',
  width: 1376,
  height: 768,
  seed: 1,
  personHash: 'hash',
};
const picture = (data: string, more = {}) => ({ inlineData: { mimeType: 'image/png', data: btoa(data) }, ...more });

/** What the service answers next, and what it was last asked. */
let next: { status: number; body: unknown };
let asked: { url: string; body: unknown } | undefined;
let server: Server;
let client: ImageClient;
beforeAll(async () => {
  server = createServer((request, response) => {
    void buffer(request).then((body) => {
      asked = { url: request.url ?? '', body: JSON.parse(body.toString()) };
      response.writeHead(next.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(next.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1beta`;
  client = createClient({ key: KEY, base }, manifest.models[0]);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function drawnFrom(status: number, body: unknown, wanted = order): Promise<Drawn> {
  next = { status, body };
  const submitted = await client.submit(wanted, { signal: AbortSignal.timeout(60_000) });
  if (submitted.state !== 'done') throw new Error('the service draws at once');
  return submitted.drawn;
}

function candidate(finishReason: string, parts: readonly unknown[] = [], more = {}) {
  return { candidates: [{ content: { role: 'model', parts }, finishReason, ...more }] };
}

describe('an answer with status 200', () => {
  it('delivers the last image that is not a draft', async () => {
    const parts = [picture('draft', { thought: true }), { text: 'first' }, picture('first'), { text: 'then' }, picture('final')];
    const { content } = await drawnFrom(200, candidate('STOP', parts));
    expect(Buffer.from(content as Uint8Array).toString()).toBe('final');
  });

  it.each(['SAFETY', 'IMAGE_SAFETY', 'PROHIBITED_CONTENT', 'IMAGE_PROHIBITED_CONTENT', 'IMAGE_RECITATION'])(
    'is a refusal if it stopped for %s, also with an image',
    async (reason) => {
      const safetyRatings = [
        { category: 'HARM_CATEGORY_SEXUALLY_EXPLICIT', blocked: true },
        { category: 'HARM_CATEGORY_HARASSMENT', blocked: false },
        { category: 'a sentence with the prompt', blocked: true },
      ];
      const refusal = { code: 'refused', categories: ['sexually-explicit'] };
      await expect(drawnFrom(200, candidate(reason, [picture('x')], { safetyRatings }))).rejects.toMatchObject(refusal);
    },
  );

  it('is a refusal if the prompt was blocked', async () => {
    const body = { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } };
    await expect(drawnFrom(200, body)).rejects.toMatchObject({ code: 'refused' });
  });

  it('without an image lets another service try', async () => {
    await expect(drawnFrom(200, candidate('NO_IMAGE'))).rejects.toMatchObject({ code: 'failed' });
    await expect(drawnFrom(200, candidate('LANGUAGE'))).rejects.toMatchObject({ code: 'language' });
    await expect(drawnFrom(200, candidate('STOP', [{ text: 'I cannot.' }]))).rejects.toMatchObject({ code: 'bad-answer' });
    await expect(drawnFrom(200, candidate('STOP', [picture('x', { thought: true })]))).rejects.toMatchObject({
      code: 'bad-answer',
    });
    await expect(drawnFrom(200, {})).rejects.toMatchObject({ code: 'bad-answer' });
  });

  it('with anything but an image is not accepted', async () => {
    const page = { inlineData: { mimeType: 'text/html', data: btoa('<script>') } };
    await expect(drawnFrom(200, candidate('STOP', [page]))).rejects.toMatchObject({ code: 'bad-answer' });
    const linked = { fileData: { mimeType: 'image/png', fileUri: 'http://169.254.169.254/' } };
    await expect(drawnFrom(200, candidate('STOP', [linked]))).rejects.toMatchObject({ code: 'bad-answer' });
  });
});

describe('an error', () => {
  const detailed = (status: string, detail: object) => ({ error: { code: 0, message: KEY, status, details: [detail] } });
  it.each([
    [400, 'auth', detailed('INVALID_ARGUMENT', { '@type': 'x', reason: 'API_KEY_INVALID' })],
    [403, 'auth', detailed('PERMISSION_DENIED', { '@type': 'x', reason: 'API_KEY_SERVICE_BLOCKED' })],
    [400, 'invalid', { error: { status: 'INVALID_ARGUMENT', message: order.prompt } }],
    [400, 'quota', { error: { status: 'FAILED_PRECONDITION', message: 'enable billing' } }],
    [429, 'quota', { error: { status: 'RESOURCE_EXHAUSTED', message: 'Your prepayment credits are depleted.' } }],
    [429, 'quota', detailed('RESOURCE_EXHAUSTED', { '@type': 'x', violations: [{ quotaId: 'RequestsPerDayPerProject' }] })],
    [429, 'rate-limited', detailed('RESOURCE_EXHAUSTED', { '@type': 'x', violations: [{ quotaId: 'RequestsPerMinute' }] })],
    [429, 'rate-limited', { error: { status: 'RESOURCE_EXHAUSTED' } }],
    [404, 'unavailable', { error: { status: 'NOT_FOUND' } }],
    [503, 'unavailable', { error: { status: 'UNAVAILABLE' } }],
  ] as const)('with status %i is %s, and repeats neither key nor prompt', async (status, code, body) => {
    const error: unknown = await drawnFrom(status, body).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'ProviderFault', code });
    expect(String(error) + JSON.stringify(error)).not.toMatch(new RegExp(`${KEY}|${order.prompt}`));
  });
});

it('sends the key in a header, and the image with the instruction', async () => {
  const image = new Uint8Array(Buffer.from('png'));
  await drawnFrom(200, candidate('STOP', [picture('x')]), { ...order, width: 2752, height: 1536, edit: { picture: image } });
  expect(asked?.url).toBe('/v1beta/models/gemini-nano-banana-2.1:generateContent');
  expect(asked?.body).toEqual({
    contents: [{ role: 'user', parts: [{ text: 'a red fox' }, picture('png')] }],
    generationConfig: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '16:9', imageSize: '2K' } },
  });
  expect(JSON.stringify(asked)).not.toContain(KEY);
});
