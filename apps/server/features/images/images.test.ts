/** The image studio as a page sees it: over HTTP, with the stand-in for every service. */
import { randomUUID } from 'node:crypto';
import * as contract from '@bakkum/api-contract/images';
import { PLANS } from '@bakkum/api-contract/plans';
import { drawPicture } from '@bakkum/image-stand-in/picture';
import { type StandIn, settingsFor, startImageStandIn } from '@bakkum/image-stand-in/stand-in';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import type { Services } from '../../services.ts';
import { startTestServer, type TestServer, type Visitor } from '../../test-server.ts';
import { DEMO_ACCOUNT } from '../demo/account.ts';
import { startDrawing } from './studio.ts';

const KEY = 'a-key-that-must-appear-nowhere';
let server: TestServer;
let services: Services;
let standIn: StandIn;
const send: TestServer['send'] = (...request) => server.send(...request);

beforeAll(async () => {
  standIn = await startImageStandIn({ key: KEY });
  server = await startTestServer(inject('postgresFolder'), settingsFor(standIn.url, KEY));
  ({ services } = server);
  await startDrawing(services.jobs, services.studio);
});
afterAll(async () => {
  await server.close();
  await standIn.close();
});
// What an earlier test ordered must not meet the faults of the next one.
beforeEach(async () => {
  while ((await server.database.query('select from studio.batches where ended_at is null')).length > 0) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  standIn.reset();
});

/** Somebody new with an account, on a plan. */
async function someone(plan: 'free' | 'monthly' | 'annual' = 'monthly'): Promise<Visitor> {
  const visitor = await server.someone();
  if (plan !== 'free') {
    const { credits, cycle } = PLANS[plan];
    await services.ledger.entitle({ userId: visitor.id, plan, ref: `test:${visitor.id}`, credits, cycle, startsAt: new Date() });
  }
  return visitor;
}

const wish = { prompt: 'a red fox in the snow', style: 'anime', aspectRatio: '1:1', resolution: '512x512', seed: 5 };

function order({ cookie }: Visitor, changes: object = {}, key: string = randomUUID()): Promise<Response> {
  return send(cookie, 'POST', 'images/generations', { ...wish, ...changes }, { 'Idempotency-Key': key });
}

async function batchOf(response: Response): Promise<contract.BatchView> {
  return contract.batchResponse.parse(await response.json()).batch;
}

