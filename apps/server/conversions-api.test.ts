import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { API_SCOPES, type ApiScope } from '@bakkum/api-contract/api-keys';
import { CONVERSION_LIMITS } from '@bakkum/api-contract/conversion-tiers';
import { conversionProblem, type JobView, jobList, jobView, uploadView } from '@bakkum/api-contract/conversions';
import { readUpload } from '@bakkum/conversions/uploads';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startConverting } from './conversion-work.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const PATIENCE = { timeout: 60_000 };
const PNG = readFileSync(path.resolve(import.meta.dirname, '../../tests/fixtures/png/rgb8.png'));
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>');

let server: TestServer;
let stop: () => void;
let origin: Server;
let originUrl: string;
let key: string;

beforeAll(async () => {
  origin = createServer((request, response) => {
    if (request.url === '/drawing.svg') response.end(SVG);
    else if (request.url === '/named')
      response.writeHead(200, { 'Content-Disposition': "attachment; filename*=UTF-8''%EA%B7%B8%EB%A6%BC.svg" }).end(SVG);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
  const place = `127.0.0.1:${(origin.address() as AddressInfo).port}`;
  originUrl = `http://${place}`;
  server = await startTestServer(inject('postgresFolder'), { CONVERSIONS_AT_ONCE: '2', OUTBOUND_ALLOW: place });
  stop = await startConverting(server.services, server.log);
  key = await someKey();
});
afterAll(async () => {
  stop();
  origin.close();
  await server.close();
});

async function keyOf(personId: string, scopes: readonly ApiScope[] = API_SCOPES): Promise<string> {
  const made = await server.services.apiKeys.make(personId, { name: 'test', scopes });
  if (made === 'full') throw new Error('full');
  return made.secret;
}
const someKey = async (scopes?: readonly ApiScope[]) => keyOf((await server.someone()).id, scopes);

type Asking = {
  readonly key?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: BodyInit;
};

const ask = (address: string, { key: given = key, method = 'GET', headers = {}, body }: Asking = {}) =>
  fetch(`${server.url}/api/v1/${address}`, {
    method,
    headers: { ...(given && { Authorization: `Bearer ${given}` }), ...headers },
    ...(body !== undefined && { body }),
  });
const json = (body: unknown, headers: Record<string, string> = {}): Asking => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
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
const uploaded = async (content: Buffer, name: string, asking: Asking = {}) =>
  uploadView.parse(await (await ask('uploads', { method: 'POST', body: form(content, name), ...asking })).json());
async function ended(id: string, given = key): Promise<JobView> {
  for (;;) {
    const job = await jobIn(await ask(`jobs/${id}?wait=20`, { key: given }));
    if (!['queued', 'processing'].includes(job.status)) return job;
  }
}

describe('a file that is sent with its order', () => {
  it('is converted and downloaded, whole and in parts', async () => {
    const begun = await converted(SVG, '그림.v2.svg', { target_format: 'png' });
    expect(begun).toMatchObject({
      source_format: 'svg',
      target_format: 'png',
      original_filename: '그림.v2.svg',
      download_url: null,
    });
    const job = await ended(begun.job_id);
    expect(job).toMatchObject({ status: 'completed', progress: 100, converted_filename: '그림.v2.png', error: null });
    const whole = await ask(`download/${job.job_id}`);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect([bytes.subarray(1, 4).toString(), bytes.length]).toEqual(['PNG', job.file_size]);
    expect(whole.headers.get('Content-Disposition')).toBe(
      `attachment; filename="__.v2.png"; filename*=UTF-8''${encodeURIComponent('그림.v2.png')}`,
    );
    const head = await ask(`download/${job.job_id}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(bytes.length)]);
    const part = await ask(`download/${job.job_id}`, { headers: { Range: 'bytes=1-3' } });
    expect([part.status, await part.text(), part.headers.get('Content-Range')]).toEqual([
      206,
      'PNG',
      `bytes 1-3/${bytes.length}`,
    ]);
    const end = await ask(`download/${job.job_id}`, { headers: { Range: 'bytes=-4' } });
    expect(Buffer.from(await end.arrayBuffer())).toEqual(bytes.subarray(-4));
    const beyond = await ask(`download/${job.job_id}`, { headers: { Range: `bytes=${bytes.length}-` } });
    expect(await problemIn(beyond)).toMatchObject({ status: 416, code: 'RANGE_NOT_SATISFIABLE' });
  });

  it('comes as an archive where it becomes several', async () => {
    const job = await ended((await converted(PNG, 'photo.png', { target_format: 'jpeg', quality: 'low' })).job_id);
    const [output] = await server.database.query('select key, bytes from conversions.outputs where job_id = $1', [job.job_id]);
    const copy = `${String(output?.['key'])}`.replace(/-0-/, '-1-');
    const found = await server.services.blobs.get(String(output?.['key']));
    if (found) await server.services.blobs.put(copy, found.body, found.bytes);
    await server.database.query(
      "insert into conversions.outputs (job_id, index, name, media_type, bytes, key) values ($1, 1, 'photo (2).jpg', 'image/jpeg', $2, $3)",
      [job.job_id, output?.['bytes'], copy],
    );
    expect(await ended(job.job_id)).toMatchObject({ converted_filename: 'photo.zip', files: [{ index: 0 }, { index: 1 }] });
    const archive = Buffer.from(await (await ask(`download/${job.job_id}`)).arrayBuffer());
    expect(archive.subarray(0, 4)).toEqual(Buffer.from('PK\x03\x04'));
    expect((await ask(`download/${job.job_id}?file=1`)).headers.get('Content-Type')).toBe('image/jpeg');
    expect(await problemIn(await ask(`download/${job.job_id}?file=2`))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is refused where it or the order cannot be', async () => {
    const code = async (content: Buffer, fields: Record<string, string>) =>
      problemIn(await ask('upload', { method: 'POST', body: form(content, 'a.png', fields) }));
    expect(await code(PNG, { target_format: 'mp3' })).toMatchObject({
      status: 400,
      code: 'INVALID_FORMAT',
      details: { supported_formats: expect.arrayContaining(['jpeg']) },
    });
    expect(await code(PNG, {})).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
    expect(await code(PNG, { target_format: 'jpeg', options: '{"depth":3}' })).toMatchObject({
      code: 'INVALID_OPTION',
      details: { options: [{ option: 'depth', reason: 'unknown' }] },
    });
    expect(await code(PNG, { target_format: 'jpeg', options: 'no json' })).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await code(Buffer.alloc(0), { target_format: 'jpeg' })).toMatchObject({ code: 'EMPTY_FILE' });
    const without = await ask('upload', { method: 'POST', body: new FormData() });
    expect(await problemIn(without)).toMatchObject({ code: 'INVALID_REQUEST' });
    const text = await ask('upload', { method: 'POST', body: 'text', headers: { 'Content-Type': 'text/plain' } });
    expect(await problemIn(text)).toMatchObject({ status: 415 });
    const left = await server.database.query('select from conversions.uploads where removed_at is null and completed_at is null');
    expect(left).toHaveLength(0);
  });

  it('may not be larger than the plan allows, whatever its size is said to be', async () => {
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
    // The answer comes before all is sent, so a client may find the connection closed instead of it.
    expect(['FILE_TOO_LARGE', 'closed']).toContain(outcome);
    await expect
      .poll(
        async () => server.database.query('select from conversions.uploads where received > 50000000 and removed_at is null'),
        PATIENCE,
      )
      .toHaveLength(0);
  });
});

describe('an upload', () => {
  it('is ordered of afterwards, and is nobody else’s', async () => {
    const upload = await uploaded(PNG, 'photo.png');
    expect(upload).toMatchObject({
      size: PNG.length,
      received: PNG.length,
      complete: true,
      format: 'png',
      filename: 'photo.png',
    });
    const other = await someKey();
    expect(await problemIn(await ask(`uploads/${upload.upload_id}`, { key: other }))).toMatchObject({ status: 404 });
    expect(
      await problemIn(await ask('jobs', { ...json({ upload_id: upload.upload_id, target_format: 'jpeg' }), key: other })),
    ).toMatchObject({ status: 404 });
    const job = await jobIn(
      await ask(
        'jobs',
        json({ upload_id: upload.upload_id, target_format: '.JPG', options: { quality: 'medium' }, tag: 'mine' }),
      ),
    );
    expect(job).toMatchObject({ target_format: 'jpeg', tag: 'mine' });
    expect((await ended(job.job_id)).status).toBe('completed');
    await expect.poll(async () => (await ask(`uploads/${upload.upload_id}`)).status, PATIENCE).toBe(410);
    expect(await problemIn(await ask('jobs', json({ upload_id: upload.upload_id, target_format: 'webp' })))).toMatchObject({
      code: 'GONE',
    });
  });

  it('is deleted when its owner wants', async () => {
    const upload = await uploaded(PNG, 'photo.png');
    expect((await ask(`uploads/${upload.upload_id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await problemIn(await ask(`uploads/${upload.upload_id}`))).toMatchObject({ status: 410 });
  });

  it('of an unknown kind is kept, and refused when ordered of', async () => {
    const upload = await uploaded(randomBytes(64), 'noise');
    expect(upload.format).toBeNull();
    expect(await problemIn(await ask('jobs', json({ upload_id: upload.upload_id, target_format: 'png' })))).toMatchObject({
      code: 'UNKNOWN_FILE',
    });
  });

  it('is fetched from an address, from public places only', async () => {
    const job = await jobIn(await ask('jobs', json({ url: `${originUrl}/drawing.svg`, target_format: 'png' })));
    expect(job.original_filename).toBe('drawing.svg');
    expect((await ended(job.job_id)).status).toBe('completed');
    const named = uploadView.parse(await (await ask('uploads', json({ url: `${originUrl}/named` }))).json());
    expect(named).toMatchObject({ filename: '그림.svg', format: 'svg' });
    for (const url of [
      `${server.url}/api/v1/formats`,
      'http://169.254.169.254/latest/meta-data',
      'http://[::ffff:127.0.0.1]/',
      'file:///etc/passwd',
      'x',
    ]) {
      expect(await problemIn(await ask('uploads', json({ url })))).toMatchObject({ status: 400, code: 'INVALID_URL' });
    }
    expect(await problemIn(await ask('uploads', json({ url: `${originUrl}/missing` })))).toMatchObject({
      code: 'URL_NOT_FETCHED',
      details: { status: 404 },
    });
  });
});

describe('a request that is made again with its Idempotency-Key', () => {
  it('answers the same job, and another request under it is a conflict', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const send = (fields: Record<string, string>) => ask('upload', { method: 'POST', body: form(SVG, 'a.svg', fields), headers });
    const jobs = await Promise.all(Array.from({ length: 5 }, async () => jobIn(await send({ target_format: 'png' }))));
    expect(new Set(jobs.map(({ job_id: id }) => id)).size).toBe(1);
    expect(await problemIn(await send({ target_format: 'webp' }))).toMatchObject({ status: 409, code: 'IDEMPOTENCY_CONFLICT' });
    const other = await someKey();
    const others = await converted(SVG, 'a.svg', { target_format: 'png' }, { key: other, headers });
    expect(jobs.map(({ job_id: id }) => id)).not.toContain(others.job_id);
    const upload = await uploaded(PNG, 'a.png');
    const order = json({ upload_id: upload.upload_id, target_format: 'jpeg' }, { 'Idempotency-Key': randomUUID() });
    const [one, two] = [await jobIn(await ask('jobs', order)), await jobIn(await ask('jobs', order))];
    expect(two.job_id).toBe(one.job_id);
  });
});

describe('a job', () => {
  it('tells everything that becomes of it in a stream that ends with it', async () => {
    const job = await converted(SVG, 'a.svg', { target_format: 'png' });
    const stream = await ask(`jobs/${job.job_id}/events`);
    const events = (await stream.text()).split('\n').filter((line) => line.startsWith('data: '));
    const states = events.map((line) => jobView.parse(JSON.parse(line.slice(6))).status);
    expect(states.at(-1)).toBe('completed');
    expect(stream.headers.get('Content-Type')).toContain('text/event-stream');
  });

  it('is cancelled, tried again and deleted', async () => {
    const job = await converted(PNG, 'a.png', { target_format: 'avif' });
    const stopped = await jobIn(await ask(`jobs/${job.job_id}/cancel`, { method: 'POST' }));
    expect(stopped).toMatchObject({ status: 'cancelled', retry_until: expect.any(String) });
    expect(await problemIn(await ask(`download/${job.job_id}`))).toMatchObject({ status: 409, code: 'NOT_READY' });
    expect((await ask(`jobs/${job.job_id}/retry`, { method: 'POST' })).status).toBe(202);
    expect((await ended(job.job_id)).status).toBe('completed');
    expect(await problemIn(await ask(`jobs/${job.job_id}/retry`, { method: 'POST' }))).toMatchObject({
      code: 'NOT_POSSIBLE_NOW',
    });
    expect(await problemIn(await ask(`jobs/${job.job_id}/cancel`, { method: 'POST' }))).toMatchObject({ status: 409 });
    expect((await ask(`jobs/${job.job_id}`, { method: 'DELETE' })).status).toBe(204);
    for (const address of [`jobs/${job.job_id}`, `download/${job.job_id}`, `jobs/${job.job_id}/events`]) {
      expect(await problemIn(await ask(address))).toMatchObject({ status: 404 });
    }
  });

  it('says why it failed, in the language of who asks', async () => {
    const broken = Buffer.concat([PNG.subarray(0, 40), Buffer.from('nothing')]);
    const { job_id: id } = await converted(broken, 'a.png', { target_format: 'jpeg' });
    expect(await ended(id)).toMatchObject({
      status: 'error',
      error: { code: 'CORRUPT', message: expect.stringContaining('damaged') },
    });
    const korean = await jobIn(await ask(`jobs/${id}`, { headers: { 'Accept-Language': 'ko' } }));
    expect(korean.error?.message).toContain('손상');
  });

  it('is gone for everybody after its time, and told so', async () => {
    const job = await ended((await converted(SVG, 'a.svg', { target_format: 'png', retention: '1h' })).job_id);
    await server.database.query("update conversions.jobs set expires_at = now() - interval '1 second' where id = $1", [
      job.job_id,
    ]);
    const { sweep } = await import('@bakkum/conversions/sweep');
    await sweep(server.services.conversions);
    expect(await ended(job.job_id)).toMatchObject({ status: 'expired', original_filename: null, download_url: null });
    expect(await problemIn(await ask(`download/${job.job_id}`))).toMatchObject({ status: 410, code: 'GONE' });
  });

  it('is listed page by page, for its owner alone', async () => {
    const own = await someKey();
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1)
      made.unshift((await converted(SVG, 'a.svg', { target_format: 'png', tag: 'page' }, { key: own })).job_id);
    const page = async (query: string) => jobList.parse(await (await ask(`jobs?${query}`, { key: own })).json());
    const first = await page('limit=2&tag=page');
    const second = await page(`limit=2&tag=page&cursor=${first.next_cursor ?? ''}`);
    expect([...first.jobs, ...second.jobs].map(({ job_id: id }) => id)).toEqual(made);
    expect(second.next_cursor).toBeNull();
    expect((await page('status=expired')).jobs).toEqual([]);
    expect(await problemIn(await ask('jobs?cursor=x', { key: own }))).toMatchObject({ status: 400 });
    for (const id of made) expect((await ask(`jobs/${id}`)).status).toBe(404);
  });
});

describe('who asks', () => {
  it('is told what the key may and has used', async () => {
    const account = await (await ask('account')).json();
    expect(account).toMatchObject({ tier: 'free', limits: { requests_per_hour: 100, file_size: 100_000_000 } });
  });

  it('needs a key that is right and may do it', async () => {
    for (const wrong of ['nothing', 'bkm_aaaaaaaaaa_'.padEnd(58, 'A')]) {
      const response = await ask('jobs', { key: wrong });
      expect(response.headers.get('WWW-Authenticate')).toContain('Bearer');
      expect(await problemIn(response)).toMatchObject({ status: 401, code: 'INVALID_API_KEY' });
    }
    expect(await problemIn(await ask('jobs', { key: '' }))).toMatchObject({ status: 401 });
    expect(await problemIn(await ask('upload', { key: '', method: 'POST', body: form(SVG, 'a.svg') }))).toMatchObject({
      status: 401,
    });
    const reader = await someKey(['convert:read']);
    expect((await ask('jobs', { key: reader })).status).toBe(200);
    for (const address of ['upload', 'uploads', 'jobs']) {
      expect(await problemIn(await ask(address, { key: reader, method: 'POST', body: form(SVG, 'a.svg') }))).toMatchObject({
        status: 403,
        code: 'INSUFFICIENT_SCOPE',
      });
    }
    expect(await problemIn(await ask('account', { key: reader }))).toMatchObject({ status: 403 });
  });

  it('may be a visitor on our pages, whose files go along when they sign in', async () => {
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

  it('is refused from pages of others, with the cookies of somebody', async () => {
    const { cookie } = await server.someone();
    const forged = await fetch(`${server.url}/api/v1/upload`, {
      method: 'POST',
      body: form(SVG, 'a.svg', { target_format: 'png' }),
      headers: { Origin: 'https://elsewhere.example', Cookie: cookie },
    });
    expect(await problemIn(forged)).toMatchObject({ status: 403, code: 'FOREIGN_ORIGIN' });
  });

  it('asks so often an hour and no more, and is told so', async () => {
    const own = await someKey();
    const first = await ask('uploads', { ...json({ url: 'x' }), key: own });
    expect([first.headers.get('RateLimit-Limit'), first.headers.get('RateLimit-Remaining')]).toEqual(['100', '99']);
    expect(first.headers.get('RateLimit')).toMatch(/^"hour";r=99;t=\d+$/);
    await server.database.query("update conversions.requests set count = 100 where key like 'commands:%'");
    const refused = await ask('uploads', { ...json({ url: 'x' }), key: own });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await problemIn(refused)).toMatchObject({ status: 429, code: 'RATE_LIMIT_EXCEEDED' });
    expect((await ask('jobs', { key: own })).status).toBe(200);
    await server.database.query('delete from conversions.requests');
  });

  it('leaves nothing behind with the account', async () => {
    const person = await server.someone();
    const own = await keyOf(person.id);
    const job = await converted(SVG, 'a.svg', { target_format: 'png' }, { key: own });
    expect((await server.send(person.cookie, 'POST', 'account/delete', { password: 'correct horse' })).status).toBe(204);
    expect(await problemIn(await ask(`jobs/${job.job_id}`, { key: own }))).toMatchObject({ status: 401 });
    const rows = await server.database.query('select name, deleted_at from conversions.jobs where id = $1', [job.job_id]);
    expect(rows).toEqual([{ name: '', deleted_at: expect.any(Date) }]);
  });
});

describe('the documentation', () => {
  it('is OpenAPI 3.1 and names every route', async () => {
    const response = await ask('openapi.json', { key: '' });
    const document = (await response.json()) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId?: string }>>;
    };
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(operations).size).toBe(operations.length);
    expect(operations).toEqual(
      expect.arrayContaining(['convertFile', 'createJob', 'getJob', 'downloadResult', 'createResumableUpload', 'listFormats']),
    );
  });

  it('tells formats and their options to everybody', async () => {
    const { formats } = (await (await ask('formats', { key: '' })).json()) as { formats: { id: string; targets: string[] }[] };
    expect(formats.find(({ id }) => id === 'png')?.targets).toContain('jpeg');
    const pair = await (await ask('formats/png/jpg', { key: '' })).json();
    expect(pair).toMatchObject({
      from: 'png',
      to: 'jpeg',
      options: { properties: { quality: { enum: ['high', 'medium', 'low'] } } },
    });
    expect(await problemIn(await ask('formats/png/mp3', { key: '' }))).toMatchObject({ status: 404 });
    expect(await problemIn(await ask('nothing/here', { key: '' }))).toMatchObject({ status: 404 });
  });
});

