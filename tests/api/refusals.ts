/** Authentication, permissions, error responses and limits. */
import { randomUUID } from 'node:crypto';
import type { ApiAccountView } from '@bakkum/api-contract/conversions/conversions';
import { expect, it } from 'vitest';
import { form, json } from './asker.ts';
import { SVG } from './samples.ts';
import { LACKS, type Target } from './target.ts';

/** Maximum number of jobs a test sends to reach a limit. */
const MAX_JOBS = 200;

/** Without HEAD, whose answers have no body. */
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const TUS = { 'Tus-Resumable': '1.0.0' };
type Description = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly security?: readonly unknown[] }>>>>;
};
type Told = {
  readonly error: {
    readonly details: Readonly<Partial<Record<'fields' | 'options', readonly { readonly message: string }[]>>>;
  };
};

export function describeRefusals(at: () => Target): void {
  const post = (body: BodyInit, headers: Record<string, string> = {}) => ({ method: 'POST', body, headers });

  it('refuses an impossible job', async () => {
    const { problem } = at();
    const refused = (fields: Record<string, string>, content: Buffer = SVG) =>
      problem('upload', post(form(content, 'a.svg', fields)));
    expect(await refused({ target_format: 'mp3' })).toMatchObject({
      status: 400,
      code: 'INVALID_FORMAT',
      details: { source_format: 'svg', supported_formats: expect.arrayContaining(['png']) },
    });
    expect(await refused({})).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
    expect(await refused({ target_format: 'png', options: '{"depth":3}' })).toMatchObject({
      code: 'INVALID_OPTION',
      details: { options: [{ option: 'depth', reason: 'unknown' }] },
    });
    expect(await refused({ target_format: 'png', options: 'no json' })).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await refused({ target_format: 'png', retention: 'for ever' })).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await refused({ target_format: 'png', webhook_url: 'ftp://x' })).toMatchObject({ code: 'INVALID_URL' });
    expect(await refused({ target_format: 'png' }, Buffer.alloc(0))).toMatchObject({ code: 'EMPTY_FILE' });
  });

  it('refuses malformed bodies', async () => {
    const { problem } = at();
    expect(await problem('upload', post(new FormData()))).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
    for (const address of ['upload', 'uploads']) {
      expect(await problem(address, post('text', { 'Content-Type': 'text/plain' }))).toMatchObject({
        status: 415,
        code: 'UNSUPPORTED_MEDIA_TYPE',
      });
    }
    const isJson = { 'Content-Type': 'application/json' };
    for (const body of ['{', '[]', '{"target_format":"png"}', `{"url":"${'x'.repeat(20_000)}"}`]) {
      expect(await problem('jobs', post(body, isJson))).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
    }
    const both = { upload_id: randomUUID(), url: 'https://example.com', target_format: 'png' };
    expect(await problem('jobs', json(both))).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it("responds with not found to unknown resources, in the client's language", async () => {
    const { ask, problem } = at();
    for (const address of [`jobs/${randomUUID()}`, `uploads/${randomUUID()}`, `download/${randomUUID()}`, 'nothing/here']) {
      expect(await problem(address)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
    expect(await problem('jobs/x')).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
    const korean = await (await ask(`jobs/${randomUUID()}`, { headers: { 'Accept-Language': 'ko' } })).json();
    expect((korean as { title: string }).title).toMatch(/\p{Script=Hangul}/u);
  });

  it('requires a valid key', async () => {
    const { ask, problem } = at();
    for (const key of ['', 'nothing', 'bkm_aaaaaaaaaa_'.padEnd(58, 'A')]) {
      expect((await ask('jobs', { key })).headers.get('WWW-Authenticate')).toContain('Bearer');
      expect(await problem('jobs', { key })).toMatchObject({ status: 401, code: 'INVALID_API_KEY' });
      expect(await problem('upload', { key, ...post(form(SVG, 'a.svg')) })).toMatchObject({ status: 401 });
    }
  });

  it('reports a wrong key before anything else that is wrong with a request', async () => {
    const { base, problem } = at();
    const document = (await (await fetch(`${base}/api/v1/openapi.json`)).json()) as Description;
    const paths = Object.entries(document.paths).filter(([path]) => /\{\w+\}/.test(path));
    const requests = paths.flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { security }]) =>
        METHODS.includes(method) && security?.length !== 0
          ? [[path.slice('/api/v1/'.length), method.toUpperCase()] as const]
          : [],
      ),
    );
    expect(requests.length).toBeGreaterThan(10);
    for (const [path, method] of requests) {
      const address = path.replaceAll(/\{\w+\}/g, 'malformed');
      expect([method, path, await problem(address, { key: 'nothing', method, headers: TUS })]).toMatchObject([
        method,
        path,
        { status: 401 },
      ]);
    }
  });

  it("describes wrong fields in the client's language", async () => {
    const { ask } = at();
    const told = async (locale: string, address: string, asking: object) => {
      const { error } = (await (await ask(address, asking)).json()) as Told;
      return {
        locale,
        messages: [...(error.details.fields ?? []), ...(error.details.options ?? [])].map(({ message }) => message),
      };
    };
    const wrong = { target_format: 'png', retention: 'for ever', webhook_url: `https://${'x'.repeat(3000)}` };
    const unknownOption = { target_format: 'png', options: '{"depth":3}' };
    const both = { upload_id: randomUUID(), url: 'https://example.com', target_format: 'png' };
    for (const locale of ['en', 'ko']) {
      const headers = { 'Accept-Language': locale };
      const answers = [
        await told(locale, 'upload', post(form(SVG, 'a.svg', wrong), headers)),
        await told(locale, 'upload', post(form(SVG, 'a.svg', {}), headers)),
        await told(locale, 'upload', post(form(SVG, 'a.svg', unknownOption), headers)),
        await told(locale, 'jobs', { ...json(both), headers: { ...json(both).headers, ...headers } }),
        await told(locale, 'jobs/x', { headers }),
        await told(locale, 'jobs?limit=many', { headers }),
      ];
      for (const { messages } of answers) {
        expect(messages.length).toBeGreaterThan(0);
        for (const message of messages)
          expect(message).toMatch(locale === 'ko' ? /\p{Script=Hangul}.*[요]\.$/u : /^[“A-Z][^{}[\]]*\.$/);
      }
    }
    const { messages } = await told('en', 'upload', post(form(SVG, 'a.svg', { target_format: 'png', retention: 'for ever' })));
    expect(messages).toEqual(['“retention” must be one of these: 1h, 24h, 7d, 30d.']);
  });

  it.skipIf(LACKS.reader)('requires a key with the permission', async () => {
    const { ask, problem, keys } = at();
    const key = keys.reader ?? '';
    expect((await ask('jobs', { key })).status).toBe(200);
    for (const address of ['upload', 'uploads', 'jobs']) {
      expect(await problem(address, { key, ...post(form(SVG, 'a.svg')) })).toMatchObject({
        status: 403,
        code: 'INSUFFICIENT_SCOPE',
      });
    }
    expect(await problem('account', { key })).toMatchObject({ status: 403 });
  });

  it('accepts jobs from our own pages without a key, and from no others', async () => {
    const { base, problem } = at();
    const from = (Origin: string, retention: string) => ({
      key: '',
      ...post(form(SVG, 'a.svg', { target_format: 'png', retention }), { Origin }),
    });
    expect(await problem('upload', from(base, '7d'))).toMatchObject({ status: 403, code: 'PLAN_NEEDED' });
    expect(await problem('upload', from('https://elsewhere.example', '1h'))).toMatchObject({
      status: 403,
      code: 'FOREIGN_ORIGIN',
    });
  });

  describeLimits(at);
}

