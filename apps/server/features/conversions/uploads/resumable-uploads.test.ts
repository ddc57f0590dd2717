import { conversionProblem } from '@bakkum/api-contract/conversions/conversions';
import { CONVERSION_LIMITS } from '@bakkum/api-contract/conversions/tiers';
import { storedBytes } from '@bakkum/conversion-jobs/storage';
import { requestHash } from '@bakkum/idempotency/idempotency';
import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../../test-server.ts';
import type { UploadSlots } from './upload-slots.ts';

const TUS = { 'Tus-Resumable': '1.0.0' };
const PIECE = { ...TUS, 'Content-Type': 'application/offset+octet-stream' };
const BYTES = 10_000;
let server: TestServer;
let key: string;
let owner: string;

beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'));
});
afterAll(() => server.close());
beforeEach(async () => {
  const { id } = await server.someone();
  key = await server.apiKey(id);
  owner = `person:${id}`;
});

const ask = (address: string, { headers, ...init }: RequestInit & { readonly headers: Record<string, string> }) =>
  fetch(`${server.url}/api/v1/tus${address}`, { ...init, headers: { Authorization: `Bearer ${key}`, ...headers } });
const begin = (headers: Record<string, string>) => ask('', { method: 'POST', headers: { ...TUS, ...headers } });
const idOf = (created: Response): string => created.headers.get('Location')?.split('/').at(-1) ?? '';
const codeOf = async (answer: Response) => [answer.status, conversionProblem.parse(await answer.json()).error.code];
const stored = () => storedBytes(server.database, owner);

it('is created once per key despite concurrent requests', async () => {
  const asked = { 'Upload-Length': String(BYTES), 'Idempotency-Key': 'once' };
  const created = await Promise.all(Array.from({ length: 6 }, () => begin(asked)));
  expect([new Set(created.map(({ status }) => status)), new Set(created.map(idOf)).size]).toEqual([new Set([201]), 1]);
  expect(await stored()).toBe(BYTES);
  expect(await codeOf(await begin({ ...asked, 'Upload-Length': '5' }))).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  expect(await stored()).toBe(BYTES);
});

it('stores no hash of a request from which its texts could be guessed', async () => {
  await begin({ 'Upload-Length': '7', 'Upload-Metadata': `filename ${btoa('salary.pdf')}`, 'Idempotency-Key': 'hashed' });
  const [row] = await server.database.query("select request_hash from conversions.upload_keys where key = 'hashed'");
  expect(row?.['request_hash']).toMatch(/^[\w-]{43}$/);
  expect(row?.['request_hash']).not.toBe(requestHash(['resumable', 'salary.pdf', 7]));
});

/** Fills the owner's storage up to the given number of bytes. */
async function leaveRoom(bytes: number): Promise<void> {
  await server.database.query(
    `insert into conversions.uploads (id, owner, name, source, size, received, created_at, expires_at)
     values (gen_random_uuid(), $1, 'promised', 'resumable', $2, 0, now(), now() + interval '1 day')`,
    [owner, CONVERSION_LIMITS.free.storedBytes - bytes],
  );
}

/** A body that sends its second half on demand. */
function inHalves() {
  const next = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(new Uint8Array(BYTES / 2));
      await next.promise;
      controller.enqueue(new Uint8Array(BYTES / 2));
      controller.close();
    },
  });
  return { body, goOn: next.resolve };
}

it('of undeclared size cannot exceed the remaining storage, despite concurrent uploads', async () => {
  await leaveRoom(BYTES * 1.5);
  const [slow, quick] = [idOf(await begin({ 'Upload-Defer-Length': '1' })), idOf(await begin({ 'Upload-Defer-Length': '1' }))];
  const append = (id: string, init: object) =>
    ask(`/${id}`, { method: 'PATCH', headers: { ...PIECE, 'Upload-Offset': '0' }, ...init });
  const { body, goOn } = inHalves();
  const halting = append(slow, { body, duplex: 'half' });
  const writers = () => server.database.query('select writer from conversions.uploads where id = $1', [slow]);
  await expect.poll(writers).toEqual([{ writer: 1 }]);
  expect((await append(quick, { body: new Uint8Array(BYTES) })).status).toBe(204);
  goOn();
  expect(await codeOf(await halting)).toEqual([403, 'STORAGE_FULL']);
  expect(await stored()).toBeLessThanOrEqual(CONVERSION_LIMITS.free.storedBytes);
});

