/** Internal tests of the conversion API. tests/api tests it as a client. */
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  conversionProblem,
  type JobView,
  jobList,
  jobView,
  MAX_LISTED_FILES,
  uploadView,
} from '@bakkum/api-contract/conversions/conversions';
import { CONVERSION_LIMITS } from '@bakkum/api-contract/conversions/tiers';
import { sweep } from '@bakkum/conversion-jobs/sweep';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { startConvertingServer, type TestServer } from '../../test-server.ts';

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>');

let server: TestServer;
let origin: Server;
let originUrl: string;
let key: string;

beforeAll(async () => {
  origin = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Disposition': "attachment; filename*=UTF-8''%EA%B7%B8%EB%A6%BC.svg" }).end(SVG);
  });
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
  const place = `127.0.0.1:${(origin.address() as AddressInfo).port}`;
  originUrl = `http://${place}`;
  server = await startConvertingServer(inject('postgresFolder'), { OUTBOUND_ALLOW: place });
  key = await server.apiKey();
});
afterAll(async () => {
  origin.close();
  await server.close();
});

type Asking = {
  readonly key?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: BodyInit;
};

const ask = (address: string, { key: given = key, headers = {}, ...init }: Asking = {}) =>
  fetch(`${server.url}/api/v1/${address}`, {
    ...init,
    headers: { ...(given && { Authorization: `Bearer ${given}` }), ...headers },
  });
function form(content: Buffer, name: string, fields: Record<string, string> = {}): FormData {
  const filled = new FormData();
  for (const [field, value] of Object.entries(fields)) filled.append(field, value);
  filled.append('file', new Blob([new Uint8Array(content)]), name);
  return filled;
}
const problemIn = async (response: Response) => {
  const { status, error } = conversionProblem.parse(await response.json());
  expect([response.headers.get('Content-Type'), status]).toEqual(['application/problem+json', response.status]);
  return { status, code: error.code, details: error.details };
};
const jobIn = async (response: Response): Promise<JobView> => {
  if (response.status >= 300) throw new Error(await response.text());
  return jobView.parse(await response.json());
};
const converted = async (content: Buffer, name: string, fields: Record<string, string>, asking: Asking = {}) =>
  jobIn(await ask('upload', { method: 'POST', body: form(content, name, fields), ...asking }));
/** Keys of all files in the store. */
async function storedKeys(): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const stored of server.services.blobs.list('')) keys.push(stored);
  return keys.toSorted();
}

async function ended(id: string, given = key): Promise<JobView> {
  for (;;) {
    const job = await jobIn(await ask(`jobs/${id}?wait=20`, { key: given }));
    if (!['queued', 'processing'].includes(job.status)) return job;
  }
}