async function ended({ cookie }: Visitor, id: string): Promise<contract.BatchView> {
  for (;;) {
    const batch = await batchOf(await send(cookie, 'GET', `images/generations/${id}`));
    if (batch.endedAt) return batch;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function drawn(visitor: Visitor, changes: object = {}): Promise<contract.ImageView> {
  const { id } = await batchOf(await order(visitor, changes));
  const [slot] = (await ended(visitor, id)).images;
  if (!slot?.image) throw new Error('nothing was drawn');
  return slot.image;
}

async function problemOf(response: Response): Promise<unknown> {
  const { error } = z.object({ error: z.looseObject({ code: z.string() }) }).parse(await response.json());
  return [response.status, error.code];
}

describe('an order', () => {
  it('is answered at once, drawn by a worker, and paid', async () => {
    const visitor = await someone();
    const response = await order(visitor, { count: 4 });
    expect(response.status).toBe(202);
    const batch = await ended(visitor, (await batchOf(response)).id);
    expect(batch).toMatchObject({ state: 'done', held: 4, spent: 4, attempts: expect.arrayContaining([]) });
    expect(batch.images.map(({ image }) => image?.seed)).toEqual([5, 6, 7, 8]);
    const balance: unknown = await (await send(visitor.cookie, 'GET', 'credits')).json();
    expect(balance).toMatchObject({ current: 496, held: 0 });
  });

  it('needs somebody who is signed in, and a key', async () => {
    expect(await problemOf(await order({ cookie: '', id: '', email: '' }))).toEqual([401, 'not-signed-in']);
    const visitor = await someone();
    const response = await send(visitor.cookie, 'POST', 'images/generations', wish);
    expect(await problemOf(response)).toEqual([422, 'invalid-request']);
  });

  it('made twice with one key is one', async () => {
    const visitor = await someone();
    const [first, second] = await Promise.all([order(visitor, {}, 'the-same-key'), order(visitor, {}, 'the-same-key')]);
    expect((await batchOf(first)).id).toBe((await batchOf(second)).id);
    expect(await problemOf(await order(visitor, { seed: 6 }, 'the-same-key'))).toEqual([409, 'idempotency-conflict']);
  });

  it.each([
    ['free', { resolution: '1536x1536' }, 'premium-needed'],
    ['free', { resolution: '1920x1080', aspectRatio: '16:9' }, 'premium-needed'],
    ['free', { count: 2 }, 'premium-needed'],
    ['monthly', { count: 8 }, 'annual-needed'],
    ['monthly', { resolution: '4096x4096' }, 'annual-needed'],
  ] as const)('of a %s account for %j is refused', async (plan, changes, code) => {
    expect(await problemOf(await order(await someone(plan), changes))).toEqual([403, code]);
  });

  it('without credits is refused with the specified words', async () => {
    const visitor = await someone('free');
    await server.database.query('delete from studio.refusals');
    for (let spent = 0; spent < 9; spent += 3)
      expect((await order(visitor, { resolution: '1024x768', aspectRatio: '4:3' })).status).toBe(202);
    const response = await order(visitor, { resolution: '1024x1024' });
    const text = await response.text();
    expect(response.status).toBe(402);
    expect(text).toContain('You have no credits remaining. Please upgrade your plan to continue generating images.');
  });

  it('with a refused word is refused with the specified words, in both languages', async () => {
    const { cookie } = await someone();
    const headers = { 'Idempotency-Key': randomUUID() };
    const english = await send(cookie, 'POST', 'images/generations', { ...wish, prompt: 'explicit scene' }, headers);
    expect(await english.json()).toMatchObject({
      error: {
        code: 'prompt-refused',
        message: 'Your prompt contains content that cannot be generated. Please modify your prompt and try again.',
        terms: ['explicit'],
      },
    });
    const korean = await send(
      cookie,
      'POST',
      'images/generations',
      { ...wish, prompt: '폭력' },
      { ...headers, 'Accept-Language': 'ko' },
    );
    expect(await korean.json()).toMatchObject({
      error: { message: '프롬프트에 만들 수 없는 내용이 있어요. 프롬프트를 고쳐서 다시 시도해 주세요.' },
    });
  });
});

it('tells in both languages what each service that delivered nothing did', async () => {
  const visitor = await someone();
  standIn.faults.add('replicate', { kind: 'status', status: 500 });
  const { id } = await batchOf(await order(visitor, { provider: 'replicate' }));
  const batch = await ended(visitor, id);
  expect(batch.attempts[0]).toMatchObject({ fault: 'start-failed', message: 'Failed to start Replicate prediction' });
  const korean = await batchOf(
    await send(visitor.cookie, 'GET', `images/generations/${id}`, undefined, { 'Accept-Language': 'ko' }),
  );
  expect(korean.attempts[0]?.message).toBe('Replicate 작업을 시작하지 못했어요');
});

describe('an image', () => {
  it('is seen by its owner alone: for others it is not there', async () => {
    const visitor = await someone();
    const stranger = await someone();
    const image = await drawn(visitor);
    const id = image.id;
    const reads = ['', '/file', '/thumbnail', '/download', '/iterations'].map((part) => ['GET', `images/${id}${part}`] as const);
    const own = await Promise.all(reads.map(([method, address]) => send(visitor.cookie, method, address)));
    expect(own.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const changes = [
      ['PATCH', `images/${id}`, { favourite: true }],
      ['DELETE', `images/${id}`, undefined],
      ['POST', `images/${id}/restore`, {}],
      ['POST', `images/${id}/refine`, { instructions: 'x' }],
      ['POST', 'images/reports', { imageId: id, reason: 'other' }],
      ['GET', `images/generations/${image.batchId}`, undefined],
      ['POST', `images/generations/${image.batchId}/cancel`, {}],
    ] as const;
    const foreign = await Promise.all([
      ...reads.map(([method, address]) => send(stranger.cookie, method, address)),
      ...changes.map(([method, address, body]) =>
        send(stranger.cookie, method, address, body, { 'Idempotency-Key': randomUUID() }),
      ),
    ]);
    expect(foreign.map(({ status }) => status)).toEqual(foreign.map(() => 404));
    expect((await send('', 'GET', `images/${id}/file`)).status).toBe(401);
  });

  it('is downloaded in three formats under the specified name', async () => {
    const visitor = await someone();
    const image = await drawn(visitor);
    for (const [format, extension] of [
      ['png', 'png'],
      ['jpeg', 'jpg'],
      ['webp', 'webp'],
    ] as const) {
      const response = await send(visitor.cookie, 'GET', `images/${image.id}/download?format=${format}`);
      expect(response.headers.get('Content-Type')).toBe(`image/${format}`);
      expect(response.headers.get('Content-Disposition')).toMatch(
        new RegExp(`^attachment; filename="ai-image-a-red-fox-in-the-snow-\\d+\\.${extension}"$`),
      );
      expect(Buffer.from(await response.arrayBuffer()).includes('trainedAlgorithmicMedia')).toBe(true);
    }
  });

  it('is rated, liked, found, put on a board, deleted and brought back', async () => {
    const visitor = await someone();
    const { cookie } = visitor;
    const image = await drawn(visitor, { prompt: '100%_real 여우' });
    await drawn(visitor);
    const id = image.id;
    const changed = contract.imageResponse.parse(
      await (await send(cookie, 'PATCH', `images/${id}`, { favourite: true, rating: 4 })).json(),
    );
    expect(changed.image).toMatchObject({ favourite: true, rating: 4 });
    const board = contract.boardResponse.parse(
      await (await send(cookie, 'POST', 'images/boards', { name: '여우들' })).json(),
    ).board;
    await send(cookie, 'POST', `images/boards/${board.id}/add`, { imageIds: [id] });
    for (const query of ['search=%25_real', 'search=여우', 'favourite=true', `board=${board.id}`, 'limit=1&before=']) {
      const found = contract.imagesResponse.parse(await (await send(cookie, 'GET', `images?${query}`)).json()).images;
      expect(found).toHaveLength(1);
    }
    expect(await (await send(cookie, 'GET', 'images/statistics')).json()).toMatchObject({
      images: 2,
      favourites: 1,
      averageRating: 4,
      creditsSpent: 2,
    });
    expect((await send(cookie, 'DELETE', `images/${id}`)).status).toBe(200);
    expect((await send(cookie, 'GET', `images/${id}/file`)).status).toBe(404);
    expect((await send(cookie, 'POST', `images/${id}/restore`, {})).status).toBe(200);
    expect((await send(cookie, 'GET', `images/${id}/file`)).status).toBe(200);
  });

  it('is refined, and keeps its history', async () => {
    const visitor = await someone();
    const image = await drawn(visitor);
    const mask = Buffer.from(await (await send(visitor.cookie, 'GET', `images/${image.id}/file`)).arrayBuffer()).toString(
      'base64',
    );
    const response = await send(
      visitor.cookie,
      'POST',
      `images/${image.id}/refine`,
      { instructions: 'at night', mask, provider: 'openai' },
      { 'Idempotency-Key': randomUUID() },
    );
    expect(response.status).toBe(202);
    const batch = await ended(visitor, (await batchOf(response)).id);
    expect(batch).toMatchObject({ state: 'done', spent: 1, refinement: { imageId: image.id, mode: 'mask' } });
    const history = await (await send(visitor.cookie, 'GET', `images/${image.id}/iterations`)).json();
    expect(contract.iterationsResponse.parse(history).images.map(({ iteration }) => iteration)).toEqual([1, 2]);
  });
});

describe('a picture of a person', () => {
  const photo = (seed = 9): Buffer => Buffer.from(drawPicture(seed, { width: 480, height: 320 }));

  type Sending = {
    readonly query?: string;
    readonly key?: string;
    readonly type?: string;
    readonly origin?: string;
    readonly language?: string;
  };

  async function bring(cookie: string, body: Buffer, sending: Sending = {}): Promise<Response> {
    const { query = 'name=%ED%9C%B4%EA%B0%80.jpg&agreed=true', key = randomUUID(), type = 'application/octet-stream' } = sending;
    return fetch(`${server.url}/api/images/imports?${query}`, {
      method: 'POST',
      headers: {
        Origin: sending.origin ?? server.url,
        Cookie: cookie,
        'Content-Type': type,
        'Idempotency-Key': key,
        'Accept-Language': sending.language ?? 'en',
      },
      body: new Uint8Array(body),
    });
  }

  async function brought(visitor: Visitor): Promise<contract.ImageView> {
    return contract.imageResponse.parse(await (await bring(visitor.cookie, photo())).json()).image;
  }

  it('is kept for who agreed, seen by nobody else, refined, and taken along under its own name', async () => {
    const [visitor, stranger] = [await someone('free'), await someone()];
    const image = await brought(visitor);
    expect(image).toMatchObject({ importedAs: '휴가', width: 480, height: 320, iteration: 1 });
    for (const part of ['', '/file', '/thumbnail', '/download', '/iterations'])
      expect((await send(stranger.cookie, 'GET', `images/${image.id}${part}`)).status).toBe(404);
    expect((await send('', 'GET', `images/${image.id}/file`)).status).toBe(401);
    const words = { instructions: 'at night' };
    const order = (cookie: string) =>
      send(cookie, 'POST', `images/${image.id}/refine`, words, { 'Idempotency-Key': randomUUID() });
    expect(await problemOf(await order(stranger.cookie))).toEqual([404, 'not-found']);
    const response = await order(visitor.cookie);
    expect(response.status).toBe(202);
    const batch = await ended(visitor, (await batchOf(response)).id);
    expect(batch).toMatchObject({ state: 'done', spent: 1, refinement: { imageId: image.id, mode: 'edit' } });
    expect(standIn.jobs.map(({ service, order: { picture } }) => [service, picture !== undefined])).toEqual([['openai', true]]);
    const file = await send(visitor.cookie, 'GET', `images/${image.id}/download?format=webp`);
    expect(file.headers.get('Content-Disposition')).toBe(
      `attachment; filename="__.webp"; filename*=UTF-8''${encodeURIComponent('휴가')}.webp`,
    );
    expect(await (await send(visitor.cookie, 'GET', 'credits')).json()).toMatchObject({ current: 9 });
  });

  it('is not taken without agreement, without an account, from another site, as a form, or too large', async () => {
    const { cookie } = await someone();
    const file = photo();
    const answers = [
      await bring(cookie, file, { query: 'name=a.jpg' }),
      await bring(cookie, file, { query: 'name=a.jpg&agreed=false' }),
      await bring('', file),
      await bring(cookie, file, { origin: 'https://elsewhere.example' }),
      await bring(cookie, file, { type: 'multipart/form-data; boundary=x' }),
      await bring(cookie, file, { type: 'application/json' }),
      await bring(cookie, Buffer.alloc(20_000_001)),
      await bring(cookie, Buffer.from('<h1>hello</h1>')),
    ];
    expect(await Promise.all(answers.map(problemOf))).toEqual([
      [422, 'invalid-request'],
      [422, 'invalid-request'],
      [401, 'not-signed-in'],
      [403, 'foreign-origin'],
      [415, 'unsupported-media-type'],
      [415, 'unsupported-media-type'],
      [413, 'too-large'],
      [422, 'picture-unreadable'],
    ]);
    const korean = await bring(cookie, Buffer.from('no picture'), { language: 'ko' });
    expect(await korean.json()).toMatchObject({
      error: { message: expect.stringContaining('JPEG, PNG, WebP, AVIF, GIF 중 하나를 골라 주세요') },
    });
    // Where files are taken, only files are, and only there.
    expect(
      await problemOf(await send(cookie, 'POST', 'images/boards', { name: 'x' }, { 'Content-Type': 'application/octet-stream' })),
    ).toEqual([415, 'unsupported-media-type']);
  });

  it('sent twice with one key is one, and counts in no statistics', async () => {
    const { cookie } = await someone();
    const file = photo();
    const [first, second] = await Promise.all([
      bring(cookie, file, { key: 'same-key-1' }),
      bring(cookie, file, { key: 'same-key-1' }),
    ]);
    const ids = [first, second].map(async (one) => contract.imageResponse.parse(await one.json()).image.id);
    expect(new Set(await Promise.all(ids)).size).toBe(1);
    expect(await problemOf(await bring(cookie, photo(10), { key: 'same-key-1' }))).toEqual([409, 'idempotency-conflict']);
    expect(await (await send(cookie, 'GET', 'images/statistics')).json()).toMatchObject({ images: 0, creditsSpent: 0 });
  });

  it('is in what one takes along of the account, and gone with it', async () => {
    const visitor = await someone();
    const image = await brought(visitor);
    const exported = z
      .object({
        images: z.array(z.object({ images: z.array(z.object({ image: z.object({ id: z.string(), importedAs: z.string() }) })) })),
      })
      .parse(await (await send(visitor.cookie, 'GET', 'account/export')).json());
    expect(exported.images.flatMap(({ images }) => images.map((one) => one.image))).toEqual([
      { id: image.id, importedAs: '휴가' },
    ]);
    expect((await send(visitor.cookie, 'POST', 'account/delete', { password: 'correct horse' })).status).toBe(204);
    expect(await server.database.query('select from studio.images where user_id = $1', [visitor.id])).toEqual([]);
    expect(await server.database.query('select from studio.batches where user_id = $1', [visitor.id])).toEqual([]);
  });
});

describe('the page that looks on', () => {
  it('is told how an order fares, also after it was loaded again', async () => {
    const visitor = await someone();
    standIn.faults.add('stability', { kind: 'late' });
    const { id } = await batchOf(await order(visitor));
    const first = await openEvents(visitor);
    expect((await first.until((batch) => batch.id === id)).endedAt).toBeUndefined();
    first.close();
    const second = await openEvents(visitor);
    await second.until((batch) => batch.id === id);
    standIn.release();
    expect(await second.until((batch) => batch.id === id && batch.endedAt !== undefined)).toMatchObject({
      state: 'done',
      spent: 1,
    });
    second.close();
  });

  it('can stop one', async () => {
    const visitor = await someone();
    standIn.faults.add('replicate', { kind: 'late' });
    const { id } = await batchOf(await order(visitor, { provider: 'replicate', count: 2 }));
    while (standIn.jobs.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    await send(visitor.cookie, 'POST', `images/generations/${id}/cancel`, {});
    const batch = await ended(visitor, id);
    expect(['cancelled', 'partial']).toContain(batch.state);
    expect(batch.spent).toBe(batch.images.filter(({ state }) => state === 'done').length);
  });
});

async function openEvents({ cookie }: Visitor) {
  const stop = new AbortController();
  const response = await fetch(`${server.url}/api/images/events`, { headers: { Cookie: cookie }, signal: stop.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    close: () => stop.abort(),
    async until(wanted: (batch: contract.BatchView) => boolean): Promise<contract.BatchView> {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end === -1) {
          text += (await reader?.read())?.value ?? '';
          continue;
        }
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        const data = /^event: batch\ndata: (.*)$/m.exec(event)?.[1];
        const batch = data && contract.batchResponse.parse(JSON.parse(data)).batch;
        if (batch && wanted(batch)) return batch;
      }
    },
  };
}

it('forgets everything of an account that is deleted', async () => {
  const visitor = await someone();
  await drawn(visitor);
  expect((await send(visitor.cookie, 'POST', 'account/delete', { password: 'correct horse' })).status).toBe(204);
  for (const table of ['batches', 'images']) {
    expect(await server.database.query(`select from studio.${table} where user_id = $1`, [visitor.id])).toEqual([]);
  }
});

it('lets the demo account use it, and says what there is', async () => {
  const { cookie } = await server.signIn(DEMO_ACCOUNT);
  const studio = contract.studioResponse.parse(await (await send(cookie, 'GET', 'images/studio')).json());
  expect(studio.tier).toBe('premium');
  expect(studio.providers.slice(0, 3).map(({ id }) => id)).toEqual(['stability', 'replicate', 'huggingface']);
  expect(studio.providers.at(-1)).toMatchObject({ id: 'sketch', sketch: true });
  expect(studio.refine).toEqual({ edit: true, mask: true });
});

it('writes the key and the prompts into no log', () => {
  expect(server.lines.join('\n')).not.toContain(KEY);
  expect(server.lines.join('\n')).not.toContain('red fox');
  expect(server.lines.join('\n')).not.toMatch(/휴가|%ED%9C%B4/);
});

it('is described by the API itself', async () => {
  const described = z
    .object({ paths: z.record(z.string(), z.unknown()) })
    .parse(await (await send('', 'GET', 'openapi.json')).json());
  expect(Object.keys(described.paths)).toEqual(
    expect.arrayContaining([
      '/api/images/generations',
      '/api/images/{id}/refine',
      '/api/images/imports',
      '/api/images/{id}/download',
      '/api/images/events',
    ]),
  );
});