function describeLimits(at: () => Target): void {
  const accountOf = async (key: string): Promise<ApiAccountView> => (await at().ask('account', { key })).json();

  it('returns the limits, and the remaining allowance with every response', async () => {
    const { ask, keys, problem } = at();
    const { limits, usage } = await accountOf(keys.own);
    const refused = await ask('uploads', json({ url: 'x' }));
    const told = (name: string) => Number(refused.headers.get(name));
    expect(told('RateLimit-Limit')).toBe(limits.requests_per_hour);
    expect(told('RateLimit-Remaining')).toBeLessThan(usage.requests.remaining);
    expect(told('RateLimit-Reset')).toBeGreaterThan(0);
    expect(refused.headers.get('RateLimit-Policy')).toBe(`"hour";q=${limits.requests_per_hour};w=3600`);
    expect(refused.headers.get('RateLimit')).toMatch(/^"hour";r=\d+;t=\d+$/);
    const read = await ask('jobs');
    expect(Number(read.headers.get('RateLimit-Limit'))).toBe(limits.reads_per_hour);
    const told413 = {
      key: keys.own,
      method: 'POST',
      headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': String(limits.file_size + 1) },
    };
    expect(await problem('tus', told413)).toMatchObject({ code: 'FILE_TOO_LARGE', details: { limit: limits.file_size } });
  });

  it.skipIf(LACKS.spent)('enforces the limit of waiting jobs, then that of new jobs', async (context) => {
    const { ask, upload, problem, keys } = at();
    const key = keys.spent ?? '';
    const { limits } = await accountOf(key);
    context.skip(limits.requests_per_hour > MAX_JOBS, 'this key has too many orders');
    const { upload_id: id } = await upload(SVG, 'a.svg', { key, method: 'POST', body: form(SVG, 'a.svg') });
    const order = { ...json({ upload_id: id, target_format: 'avif' }), key };
    const answers = await Promise.all(Array.from({ length: limits.open_jobs + 20 }, () => ask('jobs', order)));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([202, 429]));
    const full = answers.find(({ status }) => status === 429);
    expect(await full?.json()).toMatchObject({ error: { code: 'TOO_MANY_JOBS' } });
    for (let asked = 0; asked <= limits.requests_per_hour; asked += 1) {
      const answer = await ask('uploads', { ...json({ url: 'x' }), key });
      if (answer.status === 429) break;
    }
    const over = await ask('uploads', { ...json({ url: 'x' }), key });
    expect(Number(over.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(over.headers.get('RateLimit-Remaining')).toBe('0');
    expect(await problem('uploads', { ...json({ url: 'x' }), key })).toMatchObject({
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      details: { retry_after: expect.any(Number) },
    });
    // Listing jobs does not count as creating one.
    const { jobs } = (await (await ask('jobs?limit=100', { key })).json()) as { jobs: { job_id: string }[] };
    for (const { job_id: each } of jobs) await ask(`jobs/${each}`, { key, method: 'DELETE' });
    expect(await problem(`jobs/${jobs[0]?.job_id ?? ''}`, { key })).toMatchObject({ status: 404 });
  });
}