describe('a file', () => {
  it("cannot exceed the plan's limit, whatever its declared size", async () => {
    const limit = CONVERSION_LIMITS.free.fileBytes;
    const parts = async function* () {
      for (let sent = 0; sent < limit + 2_000_000; sent += 1_000_000) yield randomBytes(1_000_000);
    };
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
    const stream = new ReadableStream({
      async start(controller) {
        controller.enqueue(Buffer.from(head));
        for await (const part of parts()) controller.enqueue(part);
        controller.enqueue(Buffer.from('\r\n--x--\r\n'));
        controller.close();
      },
    });
    const endless: RequestInit & { readonly duplex: 'half' } = {
      method: 'POST',
      body: stream,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'multipart/form-data; boundary=x' },
      duplex: 'half',
    };
    const sent = fetch(`${server.url}/api/v1/uploads`, endless);
    const outcome = await sent.then(
      async (response) => (await problemIn(response)).code,
      () => 'closed',
    );
    // The response comes before the body is sent, so the client may see a closed connection instead.
    expect(['FILE_TOO_LARGE', 'closed']).toContain(outcome);
    await expect
      .poll(async () => server.database.query('select from conversions.uploads where received > 50000000 and removed_at is null'))
      .toHaveLength(0);
  });

  it('gets its name from the server it is downloaded from', async () => {
    const asking = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ url: originUrl }) };
    expect(uploadView.parse(await (await ask('uploads', asking)).json())).toMatchObject({ filename: '그림.svg', format: 'svg' });
  });

  it('is completed by a status request if all bytes arrived', async () => {
    const tus = { 'Tus-Resumable': '1.0.0' };
    const created = await ask('tus', { method: 'POST', headers: { ...tus, 'Upload-Length': String(SVG.length) } });
    const id = created.headers.get('Location')?.split('/').at(-1) ?? '';
    const reading = vi.spyOn(server.services.blobs, 'get').mockRejectedValueOnce(new Error('the store does not answer'));
    const sent = await ask(`tus/${id}`, {
      method: 'PATCH',
      headers: { ...tus, 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' },
      body: new Uint8Array(SVG),
    });
    reading.mockRestore();
    expect(sent.status).toBe(500);
    const stands = await ask(`tus/${id}`, { method: 'HEAD', headers: tus });
    expect([stands.status, stands.headers.get('Upload-Offset')]).toEqual([200, String(SVG.length)]);
    expect(uploadView.parse(await (await ask(`uploads/${id}`)).json())).toMatchObject({ complete: true, format: 'svg' });
  });

  it('is kept for its job even if the response was lost', async () => {
    const asking = vi.spyOn(server.services.conversions.signals, 'announceWaiting').mockImplementationOnce(() => {
      throw new Error('lost');
    });
    const fields = { target_format: 'png', tag: 'lost' };
    expect((await ask('upload', { method: 'POST', body: form(SVG, 'a.svg', fields) })).status).toBe(500);
    asking.mockRestore();
    const [taken] = jobList.parse(await (await ask('jobs?tag=lost')).json()).jobs;
    expect(await ended(taken?.job_id ?? '')).toMatchObject({ status: 'completed' });
  });

  it('is accepted up to the remaining storage, whatever its size', async () => {
    const person = await server.someone();
    const own = await server.apiKey(person.id);
    await server.database.query(
      `insert into conversions.uploads (id, owner, name, source, size, received, created_at, expires_at)
       values (gen_random_uuid(), $1, 'promised', 'resumable', $2, 0, now(), now() + interval '1 day')`,
      [`person:${person.id}`, CONVERSION_LIMITS.free.storedBytes - 10_000],
    );
    const send = (bytes: number) =>
      ask('uploads', { key: own, method: 'POST', body: form(Buffer.concat([SVG], bytes), 'a.svg') });
    expect(await problemIn(await send(10_001))).toMatchObject({ status: 403, code: 'STORAGE_FULL' });
    expect((await send(10_000)).status).toBe(201);
  });

  it.each([
    ['a form', () => ({ address: 'upload', body: form(SVG, 'a.svg', { target_format: 'png' }) })],
    ['a body', () => ({ address: 'convert?to=png', body: new Uint8Array(SVG) })],
  ])('in %s is refused without remaining storage, before it is stored', async (_kind, request) => {
    const person = await server.someone();
    await server.database.query(
      `insert into conversions.uploads (id, owner, name, source, size, received, created_at, expires_at)
       values (gen_random_uuid(), $1, 'all', 'form', $2, $2, now(), now() + interval '1 day')`,
      [`person:${person.id}`, CONVERSION_LIMITS.free.storedBytes],
    );
    const own = await server.apiKey(person.id);
    const before = await storedKeys();
    const storing = vi.spyOn(server.services.blobs, 'put');
    const { address, body } = request();
    const refused = await ask(address, { key: own, method: 'POST', body });
    expect(await problemIn(refused)).toMatchObject({ status: 403, code: 'STORAGE_FULL' });
    await expect(storing.mock.results[0]?.value).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    expect(await storedKeys()).toEqual(before);
    storing.mockRestore();
  });
});

