/** Jobs of several files, through the API: their results, their refusals, and what is left of a certificate. */
import { request } from 'node:http';
import { type JobView, jobView, pairView, uploadView } from '@bakkum/api-contract/conversions/conversions';
import { CONVERSION_LIMITS } from '@bakkum/api-contract/conversions/tiers';
import { personOwner } from '@bakkum/conversion-jobs/service';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { hasProgram, type Workbench, workbench } from '../../../../tests/native.ts';
import { fileOf, madePages } from '../../../../tests/pdf/made-documents.ts';
import { startConvertingServer, type TestServer } from '../../test-server.ts';

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>');
const PASSWORD = 'sentinel-of-the-certificate';

let server: TestServer;
let key: string;
let owner: string;
let tools: Workbench;

beforeAll(async () => {
  tools = workbench();
  server = await startConvertingServer(inject('postgresFolder'));
  const { id } = await server.someone();
  owner = personOwner(id);
  key = await server.apiKey(id);
});
afterAll(async () => {
  await server.close();
  tools.dispose();
});

async function pdf(...texts: readonly string[]): Promise<Buffer> {
  const document = await madePages('', 0);
  for (const text of texts) document.addPage([300, 200]).drawText(text, { x: 20, y: 150, size: 12 });
  return Buffer.from(await (await fileOf(document)).arrayBuffer());
}

type Sent = readonly [name: string, content: Buffer];
function form(files: readonly Sent[], fields: Readonly<Record<string, string>>): FormData {
  const filled = new FormData();
  for (const [name, value] of Object.entries(fields)) filled.append(name, value);
  for (const [name, content] of files) filled.append('file', new Blob([new Uint8Array(content)]), name);
  return filled;
}
const ask = (address: string, init: RequestInit = {}, given = key) =>
  fetch(`${server.url}/api/v1/${address}`, { ...init, headers: { Authorization: `Bearer ${given}`, ...init.headers } });
const sent = (files: readonly Sent[], fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}) =>
  ask('upload', { method: 'POST', body: form(files, fields), headers });
const ordered = (order: object, given = key) =>
  ask('jobs', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(order) }, given);
