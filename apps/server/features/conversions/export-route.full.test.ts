/** Import from and export to an S3 store with presigned URLs. */
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { conversionProblem, exportView, type JobView, jobView } from '@bakkum/api-contract/conversions/conversions';
import { type FakeS3, presignS3, startFakeS3 } from '@bakkum/blobs/fake-s3';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startConvertingServer, startTestServer, type TestServer } from '../../test-server.ts';

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>');
/** An image of two pages. */
const PAGES = path.resolve(import.meta.dirname, '../../../../tests/fixtures/images/tiff-pages.tif');
const BUCKET = 'customer';
const CREDENTIALS = { accessKeyId: 'AKIA', secretAccessKey: 'secret', region: 'ap-northeast-2' };

let store: FakeS3;
let odd: Server;
let oddUrl: string;
/** Answers requests to the odd store. */
let answerOddly: RequestListener;
let server: TestServer;
let key: string;

beforeAll(async () => {
  store = await startFakeS3(BUCKET, CREDENTIALS);
  odd = createServer((request, response) => answerOddly(request, response));
  await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
  oddUrl = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
  const places = [store.endpoint, oddUrl].map((url) => new URL(url).host);
  server = await startConvertingServer(inject('postgresFolder'), { OUTBOUND_ALLOW: places.join(',') });
  key = await server.apiKey();
});
afterAll(async () => {
  await server.close();
  odd.closeAllConnections();
  odd.close();
  await store.close();
});
beforeEach(() => store.objects.clear());

type Asking = { readonly given?: string; readonly body?: unknown };

function ask(address: string, { given = key, body }: Asking = {}): Promise<Response> {
  const authorization: Record<string, string> = given === '' ? {} : { Authorization: `Bearer ${given}` };
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  return fetch(`${server.url}/api/v1/${address}`, { ...sent, headers: { ...authorization, 'Content-Type': 'application/json' } });
}

async function problem(answer: Promise<Response>) {
  const { status, error } = conversionProblem.parse(await (await answer).json());
  return { status, code: error.code, details: error.details };
}

const signed = async (
  method: 'GET' | 'PUT',
  name: string,
  headers?: Record<string, string>,
  expiresInS = 600,
): Promise<string> => {
  const url = new URL(`${store.endpoint}/${BUCKET}/${name}`);
  return (await presignS3({ method, url, at: new Date(), expiresInS, ...(headers && { headers }) }, CREDENTIALS)).href;
};

async function completed(job: JobView): Promise<JobView> {
  for (;;) {
    const now = jobView.parse(await (await ask(`jobs/${job.job_id}?wait=20`)).json());
    if (!['queued', 'processing'].includes(now.status)) return now;
  }
}

/** A completed job whose file came from a presigned URL. */
async function imported(targetFormat = 'png'): Promise<JobView> {
  store.objects.set('in/drawing.svg', SVG);
  const order = { url: await signed('GET', 'in/drawing.svg'), target_format: targetFormat };
  return completed(jobView.parse(await (await ask('jobs', { body: order })).json()));
}

const exported = async (job: JobView, body: object) =>
  exportView.parse(await (await ask(`jobs/${job.job_id}/export`, { body })).json());
const refused = (job: JobView, body: object) => problem(ask(`jobs/${job.job_id}/export`, { body }));