describe('a result', () => {
  it('expires with GONE', async () => {
    const job = await ended((await converted(SVG, 'a.svg', { target_format: 'png', retention: '1h' })).job_id);
    await server.database.query("update conversions.jobs set expires_at = now() - interval '1 second' where id = $1", [
      job.job_id,
    ]);
    await sweep(server.services.conversions);
    expect(await ended(job.job_id)).toMatchObject({ status: 'expired', original_filename: null, download_url: null });
    expect(await problemIn(await ask(`download/${job.job_id}`))).toMatchObject({ status: 410, code: 'GONE' });
  });

  it('of many files is listed with the first ones and their number, and read with all', async () => {
    const { job_id: id } = await ended((await converted(SVG, 'a.svg', { target_format: 'png', tag: 'many' })).job_id);
    await server.database.query(
      `insert into conversions.outputs (job_id, index, name, media_type, bytes, key)
       select $1::uuid, index, index || '.png', 'image/png', 10, 'conversions/out/many-' || index from generate_series(1, 99) index`,
      [id],
    );
    const text = await (await ask('jobs?tag=many')).text();
    const [listed] = jobList.parse(JSON.parse(text)).jobs;
    const job = await ended(id);
    expect(listed).toEqual({ ...job, files: job.files.slice(0, MAX_LISTED_FILES) });
    expect([job.file_count, job.files.length, job.converted_filename]).toEqual([100, 100, 'a.zip']);
    expect(job.file_size).toBe((job.files[0]?.size ?? 0) + 990);
    expect(text.length).toBeLessThan(10_000);
    const account = await (await ask('account')).json();
    expect(account.usage.storage).toBeGreaterThanOrEqual(100 * 4096);
    await ask(`jobs/${id}`, { method: 'DELETE' });
  });

  it('closes its files when the client disconnects', async () => {
    const { job_id: id } = await ended((await converted(SVG, 'a.svg', { target_format: 'png' })).job_id);
    const large = 64_000_000;
    for (const index of [1, 2]) {
      const blob = `conversions/out/test-${id}-${index}`;
      await server.services.blobs.put(blob, Buffer.alloc(large), large);
      await server.database.query(
        "insert into conversions.outputs (job_id, index, name, media_type, bytes, key) values ($1, $2, $3, 'image/png', $4, $5)",
        [id, index, `${index}.png`, large, blob],
      );
    }
    const opened = vi.spyOn(server.services.blobs, 'get');
    const leaving = new AbortController();
    const response = await fetch(`${server.url}/api/v1/download/${id}`, {
      headers: { Authorization: `Bearer ${key}` },
      signal: leaving.signal,
    });
    await response.body?.getReader().read();
    leaving.abort();
    const bodies = async () =>
      (await Promise.all(opened.mock.settledResults.map(({ value }) => value))).flatMap((found) => found?.body ?? []);
    await expect.poll(async () => (await bodies()).every(({ destroyed }) => destroyed)).toBe(true);
    expect(opened.mock.calls.length).toBeLessThan(3);
    opened.mockRestore();
  });
});

describe('a client', () => {
  it('can be a visitor, whose files move to the account at sign-in', async () => {
    const sent = await fetch(`${server.url}/api/v1/upload`, {
      method: 'POST',
      body: form(SVG, 'a.svg', { target_format: 'png' }),
      headers: { Origin: server.url },
    });
    const [cookie = ''] = sent.headers.getSetCookie().map((line) => line.split(';')[0]);
    expect(sent.headers.getSetCookie().join()).toMatch(/HttpOnly.*SameSite=Lax/);
    const { job_id: id } = await jobIn(sent);
    const look = (cookies: string) => fetch(`${server.url}/api/v1/jobs/${id}`, { headers: { Cookie: cookies } });
    expect((await look(cookie)).status).toBe(200);
    expect((await look('')).status).toBe(401);
    const person = await server.someone();
    expect((await look(person.cookie)).status).toBe(404);
    expect((await look(`${person.cookie}; ${cookie}`)).status).toBe(200);
    expect((await look(person.cookie)).status).toBe(200);
    expect((await look(cookie)).status).toBe(404);
    const week = await fetch(`${server.url}/api/v1/upload`, {
      method: 'POST',
      body: form(SVG, 'a.svg', { target_format: 'png', retention: '7d' }),
      headers: { Origin: server.url },
    });
    expect(await problemIn(week)).toMatchObject({ status: 403, code: 'PLAN_NEEDED' });
  });

  it("is refused from other sites with a user's cookies", async () => {
    const { cookie } = await server.someone();
    const forged = await fetch(`${server.url}/api/v1/upload`, {
      method: 'POST',
      body: form(SVG, 'a.svg', { target_format: 'png' }),
      headers: { Origin: 'https://elsewhere.example', Cookie: cookie },
    });
    expect(await problemIn(forged)).toMatchObject({ status: 403, code: 'FOREIGN_ORIGIN' });
  });

  it('leaves no data after deleting the account', async () => {
    const person = await server.someone();
    const own = await server.apiKey(person.id);
    const job = await converted(SVG, 'a.svg', { target_format: 'png' }, { key: own });
    expect((await server.send(person.cookie, 'POST', 'account/delete', { password: 'correct horse' })).status).toBe(204);
    expect(await problemIn(await ask(`jobs/${job.job_id}`, { key: own }))).toMatchObject({ status: 401 });
    const rows = await server.database.query('select name, deleted_at from conversions.jobs where id = $1', [job.job_id]);
    expect(rows).toEqual([{ name: '', deleted_at: expect.any(Date) }]);
  });
});