const CLOSED = new Set(['ECONNRESET', 'EPIPE']);
/** Status of an order on a connection of its own. The server may close it before the body is sent. */
const sentAlone = (order: object) =>
  new Promise<number | undefined | 'closed'>((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const sending = request(`${server.url}/api/v1/jobs`, { method: 'POST', agent: false, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sending.on('error', (error: NodeJS.ErrnoException) => (CLOSED.has(error.code ?? '') ? resolve('closed') : reject(error)));
    sending.end(JSON.stringify(order));
  });
const jobIn = async (response: Response): Promise<JobView> => {
  if (response.status >= 300) throw new Error(await response.text());
  return jobView.parse(await response.json());
};
const refusal = async (response: Response) => {
  const { error } = (await response.json()) as { error: { code: string; details?: Record<string, unknown> } };
  return { status: response.status, code: error.code, details: error.details };
};
async function ended(id: string): Promise<JobView> {
  for (;;) {
    const job = await jobIn(await ask(`jobs/${id}?wait=20`));
    if (!['queued', 'processing'].includes(job.status)) return job;
  }
}
async function made(files: readonly Sent[], fields: Readonly<Record<string, string>>) {
  const job = await ended((await jobIn(await sent(files, fields))).job_id);
  return { job, result: Buffer.from(await (await ask(`download/${job.job_id}`)).arrayBuffer()) };
}
const uploaded = async ([name, content]: Sent, given = key): Promise<string> => {
  const filled = new FormData();
  filled.append('file', new Blob([new Uint8Array(content)]), name);
  return uploadView.parse(await (await ask('uploads', { method: 'POST', body: filled }, given)).json()).upload_id;
};
/** Files of the account that still exist. */
const kept = async () =>
  (await server.database.query('select id from conversions.uploads where owner = $1 and removed_at is null', [owner])).map(
    ({ id }) => id,
  );
function pagesOf(bytes: Buffer): number {
  tools.write('result.pdf', new Uint8Array(bytes));
  tools.run('qpdf', '--check', 'result.pdf');
  return Number(tools.run('qpdf', '--show-npages', 'result.pdf'));
}

describe.skipIf(!hasProgram('qpdf'))('combining', () => {
  it('joins files of several formats in their order', async () => {
    const files: Sent[] = [
      ['one.pdf', await pdf('first', 'second')],
      ['two.svg', SVG],
      ['three.pdf', await pdf('third')],
    ];
    const { job, result } = await made(files, { operation: 'combine', target_format: 'pdf' });
    const size = files.reduce((sum, [, content]) => sum + content.length, 0);
    expect(job).toMatchObject({ status: 'completed', operation: 'combine', input_count: 3, original_size: size });
    expect([job.converted_filename, pagesOf(result), await kept()]).toEqual(['one.pdf', 4, []]);
  });

  it('takes pages from several files', async () => {
    const files: Sent[] = [
      ['one.pdf', await pdf('a', 'b', 'c')],
      ['two.pdf', await pdf('d', 'e')],
    ];
    const options = JSON.stringify({ pages: '1;2' });
    const { result } = await made(files, { operation: 'combine', target_format: 'pdf', options });
    expect(pagesOf(result)).toBe(2);
  });

  it('uses uploads, the same one twice, and deletes them at the end', async () => {
    const id = await uploaded(['a.pdf', await pdf('again')]);
    const { job_id } = await jobIn(await ordered({ upload_ids: [id, id], operation: 'combine', target_format: 'pdf' }));
    expect(await ended(job_id)).toMatchObject({ status: 'completed', input_count: 2 });
    const result = Buffer.from(await (await ask(`download/${job_id}`)).arrayBuffer());
    expect([pagesOf(result), await kept()]).toEqual([2, []]);
  });

  it('names the damaged file among many', async () => {
    const good = await pdf('fine');
    const files = Array.from({ length: 8 }, (_, index): Sent => [`${index}.pdf`, index === 5 ? good.subarray(0, 60) : good]);
    const job = await ended((await jobIn(await sent(files, { operation: 'combine', target_format: 'pdf' }))).job_id);
    expect(job).toMatchObject({ status: 'error', error: { code: 'CORRUPT', input: 5 } });
    expect(await kept()).toEqual([]);
  });

  it('returns the same job for the same files under a key, and refuses others', async () => {
    const [one, two] = [await pdf('one'), await pdf('two')];
    const fields = { operation: 'combine', target_format: 'pdf' };
    const headers = { 'Idempotency-Key': 'several' };
    const send = (files: readonly Buffer[]) =>
      sent(
        files.map((content): Sent => ['same.pdf', content]),
        fields,
        headers,
      );
    const first = await jobIn(await send([one, two]));
    expect((await jobIn(await send([one, two]))).job_id).toBe(first.job_id);
    expect(await refusal(await send([two, one]))).toMatchObject({ status: 409, code: 'IDEMPOTENCY_CONFLICT' });
    expect(await refusal(await send([one, two, two]))).toMatchObject({ status: 409, code: 'IDEMPOTENCY_CONFLICT' });
    await ended(first.job_id);
    expect(await kept()).toEqual([]);
  });
});

describe('comparing', () => {
  it('describes the differences of two documents', async () => {
    const files: Sent[] = [
      ['before.pdf', await pdf('The price is ten')],
      ['after.pdf', await pdf('The price is twelve')],
    ];
    const { job, result } = await made(files, { operation: 'compare', target_format: 'txt' });
    expect(job).toMatchObject({ status: 'completed', operation: 'compare', converted_filename: 'before.txt' });
    expect(result.toString()).toMatch(/ten.*twelve/s);
  });

  it('fails if the second file is hostile, and names it', async () => {
    const hostile = Buffer.from(`%PDF-1.7\n1 0 obj<</Pages 1 0 R/Kids[1 0 R]/Count 99999999>>endobj trailer<</Root 1 0 R>>`);
    const files: Sent[] = [
      ['before.pdf', await pdf('text')],
      ['after.pdf', hostile],
    ];
    const job = await ended((await jobIn(await sent(files, { operation: 'compare', target_format: 'json' }))).job_id);
    expect(job).toMatchObject({ status: 'error', error: { input: 1 } });
  });
});

describe('a request with several files', () => {
  const refused = async (files: readonly Sent[], fields: Readonly<Record<string, string>>) => {
    const answer = await refusal(await sent(files, fields));
    expect(await kept()).toEqual([]);
    return answer;
  };

  it('is refused with the wrong number of files', async () => {
    const one: Sent = ['a.pdf', await pdf('a')];
    const fault = (problem: string, limit: number) => ({ fields: [{ field: 'file', problem, limit }] });
    const to = { target_format: 'pdf' };
    expect(await refused([one, one], to)).toMatchObject({
      status: 400,
      code: 'INVALID_REQUEST',
      details: { fields: [{ field: 'operation' }] },
    });
    expect(await refused([one], { ...to, operation: 'combine' })).toMatchObject({
      status: 400,
      code: 'INVALID_REQUEST',
      details: fault('too-short', 2),
    });
    expect(await refused([one, one, one], { ...to, operation: 'compare' })).toMatchObject({
      status: 400,
      code: 'INVALID_REQUEST',
      details: fault('too-long', 2),
    });
    expect(await refused([], { ...to, operation: 'combine' })).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
    const many = Array.from({ length: 101 }, () => one);
    expect(await refused(many, { ...to, operation: 'combine' })).toMatchObject({
      status: 400,
      code: 'INVALID_REQUEST',
      details: fault('too-long', 100),
    });
  });

  it('is refused with files that the operation cannot use', async () => {
    const one: Sent = ['a.pdf', await pdf('a')];
    const noise: Sent = ['b', Buffer.from([1, 2, 3, 255, 254])];
    const combine = { operation: 'combine', target_format: 'pdf' };
    expect(await refused([one, noise], combine)).toMatchObject({ status: 400, code: 'UNKNOWN_FILE', details: { input: 1 } });
    expect(await refused([one, ['empty.pdf', Buffer.alloc(0)]], combine)).toMatchObject({ status: 400, code: 'EMPTY_FILE' });
    expect(await refused([one, one], { operation: 'compare', target_format: 'png' })).toMatchObject({
      status: 400,
      code: 'INVALID_FORMAT',
      details: { supported_formats: ['pdf', 'json', 'txt'] },
    });
    const answer = await refused([one, one], { operation: 'combine', target_format: 'docx' });
    expect(answer).toMatchObject({
      status: 400,
      code: 'INVALID_FORMAT',
      details: { supported_formats: expect.arrayContaining(['pdf']) },
    });
  });

  it('counts their size together', async () => {
    const half = Buffer.alloc(CONVERSION_LIMITS.free.fileBytes / 2 + 1_000_000, 'x');
    const files: Sent[] = [
      ['a.txt', half],
      ['b.txt', half],
    ];
    const answer = await refused(files, { operation: 'combine', target_format: 'pdf' });
    expect(answer).toMatchObject({ status: 413, code: 'FILE_TOO_LARGE', details: { limit: CONVERSION_LIMITS.free.fileBytes } });
  });

  it('refuses foreign, missing and too many uploads', async () => {
    const own = await uploaded(['a.pdf', await pdf('a')]);
    const stranger = await server.apiKey();
    const other = await uploaded(['a.pdf', await pdf('b')], stranger);
    const combine = { operation: 'combine', target_format: 'pdf' };
    for (const ids of [
      [own, other],
      [other, own],
      [own, crypto.randomUUID()],
    ])
      expect(await refusal(await ordered({ ...combine, upload_ids: ids }))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    for (const ids of [[], [own], Array.from({ length: 101 }, () => own), ['x', own]])
      expect(await refusal(await ordered({ ...combine, upload_ids: ids }))).toMatchObject({
        status: 400,
        code: 'INVALID_REQUEST',
      });
    expect([400, 'closed']).toContain(await sentAlone({ ...combine, upload_ids: Array.from({ length: 10_000 }, () => own) }));
    expect(await refusal(await ordered({ ...combine, upload_ids: [own, own], upload_id: own }))).toMatchObject({
      status: 400,
      code: 'INVALID_REQUEST',
    });
    expect(await kept()).toEqual([own]);
    expect(
      await refusal(await ordered({ url: 'http://not-fetched.invalid/', operation: 'combine', target_format: 'pdf' })),
    ).toMatchObject({
      status: 400,
      details: { fields: [{ field: 'upload_ids', problem: 'required' }] },
    });
    expect(await refusal(await ordered({ upload_ids: [own, own], target_format: 'pdf' }))).toMatchObject({
      status: 400,
      details: { fields: [{ field: 'operation', problem: 'required' }] },
    });
    expect(await refusal(await ordered({ ...combine, operation: 'compare', upload_ids: [own, own, own] }))).toMatchObject({
      status: 400,
      details: { fields: [{ field: 'upload_ids', problem: 'too-long', limit: 2 }] },
    });
    await ask(`uploads/${own}`, { method: 'DELETE' });
    expect((await ask(`uploads/${other}`, { method: 'DELETE' }, stranger)).status).toBe(204);
  });

  it('refuses uploads that have too many pieces together', async () => {
    const id = await uploaded(['a.pdf', await pdf('a')]);
    await server.database.query('update conversions.uploads set pieces = 600 where id = $1', [id]);
    const order = { upload_ids: [id, id], operation: 'combine', target_format: 'pdf' };
    expect(await refusal(await ordered(order))).toMatchObject({ status: 400, code: 'TOO_MANY_PIECES' });
    await ask(`uploads/${id}`, { method: 'DELETE' });
  });

  it('takes one upload slot for all files', async () => {
    const enter = vi.spyOn(server.services.uploads, 'enter');
    try {
      const one: Sent = ['a.pdf', await pdf('a')];
      expect(await refused([one, one, one], { target_format: 'pdf' })).toMatchObject({ code: 'INVALID_REQUEST' });
      expect(enter).toHaveBeenCalledTimes(1);
    } finally {
      enter.mockRestore();
    }
  });

  it('keeps no files of an interrupted form', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.svg"\r\n\r\n';
    const body = `${part}${SVG.toString()}\r\n${part}${SVG.toString().slice(0, 20)}`;
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    expect(await refusal(await ask('upload', { method: 'POST', body, headers }))).toMatchObject({
      status: 400,
      code: 'INVALID_REQUEST',
    });
    expect(await kept()).toEqual([]);
  });
});

/** Every text in the database and the log, and the names of stored files. */
async function everythingStored(): Promise<string> {
  const tables = await server.database.query(
    "select table_schema || '.' || table_name as name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'",
  );
  const texts: string[] = [...server.lines];
  for (const { name } of tables) {
    const rows = await server.database.query(`select t::text as row from ${String(name)} t`);
    texts.push(...rows.map(({ row }) => String(row)));
  }
  for await (const blobKey of server.services.blobs.list('')) texts.push(blobKey);
  return texts.join('\n');
}
const storedInputs = async () => {
  const keys: string[] = [];
  for await (const blobKey of server.services.blobs.list('conversions/in/')) keys.push(blobKey);
  return keys;
};

describe.skipIf(!['openssl', 'pdfsig', 'qpdf'].every(hasProgram))('signing', () => {
  let certificate: Sent;
  beforeAll(() => {
    const subject = ['-newkey', 'rsa:2048', '-subj', '/CN=Mina Kim', '-nodes', '-keyout', 'k', '-out', 'c', '-days', '30'];
    tools.run('openssl', 'req', '-x509', ...subject);
    tools.run('openssl', 'pkcs12', '-export', '-inkey', 'k', '-in', 'c', '-out', 'me.p12', '-passout', `pass:${PASSWORD}`);
    certificate = ['me.p12', Buffer.from(tools.read('me.p12'))];
  });
  const fields = (password: string) => ({
    operation: 'sign',
    target_format: 'pdf',
    options: JSON.stringify({ certificatePassword: password, reason: 'Approved' }),
  });
  const nothingIsLeft = async () => {
    expect(await kept()).toEqual([]);
    await expect.poll(storedInputs).toEqual([]);
    expect(await everythingStored()).not.toContain(PASSWORD);
  };

  it('signs a document, and keeps neither the certificate nor its password', async () => {
    const { job, result } = await made([['contract.pdf', await pdf('agreed')], certificate], fields(PASSWORD));
    expect(job).toMatchObject({ status: 'completed', operation: 'sign', converted_filename: 'contract.pdf' });
    tools.write('signed.pdf', new Uint8Array(result));
    tools.run('qpdf', '--check', 'signed.pdf');
    expect(tools.run('pdfsig', '-nocert', 'signed.pdf')).toContain('Signature Validation: Signature is Valid.');
    expect(JSON.stringify(job)).not.toContain('me.p12');
    await nothingIsLeft();
    expect(await everythingStored()).not.toContain('me.p12');
  });

  it('deletes them when the password is wrong, the file is no certificate, or the job is canceled', async () => {
    const document: Sent = ['contract.pdf', await pdf('agreed')];
    const failed = async (second: Sent, password: string) =>
      ended((await jobIn(await sent([document, second], fields(password)))).job_id);
    expect(await failed(certificate, `${PASSWORD}!`)).toMatchObject({
      error: { code: 'WRONG_PASSWORD', input: 1 },
      retry_until: null,
    });
    expect(await failed(['me.p12', SVG], PASSWORD)).toMatchObject({ error: { code: 'CORRUPT', input: 1 }, retry_until: null });
    const { job_id: id } = await jobIn(await sent([document, certificate], fields(PASSWORD)));
    await ask(`jobs/${id}/cancel`, { method: 'POST' });
    const job = await ended(id);
    expect(job.retry_until).toBeNull();
    expect((await ask(`jobs/${id}/retry`, { method: 'POST' })).status).toBe(409);
    await nothingIsLeft();
  });

  it('takes certificates only together with the document', async () => {
    const id = await uploaded(['contract.pdf', await pdf('agreed')]);
    const answer = await refusal(await ordered({ upload_ids: [id, id], operation: 'sign', target_format: 'pdf' }));
    expect(answer).toMatchObject({
      status: 400,
      code: 'INVALID_REQUEST',
      details: { fields: [{ field: 'operation', values: ['combine', 'compare'] }] },
    });
    await ask(`uploads/${id}`, { method: 'DELETE' });
    const refused = await refusal(
      await sent([['contract.pdf', await pdf('a')], certificate], { ...fields(PASSWORD), target_format: 'png' }),
    );
    expect(refused).toMatchObject({ status: 400, code: 'INVALID_FORMAT', details: { supported_formats: ['pdf'] } });
    await nothingIsLeft();
  });
});

it('lists the options of an operation, and where the website has it', async () => {
  const viewOf = async (query: string) => pairView.parse(await (await ask(`formats/${query}`)).json());
  expect(await viewOf('pdf/pdf?operation=sign')).toMatchObject({
    from: 'pdf',
    to: 'pdf',
    options: { properties: { certificatePassword: { writeOnly: true } } },
    browsers: ['chromium', 'firefox', 'safari', 'phones'],
  });
  // These files are converted to PDF first.
  const { browsers } = await viewOf('pptx/pdf');
  expect(browsers).toEqual(['chromium', 'firefox', 'safari']);
  for (const query of ['pptx/pdf?operation=sign', 'pptx/txt?operation=compare', 'pptx/pdf?operation=combine'])
    expect([query, (await viewOf(query)).browsers]).toEqual([query, browsers]);
  expect((await ask('formats/pdf/png?operation=compare')).status).toBe(404);
});