it('expires after an hour while empty, and normally from its first byte on', async () => {
  const hoursOf = async (answer: Response, id: string) => {
    const [row] = await server.database.query('select created_at, expires_at from conversions.uploads where id = $1', [id]);
    const { created_at: createdAt, expires_at: over } = z.object({ created_at: z.date(), expires_at: z.date() }).parse(row);
    expect(answer.headers.get('Upload-Expires')).toBe(over.toUTCString());
    return (over.getTime() - createdAt.getTime()) / 3_600_000;
  };
  const created = await begin({ 'Upload-Length': String(BYTES) });
  expect(await hoursOf(created, idOf(created))).toBe(1);
  const first = { method: 'PATCH', headers: { ...PIECE, 'Upload-Offset': '0' }, body: new Uint8Array(1) };
  expect(await hoursOf(await ask(`/${idOf(created)}`, first), idOf(created))).toBe(24);
  expect(await hoursOf(await ask(`/${idOf(created)}`, { method: 'HEAD', headers: TUS }), idOf(created))).toBe(24);
  const whole = { ...PIECE, 'Upload-Length': String(BYTES) };
  const atOnce = await ask('', { method: 'POST', headers: whole, body: new Uint8Array(BYTES) });
  expect(await hoursOf(atOnce, idOf(atOnce))).toBe(24);
});

it('is refused when it arrives in too many small pieces', async () => {
  const id = idOf(await begin({ 'Upload-Length': String(BYTES) }));
  const append = () =>
    ask(`/${id}`, { method: 'PATCH', headers: { ...PIECE, 'Upload-Offset': '0' }, body: new Uint8Array(BYTES) });
  await server.database.query('update conversions.uploads set pieces = 1000 where id = $1', [id]);
  expect(await codeOf(await append())).toEqual([400, 'TOO_MANY_PIECES']);
  await server.database.query('update conversions.uploads set pieces = 999 where id = $1', [id]);
  expect((await append()).status).toBe(204);
});

it('is refused while its owner uploads too many files at once, and others are not', async () => {
  const id = idOf(await begin({ 'Upload-Length': String(BYTES) }));
  const over = Promise.withResolvers<void>();
  const others = Array.from({ length: 60 }, () =>
    server.services.uploads.run({ source: owner, address: 'place:one' }, () => over.promise),
  );
  const send = () => ask(`/${id}`, { method: 'PATCH', headers: { ...PIECE, 'Upload-Offset': '0' }, body: new Uint8Array(BYTES) });
  expect(await codeOf(await send())).toEqual([429, 'TOO_MANY_UPLOADS']);
  expect(
    await server.services.uploads.run({ source: 'person:another', address: 'place:one' }, () => Promise.resolve('taken')),
  ).toBe('taken');
  over.resolve();
  await Promise.all(others);
  expect((await send()).status).toBe(204);
});

/** Resolves when the next upload has processed that many bytes. */
function firstBytesOf(uploads: UploadSlots, bytes: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = uploads.run.bind(uploads);
  async function* watched(chunks: AsyncIterable<Uint8Array>) {
    let sum = 0;
    for await (const chunk of chunks) {
      yield chunk;
      sum += chunk.byteLength;
      if (sum >= bytes) resolve();
    }
  }
  vi.spyOn(uploads, 'run').mockImplementationOnce((uploader, work) =>
    run(uploader, (slot) => work({ track: (body, chunks) => watched(slot.track(body, chunks)) })),
  );
  return promise;
}

it('keeps its bytes when it is ended for an address with fewer uploads, and resumes', async () => {
  const id = idOf(await begin({ 'Upload-Length': String(BYTES) }));
  const { uploads, hashAddress } = server.services;
  const received = firstBytesOf(uploads, BYTES / 2);
  const { body, goOn } = inHalves();
  const half = ask(`/${id}`, {
    method: 'PATCH',
    headers: { ...PIECE, 'Upload-Offset': '0' },
    body,
    duplex: 'half',
  } as RequestInit & {
    readonly headers: Record<string, string>;
  });
  await received;
  const over = Promise.withResolvers<void>();
  const here = `place:${hashAddress('127.0.0.1')}`;
  const others = Array.from({ length: 399 }, (_, index) =>
    uploads.run({ source: `person:${index}`, address: index < 9 ? here : `place:${index}` }, () => over.promise),
  );
  expect(await uploads.run({ source: 'person:new', address: 'place:new' }, () => Promise.resolve('taken'))).toBe('taken');
  goOn();
  expect(await codeOf(await half)).toEqual([429, 'TOO_MANY_UPLOADS']);
  over.resolve();
  await Promise.all(others);
  const offset = (await ask(`/${id}`, { method: 'HEAD', headers: TUS })).headers.get('Upload-Offset');
  expect(offset).toBe(String(BYTES / 2));
  const rest = { method: 'PATCH', headers: { ...PIECE, 'Upload-Offset': String(offset) }, body: new Uint8Array(BYTES / 2) };
  expect((await ask(`/${id}`, rest)).status).toBe(204);
});