describe('a resumable upload', () => {
  const TUS = { 'Tus-Resumable': '1.0.0' };
  const PIECE = { ...TUS, 'Content-Type': 'application/offset+octet-stream' };
  const name = `filename ${Buffer.from('사진.png').toString('base64')}`;
  const begin = async (headers: Record<string, string>, body?: BodyInit) => {
    const response = await ask('tus', {
      method: 'POST',
      headers: { ...TUS, 'Upload-Metadata': name, ...headers },
      ...(body !== undefined && { body }),
    });
    return { response, id: response.headers.get('Location')?.split('/').at(-1) ?? '' };
  };
  const patch = (id: string, offset: number, bytes: Buffer, headers: Record<string, string> = {}) =>
    ask(`tus/${id}`, {
      method: 'PATCH',
      headers: { ...PIECE, 'Upload-Offset': String(offset), ...headers },
      body: new Uint8Array(bytes),
    });
  const stands = async (id: string) => {
    const response = await ask(`tus/${id}`, { method: 'HEAD', headers: TUS });
    return [response.status, response.headers.get('Upload-Offset'), response.headers.get('Cache-Control')];
  };

  it('says what it speaks', async () => {
    const response = await ask('tus', { method: 'OPTIONS', key: '' });
    expect([response.status, response.headers.get('Tus-Version')]).toEqual([204, '1.0.0']);
    expect(response.headers.get('Tus-Extension')).toContain('checksum');
  });

  it('comes piece by piece and is converted', async () => {
    const { response, id } = await begin({ 'Upload-Length': String(PNG.length) });
    expect([response.status, response.headers.get('Upload-Expires')]).toEqual([201, expect.stringContaining('GMT')]);
    expect(await stands(id)).toEqual([200, '0', 'no-store']);
    const first = await patch(id, 0, PNG.subarray(0, 100));
    expect([first.status, first.headers.get('Upload-Offset')]).toEqual([204, '100']);
    expect(await problemIn(await patch(id, 0, PNG))).toMatchObject({
      status: 409,
      code: 'OFFSET_CONFLICT',
      details: { offset: 100 },
    });
    expect(await problemIn(await ask('jobs', json({ upload_id: id, target_format: 'jpeg' })))).toMatchObject({
      code: 'UPLOAD_INCOMPLETE',
    });
    expect((await patch(id, 100, PNG.subarray(100))).status).toBe(204);
    expect(uploadView.parse(await (await ask(`uploads/${id}`)).json())).toMatchObject({
      complete: true,
      format: 'png',
      filename: '사진.png',
    });
    const job = await jobIn(await ask('jobs', json({ upload_id: id, target_format: 'jpeg' })));
    expect(await ended(job.job_id)).toMatchObject({ status: 'completed', converted_filename: '사진.jpg' });
  });

  it('goes on where a killed connection left it', async () => {
    const { id } = await begin({ 'Upload-Length': String(PNG.length) });
    const half = PNG.subarray(0, Math.floor(PNG.length / 2));
    await new Promise<void>((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `PATCH /api/v1/tus/${id} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${key}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: ${PNG.length}\r\n\r\n`,
        );
        socket.write(half, () => socket.destroy());
      });
      socket.on('error', reject);
      socket.on('close', () => resolve());
    });
    const [, offset] = await stands(id);
    expect(Number(offset)).toBeLessThanOrEqual(half.length);
    expect((await patch(id, Number(offset), PNG.subarray(Number(offset)))).status).toBe(204);
    expect(uploadView.parse(await (await ask(`uploads/${id}`)).json())).toMatchObject({ complete: true, format: 'png' });
    expect(await buffer(readUpload(server.services.conversions, { id, size: PNG.length }))).toEqual(PNG);
  });

  it('may begin with its bytes, and be told its size later', async () => {
    const { response, id } = await begin(
      { 'Upload-Defer-Length': '1', 'Content-Type': 'application/offset+octet-stream' },
      new Uint8Array(PNG.subarray(0, 50)),
    );
    expect([response.status, response.headers.get('Upload-Offset')]).toEqual([201, '50']);
    expect((await patch(id, 50, PNG.subarray(50), { 'Upload-Length': String(PNG.length) })).status).toBe(204);
    expect(uploadView.parse(await (await ask(`uploads/${id}`)).json())).toMatchObject({ complete: true });
  });

  it('counts a piece with a checksum only if it matches', async () => {
    const { id } = await begin({ 'Upload-Length': String(PNG.length) });
    const sum = (bytes: Buffer) => ({ 'Upload-Checksum': `sha1 ${createHash('sha1').update(bytes).digest('base64')}` });
    const wrong = await patch(id, 0, PNG, sum(SVG));
    expect([wrong.status, (await stands(id))[1]]).toEqual([460, '0']);
    expect((await patch(id, 0, PNG, { 'Upload-Checksum': 'crc32 AAAA' })).status).toBe(400);
    expect((await patch(id, 0, PNG, sum(PNG))).status).toBe(204);
  });

  it('refuses what the protocol does not allow', async () => {
    const { id } = await begin({ 'Upload-Length': '10' });
    expect((await patch(id, 0, Buffer.alloc(20))).status).toBe(413);
    expect((await ask(`tus/${id}`, { method: 'PATCH', headers: { ...TUS, 'Upload-Offset': '0' }, body: 'x' })).status).toBe(415);
    expect((await ask('tus', { method: 'POST', headers: { 'Upload-Length': '1' } })).status).toBe(412);
    expect((await begin({})).response.status).toBe(400);
    expect((await begin({ 'Upload-Length': '-1' })).response.status).toBe(400);
    expect((await begin({ 'Upload-Length': String(CONVERSION_LIMITS.free.fileBytes + 1) })).response.status).toBe(413);
    expect((await stands(randomUUID()))[0]).toBe(404);
    expect((await stands('..%2f..%2fsecret'))[0]).toBe(404);
  });

  it('ends when it is deleted, also by those who know no DELETE', async () => {
    const { id } = await begin({ 'Upload-Length': '10' });
    expect((await ask(`tus/${id}`, { method: 'POST', headers: { ...TUS, 'X-HTTP-Method-Override': 'DELETE' } })).status).toBe(
      204,
    );
    expect((await stands(id))[0]).toBe(410);
  });
});
