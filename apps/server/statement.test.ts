/** Tests the credit statement over HTTP, with images from fake services. */
import { randomUUID } from 'node:crypto';
import { type StatementRowView, statementResponse } from '@bakkum/api-contract/billing/credits';
import { batchResponse } from '@bakkum/api-contract/images/images';
import { type FakeImageServer, settingsFor, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startDrawing } from './features/images/studio.ts';
import { startTestServer, type TestServer, type Visitor } from './test-server.ts';

const KEY = 'a-key-that-must-appear-nowhere';
let server: TestServer;
let fake: FakeImageServer;

beforeAll(async () => {
  fake = await startFakeImageServer({ key: KEY });
  server = await startTestServer(inject('postgresFolder'), settingsFor(fake.url, KEY));
  await startDrawing(server.services.jobs, server.services.studio);
});
afterAll(async () => {
  await server.close();
  await fake.close();
});

async function ordered({ cookie }: Visitor, prompt: string, changes: object = {}) {
  const wish = { prompt, aspectRatio: '1:1', resolution: '512x512', provider: 'stability', count: 1, ...changes };
  const headers = { 'Idempotency-Key': randomUUID() };
  const taken = await server.send(cookie, 'POST', 'images/generations', wish, headers);
  const { id } = batchResponse.parse(await taken.json()).batch;
  for (;;) {
    const { batch } = batchResponse.parse(await (await server.send(cookie, 'GET', `images/generations/${id}`)).json());
    if (batch.endedAt) return batch;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function rowsOf({ cookie }: Visitor, query = ''): Promise<readonly StatementRowView[]> {
  return statementResponse.parse(await (await server.send(cookie, 'GET', `credits/statement${query}`)).json()).rows;
}

/** Cells of a CSV file, parsed strictly by RFC 4180. */
function cellsIn(text: string): readonly (readonly string[])[] {
  expect(text.endsWith('\r\n')).toBe(true);
  return text
    .slice(0, -2)
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/("((?:[^"]|"")*)"|([^",]*))(,|$)/g)]
        .slice(0, 11)
        .map(([, , quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ''),
    );
}

describe('the statement', () => {
  it('has one row per order with its prompt, model, size, image and state', async () => {
    const visitor = await server.someone();
    const batch = await ordered(visitor, 'a red fox\nin the snow');
    const imageId = batch.images[0]?.image?.id ?? '';
    const [order, grant, ...others] = await rowsOf(visitor);
    expect(others).toEqual([]);
    expect(order).toMatchObject({
      kind: 'order',
      purpose: 'images',
      state: 'spent',
      reserved: 1,
      spent: 1,
      lost: 0,
      change: -1,
      balance: 9,
      order: {
        prompt: 'a red fox in the snow',
        width: 512,
        height: 512,
        count: 1,
        model: expect.stringContaining('Stability'),
        image: { id: imageId, thumbnailUrl: `/api/images/${imageId}/thumbnail` },
        imagesDeleted: false,
      },
    });
    expect(grant).toMatchObject({ kind: 'grant', origin: 'free', amount: 10, remaining: 9, change: 10, balance: 10 });
    const balance: unknown = await (await server.send(visitor.cookie, 'GET', 'credits')).json();
    expect(balance).toMatchObject({ remainders: [{ origin: 'free', amount: 9 }] });
  });

  it('labels edits and deleted images, and returns the credits of failed orders', async () => {
    const visitor = await server.someone();
    const batch = await ordered(visitor, 'a lighthouse');
    const imageId = batch.images[0]?.image?.id ?? '';
    const headers = { 'Idempotency-Key': randomUUID() };
    await server.send(visitor.cookie, 'POST', `images/${imageId}/refine`, { instructions: 'more fog' }, headers);
    await expect.poll(async () => (await rowsOf(visitor))[0]).toMatchObject({ state: 'spent' });
    await server.send(visitor.cookie, 'DELETE', `images/${imageId}`);
    const [edit, image] = await rowsOf(visitor);
    expect(edit).toMatchObject({ purpose: 'refinement', order: { prompt: 'more fog', imagesDeleted: false } });
    expect(image).toMatchObject({ order: { prompt: 'a lighthouse', imagesDeleted: true } });
    expect(image).not.toHaveProperty('order.image');
    fake.faults.add('stability', { kind: 'status', status: 400 });
    await ordered(visitor, 'a failure', { count: 1 });
    fake.reset();
    expect((await rowsOf(visitor))[0]).toMatchObject({ state: 'returned', change: 0, reserved: 1, spent: 0 });
  });

  it('pages without gaps and shows only rows of its owner', async () => {
    const [visitor, stranger] = [await server.someone(), await server.someone()];
    await ordered(visitor, 'mine');
    const all = await rowsOf(visitor);
    expect(await rowsOf(visitor, `?before=${all[0]?.id ?? 0}`)).toEqual(all.slice(1));
    expect((await rowsOf(stranger)).map(({ kind }) => kind)).toEqual(['grant']);
    expect(JSON.stringify(await rowsOf(stranger, `?before=${Number.MAX_SAFE_INTEGER}`))).not.toContain('mine');
    expect((await server.send('', 'GET', 'credits/statement')).status).toBe(401);
  });
});

describe('the CSV file', () => {
  const file = ({ cookie }: Visitor, locale = 'en') => server.send(cookie, 'GET', `credits/statement.csv?locale=${locale}`);

  it('has a byte order mark, a line per row, and no formula', async () => {
    const visitor = await server.someone();
    for (const prompt of ['=HYPERLINK("http://evil.example";"x")', '  +1+1', '＝1', '"quoted", with a comma', '한글 프롬프트'])
      await ordered(visitor, prompt, { provider: 'openai' });
    const response = await file(visitor);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="credits.csv"');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, ...lines] = cellsIn(new TextDecoder().decode(bytes));
    expect(head?.slice(1, 6)).toEqual(['What', 'Prompt', 'Model', 'Size', 'Status']);
    expect(lines.map(([, , prompt]) => prompt)).toEqual([
      '한글 프롬프트',
      '"quoted", with a comma',
      "'＝1",
      "'+1+1",
      `'=HYPERLINK("http://evil.example";"x")`,
      '',
    ]);
    expect(lines[0]?.slice(5, 10)).toEqual(['1 credit spent', '1', '1', '-1', '5']);
  });

  it('is available in Korean, contains only the owner’s rows, and is rate-limited', async () => {
    const [visitor, stranger] = [await server.someone('ko'), await server.someone()];
    await ordered(visitor, '비밀', { provider: 'openai' });
    const text = await (await file(visitor, 'ko')).text();
    expect(text).toContain('"AI 이미지 1장","비밀"');
    expect(text).toContain('요금제 크레딧: 무료');
    expect(await (await file(stranger)).text()).not.toContain('비밀');
    expect((await server.send('', 'GET', 'credits/statement.csv')).status).toBe(401);
    const answers = await Promise.all(Array.from({ length: 40 }, async () => (await file(stranger)).status));
    expect(answers.filter((status) => status === 429).length).toBe(11);
  });
});