describe('a conversion in one request', () => {
  const raw = (query: string, init: Asking = {}) =>
    ask(`convert?${query}`, { method: 'POST', body: new Uint8Array(SVG), ...init });
  const fill = (personId: string, bytes: number) =>
    server.database.query(
      `insert into conversions.uploads (id, owner, name, source, size, received, created_at, expires_at)
       values (gen_random_uuid(), $1, 'much', 'form', $2, $2, now(), now() + interval '1 day')`,
      [`person:${personId}`, bytes],
    );

  it('answers a file in the body with the result', async () => {
    const response = await raw('to=png&filename=drawing.svg');
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    expect(response.headers.get('Content-Disposition')).toContain('drawing.png');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    const job = await jobIn(
      await fetch(new URL(response.headers.get('Location') ?? '', server.url), { headers: { Authorization: `Bearer ${key}` } }),
    );
    expect([job.status, job.file_size]).toEqual(['completed', bytes.length]);
  });

  it('takes the target from the Accept header', async () => {
    const response = await raw('quality=low', { headers: { Accept: 'image/jpeg' } });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/jpeg']);
  });

  it('takes a form with its options', async () => {
    const response = await ask('convert', { method: 'POST', body: form(SVG, 'drawing.svg', { target_format: 'png' }) });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  });

  it('returns the same job for the same idempotency key', async () => {
    const again = { headers: { 'Idempotency-Key': 'once' } };
    const [first, second] = [await raw('to=png', again), await raw('to=png', again)];
    expect(second.headers.get('Location')).toBe(first.headers.get('Location'));
    expect(second.status).toBe(200);
  });

  it('stores nothing if its target is refused or its request was answered before', async () => {
    const again = { headers: { 'Idempotency-Key': 'stored once' } };
    await (await raw('to=png', again)).arrayBuffer();
    const [before, uploads] = [await storedKeys(), await server.database.query('select id from conversions.uploads')];
    expect(await problemIn(await raw('to=mp3'))).toMatchObject({ code: 'INVALID_FORMAT' });
    expect((await raw('to=png', again)).status).toBe(200);
    expect(await problemIn(await raw('to=webp', again))).toMatchObject({ status: 409, code: 'IDEMPOTENCY_CONFLICT' });
    expect(await storedKeys()).toEqual(before);
    expect(await server.database.query('select id from conversions.uploads')).toEqual(uploads);
  });

  it('returns the same job for the same idempotency key when the storage is full by then', async () => {
    const person = await server.someone();
    const again = { key: await server.apiKey(person.id), headers: { 'Idempotency-Key': 'filled' } };
    // So little room that it is read again before each file.
    await fill(person.id, CONVERSION_LIMITS.free.storedBytes - 30_000);
    const first = await raw('to=png', again);
    expect(first.status).toBe(200);
    await fill(person.id, 30_000);
    const second = await raw('to=png', again);
    expect([second.status, second.headers.get('Location')]).toEqual([200, first.headers.get('Location')]);
    expect(await problemIn(await raw('to=png', { key: again.key }))).toMatchObject({ status: 403, code: 'STORAGE_FULL' });
  });

  it.each([
    ['a form', 1, { target_format: 'png' }],
    ['a form of several files', 2, { target_format: 'pdf', operation: 'combine' }],
  ])('returns the same job for %s repeated when the storage is full', async (_name, files, fields) => {
    const person = await server.someone();
    await fill(person.id, CONVERSION_LIMITS.free.storedBytes - 30_000);
    const sent = (changes: object = {}) => {
      const body = new FormData();
      // Files may come before the fields.
      for (let count = 0; count < files; count += 1) body.append('file', new Blob([new Uint8Array(SVG)]), `${count}.svg`);
      for (const [field, value] of Object.entries({ ...fields, ...changes })) body.append(field, value);
      return body;
    };
    const again = { key: await server.apiKey(person.id), headers: { 'Idempotency-Key': 'form' } };
    const first = await ask('convert', { method: 'POST', body: sent(), ...again });
    expect(first.status).toBe(200);
    await first.arrayBuffer();
    await fill(person.id, 30_000);
    const before = await storedKeys();
    const second = await ask('convert', { method: 'POST', body: sent(), ...again });
    expect([second.status, second.headers.get('Location')]).toEqual([200, first.headers.get('Location')]);
    await second.arrayBuffer();
    const other = await ask('convert', { method: 'POST', body: sent({ tag: 'other' }), ...again });
    expect(await problemIn(other)).toMatchObject({ status: 409, code: 'IDEMPOTENCY_CONFLICT' });
    const fresh = await ask('convert', { method: 'POST', body: sent(), key: again.key });
    expect(await problemIn(fresh)).toMatchObject({ status: 403, code: 'STORAGE_FULL' });
    expect(await storedKeys()).toEqual(before);
  });

  it('is one job for concurrent requests with one idempotency key, whose files are not kept', async () => {
    const again = { headers: { 'Idempotency-Key': 'at once' } };
    const inputs = async () => (await storedKeys()).filter((stored) => stored.startsWith('conversions/in/'));
    const before = await inputs();
    const responses = await Promise.all(Array.from({ length: 4 }, () => raw('to=png&filename=at-once.svg', again)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [id, ...others] = new Set(responses.map(({ headers }) => headers.get('Location')?.split('/').at(-1)));
    expect(others).toEqual([]);
    expect(id).toBeDefined();
    await expect.poll(inputs).toEqual(before);
  });

  it('keeps the file of its job if the response of the database was lost', async () => {
    const asking = vi.spyOn(server.services.conversions.signals, 'announceWaiting').mockImplementationOnce(() => {
      throw new Error('lost');
    });
    const again = { headers: { 'Idempotency-Key': 'lost' } };
    expect((await raw('to=png', again)).status).toBe(500);
    asking.mockRestore();
    expect((await raw('to=png', again)).status).toBe(200);
  });

  it('keeps no file that the database refuses to record', async () => {
    const before = await storedKeys();
    await server.database.query("alter table conversions.uploads add constraint refused check (name <> 'refused.svg')");
    expect((await raw('to=png&filename=refused.svg')).status).toBe(500);
    await server.database.query('alter table conversions.uploads drop constraint refused');
    expect(await storedKeys()).toEqual(before);
  });

  it('answers with the reason when the conversion fails', async () => {
    const broken = Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1');
    const problem = await problemIn(await raw('to=jpg', { body: new Uint8Array(broken) }));
    expect(problem).toMatchObject({ status: 422, code: 'CONVERSION_FAILED', details: { conversion_error: { code: 'CORRUPT' } } });
  });

  it.each([
    ['', 'INVALID_REQUEST'],
    ['to=mp3', 'INVALID_FORMAT'],
    ['to=..%2F', 'INVALID_REQUEST'],
    ['to=png&qualty=low', 'INVALID_REQUEST'],
  ])('refuses the query "%s"', async (query, code) => {
    expect(await problemIn(await raw(query))).toMatchObject({ status: 400, code });
  });
});