describe('a job', () => {
  it('reads its file from a presigned URL, and writes its result to another', async () => {
    const job = await imported();
    expect(job).toMatchObject({ status: 'completed', original_filename: 'drawing.svg' });
    const view = await exported(job, { url: await signed('PUT', 'out/drawing.png') });
    const result = Buffer.from(await (await ask(`download/${job.job_id}`)).arrayBuffer());
    expect(view).toMatchObject({ filename: 'drawing.png', size: result.length, attempts: 1 });
    expect(store.objects.get('out/drawing.png')).toEqual(result);
  });

  it('sends the headers that were signed, and no others', async () => {
    const job = await imported();
    const headers = { 'content-type': 'image/x-own', 'x-amz-meta-order': '7' };
    const url = await signed('PUT', 'out/a.png', headers);
    expect(await refused(job, { url })).toMatchObject({ code: 'URL_NOT_STORED', details: { status: 403 } });
    await exported(job, { url, headers: { 'Content-Type': 'image/x-own', 'X-Amz-Meta-Order': '7' } });
    expect(store.objects.has('out/a.png')).toBe(true);
    for (const name of ['Host', 'Content-Length', 'Transfer-Encoding', 'Authorization', 'Cookie', 'Expect', 'x-amz-a\r\nHost'])
      expect(await refused(job, { url, headers: { [name]: '1' } })).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
    expect(await refused(job, { url, headers: { 'x-amz-a': 'b\r\nHost: c' } })).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('keeps neither the URL nor its signature', async () => {
    const job = await imported();
    const url = await signed('PUT', 'out/secret.png');
    await exported(job, { url });
    const signature = new URL(url).searchParams.get('X-Amz-Signature') ?? '';
    const rows = await server.services.database.query(
      "select count(*)::int as found from conversions.jobs j where to_jsonb(j)::text like '%' || $1 || '%'",
      [signature],
    );
    expect(rows).toEqual([{ found: 0 }]);
  });
});

describe('several files', () => {
  it('are sent as a ZIP, or one by one', async () => {
    const form = new FormData();
    form.append('target_format', 'png');
    form.append('file', new Blob([readFileSync(PAGES)]), 'pages.tif');
    const response = await fetch(`${server.url}/api/v1/upload`, {
      method: 'POST',
      body: form,
      headers: { Authorization: `Bearer ${key}` },
    });
    const job = await completed(jobView.parse(await response.json()));
    expect(job.file_count).toBeGreaterThan(1);
    const view = await exported(job, { url: await signed('PUT', 'all.zip') });
    const zip = store.objects.get('all.zip') ?? Buffer.alloc(0);
    expect(view.size).toBe(zip.length);
    expect(Object.keys(unzipSync(new Uint8Array(zip)))).toEqual(job.files.map(({ filename }) => filename));
    await exported(job, { url: await signed('PUT', 'second.png'), file: 1 });
    expect(strFromU8(new Uint8Array(store.objects.get('second.png') ?? []), true).slice(1, 4)).toBe('PNG');
    expect(await refused(job, { url: await signed('PUT', 'none.png'), file: 99 })).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a storage', () => {
  it('that fails once gets the whole result again', async () => {
    const job = await imported();
    const lengths: number[] = [];
    answerOddly = (request, response) => {
      let length = 0;
      request.on('data', (chunk: Buffer) => (length += chunk.length));
      request.on('end', () => {
        lengths.push(length);
        response.writeHead(lengths.length === 1 ? 503 : 200, { ETag: '"abc"' }).end();
      });
    };
    const view = await exported(job, { url: `${oddUrl}/a` });
    expect(view).toMatchObject({ attempts: 2, etag: '"abc"' });
    expect(lengths).toEqual([view.size, view.size]);
  });

  it('that refuses is asked once, and its answer is not passed on', async () => {
    const job = await imported();
    let asked = 0;
    answerOddly = (request, response) => {
      asked += 1;
      request.resume();
      response.writeHead(403, { 'X-Secret': 'internal' }).end('internal');
    };
    const answer = await ask(`jobs/${job.job_id}/export`, { body: { url: `${oddUrl}/a` } });
    expect(await answer.text()).not.toContain('internal');
    expect([answer.status, answer.headers.has('X-Secret'), asked]).toEqual([400, false, 1]);
  });

  it('cannot redirect the result elsewhere', async () => {
    const job = await imported();
    answerOddly = (request, response) => {
      request.resume();
      response.writeHead(307, { Location: `${store.endpoint}/${BUCKET}/elsewhere` }).end();
    };
    expect(await refused(job, { url: `${oddUrl}/a` })).toMatchObject({ code: 'URL_NOT_STORED', details: { status: 307 } });
    expect(store.objects.has('elsewhere')).toBe(false);
  });

  it.each([
    'http://169.254.169.254/latest',
    'http://127.0.0.1:1/a',
    'http://[::1]/a',
    'file:///etc/passwd',
    'ftp://a.example/b',
    'http://u:p@a.example/',
  ])('is not reached at %s', async (url) => {
    expect(await refused(await imported(), { url })).toMatchObject({ status: 400, code: 'INVALID_URL' });
  });

  it('refuses an expired URL', async () => {
    const job = await imported();
    expect(await refused(job, { url: await signed('PUT', 'late.png', undefined, 0) })).toMatchObject({ code: 'URL_NOT_STORED' });
  });
});

describe('an account', () => {
  it('sends no more bytes in an hour than it may store, also in attempts that fail', async () => {
    const person = await server.someone();
    const own = await server.apiKey(person.id);
    const order = { url: await signed('GET', 'in/drawing.svg'), target_format: 'png' };
    store.objects.set('in/drawing.svg', SVG);
    const made = jobView.parse(await (await ask('jobs', { body: order, given: own })).json());
    for (let now = made; ['queued', 'processing'].includes(now.status); )
      now = jobView.parse(await (await ask(`jobs/${made.job_id}?wait=20`, { given: own })).json());
    const send = (url: string) => ask(`jobs/${made.job_id}/export`, { body: { url }, given: own });
    let asked = 0;
    answerOddly = (request, response) => {
      asked += 1;
      request.resume();
      response.writeHead(503).end();
    };
    expect((await send(`${oddUrl}/a`)).status).toBe(400);
    const counted = 'select count from conversions.requests where key = $1';
    expect([asked, ...(await server.database.query(counted, [`sent:person:${person.id}`]))]).toEqual([3, { count: 3 }]);
    await server.database.query('update conversions.requests set count = 999 where key = $1', [`sent:person:${person.id}`]);
    expect(await problem(send(`${oddUrl}/a`))).toMatchObject({ status: 429, code: 'RATE_LIMIT_EXCEEDED' });
    expect(asked).toBe(4);
    expect((await send(await signed('PUT', 'out/a.png'))).headers.get('Retry-After')).toMatch(/^\d+$/);
    expect(store.objects.has('out/a.png')).toBe(false);
  });

  it('has a limited number of bytes fetched from other servers in an hour, also those it does not use', async () => {
    const person = await server.someone();
    const own = await server.apiKey(person.id);
    let asked = 0;
    answerOddly = (_request, response) => {
      asked += 1;
      response.end(Buffer.alloc(1_500_000));
    };
    const fetched = () => problem(ask('jobs', { body: { url: `${oddUrl}/zeros`, target_format: 'png' }, given: own }));
    expect(await fetched()).toMatchObject({ code: 'UNKNOWN_FILE' });
    const key = `fetched:person:${person.id}`;
    expect(await server.database.query('select count from conversions.requests where key = $1', [key])).toEqual([{ count: 2 }]);
    await server.database.query('update conversions.requests set count = 5000 where key = $1', [key]);
    expect(await fetched()).toMatchObject({ status: 429, code: 'RATE_LIMIT_EXCEEDED' });
    expect(asked).toBe(1);
  });

  it('is traced by its job and the host, never by the path or the signature', async () => {
    const job = await imported();
    const url = await signed('PUT', 'out/traced.png');
    await exported(job, { url });
    const line = server.lines.find((one) => one.includes('"result-sent"') && one.includes(job.job_id)) ?? '';
    expect(JSON.parse(line)).toMatchObject({ job: job.job_id, host: new URL(url).host, bytes: expect.any(Number) });
    expect(server.lines.join('\n')).not.toMatch(/traced|X-Amz/);
  });
});

describe('access', () => {
  it('needs a key that may convert, and the job of its account', async () => {
    const job = await imported();
    const body = { url: await signed('PUT', 'a.png') };
    const other = await server.apiKey((await server.someone()).id);
    const reader = await server.apiKey(undefined, ['convert:read']);
    expect(await problem(ask(`jobs/${job.job_id}/export`, { body, given: other }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await problem(ask(`jobs/${job.job_id}/export`, { body, given: reader }))).toMatchObject({ status: 403 });
    expect(store.objects.has('a.png')).toBe(false);
  });

  it('is not possible before the job has ended', async () => {
    const idle = await startTestServer(inject('postgresFolder'));
    try {
      const headers = { Authorization: `Bearer ${await idle.apiKey()}` };
      const form = new FormData();
      form.append('target_format', 'avif');
      form.append('file', new Blob([SVG]), 'drawing.svg');
      const response = await fetch(`${idle.url}/api/v1/upload`, { method: 'POST', body: form, headers });
      const { job_id: id } = jobView.parse(await response.json());
      const sent = {
        method: 'POST',
        body: JSON.stringify({ url: await signed('PUT', 'a.avif') }),
        headers: { ...headers, 'Content-Type': 'application/json' },
      };
      expect(await problem(fetch(`${idle.url}/api/v1/jobs/${id}/export`, sent))).toMatchObject({ code: 'NOT_READY' });
    } finally {
      await idle.close();
    }
  });
});
