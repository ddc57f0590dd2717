import { createHmac } from 'node:crypto';
import type * as contract from '@bakkum/api-contract/conversions/conversions';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { BakkumClient, BakkumError, verifyWebhook } from './index.ts';
import type { Account, Conversion, Exported, Format, Job, Upload, WebhookEvent } from './types.ts';

type Seen = { readonly url: string; readonly method: string; readonly headers: Headers; readonly body: unknown };
type Reply = Response | Error;

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });
const problem = (code: string, status: number, headers: Record<string, string> = {}): Response =>
  json({ title: code, status, error: { code, message: `Sentence of ${code}`, details: { known: ['a'] } } }, status, headers);
const jobIn = (status: string, more: object = {}): Response => json({ job_id: 'j1', status, error: null, ...more });

/** A server that gives these replies in order, and the requests it received. */
function served(...replies: readonly Reply[]): { readonly bakkum: BakkumClient; readonly seen: Seen[] } {
  const seen: Seen[] = [];
  const left = [...replies];
  const answer: typeof fetch = async (url, { method = 'GET', headers, body } = {}) => {
    seen.push({ url: typeof url === 'string' ? url : '', method, headers: new Headers(headers), body });
    const reply = left.shift();
    if (!reply) throw new Error('asked once too often');
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const bakkum = new BakkumClient({ baseUrl: 'https://bakkum.example/', apiKey: 'bkm_key', language: 'ko', fetch: answer });
  return { bakkum, seen };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Skips every pause. */
async function settled<Result>(promise: Promise<Result>): Promise<Result | BakkumError> {
  const outcome = promise.catch((error: unknown) => {
    if (error instanceof BakkumError) return error;
    throw error;
  });
  await vi.runAllTimersAsync();
  return outcome;
}

describe('job creation', () => {
  it('sends the key, the language, the fields before the file and an idempotency key', async () => {
    const { bakkum, seen } = served(jobIn('queued'));
    const file = new File(['<svg/>'], 'drawing.svg');
    await bakkum.start(file, { target_format: 'png', options: { width: 100 }, tag: 'nightly' });
    const [{ url, method, headers, body } = { url: '', method: '', headers: new Headers(), body: undefined }] = seen;
    expect([url, method]).toEqual(['https://bakkum.example/api/v1/upload', 'POST']);
    expect([headers.get('Authorization'), headers.get('Accept-Language')]).toEqual(['Bearer bkm_key', 'ko']);
    expect(headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
    if (!(body instanceof FormData)) throw new Error('no form');
    expect([...body.keys()]).toEqual(['target_format', 'options', 'tag', 'file']);
    expect(body.get('options')).toBe('{"width":100}');
    expect(body.get('file')).toMatchObject({ name: 'drawing.svg' });
  });

  it('sends several files in their order', async () => {
    const { bakkum, seen } = served(jobIn('queued'), jobIn('queued'));
    const files = ['a', 'b'].map((name) => new File([name], `${name}.pdf`));
    await bakkum.start(files, { operation: 'combine', target_format: 'pdf' });
    await bakkum.start({ upload_ids: ['u1', 'u2'] }, { operation: 'compare', target_format: 'json' });
    const [form, json] = seen.map(({ body }) => body);
    if (!(form instanceof FormData)) throw new Error('no form');
    expect(form.getAll('file')).toMatchObject([{ name: 'a.pdf' }, { name: 'b.pdf' }]);
    expect(JSON.parse(String(json))).toEqual({ upload_ids: ['u1', 'u2'], operation: 'compare', target_format: 'json' });
  });

  it('sends JSON for a remote file or an uploaded one', async () => {
    const { bakkum, seen } = served(jobIn('queued'), jobIn('queued'));
    await bakkum.start({ url: 'https://files.example/a.docx' }, { target_format: 'pdf', idempotencyKey: 'invoice-7' });
    await bakkum.start({ upload_id: 'u1' }, { target_format: 'pdf' });
    expect(seen.map(({ body }) => JSON.parse(String(body)))).toEqual([
      { url: 'https://files.example/a.docx', target_format: 'pdf' },
      { upload_id: 'u1', target_format: 'pdf' },
    ]);
    expect(seen[0]?.headers.get('Idempotency-Key')).toBe('invoice-7');
  });

  it('waits for the job and reports progress', async () => {
    const { bakkum, seen } = served(jobIn('queued'), jobIn('processing', { progress: 40 }), jobIn('completed'));
    const states: string[] = [];
    const onProgress = ({ status }: Job): void => void states.push(status);
    expect(await bakkum.convert(new Blob(['x']), { target_format: 'png', onProgress })).toMatchObject({ status: 'completed' });
    expect(states).toEqual(['processing', 'completed']);
    expect(seen.slice(1).map(({ url }) => url)).toEqual(Array(2).fill('https://bakkum.example/api/v1/jobs/j1?wait=30'));
  });

  it('reports why a job failed', async () => {
    const failed = jobIn('error', { error: { code: 'CORRUPT', message: 'Damaged.', input: null } });
    const error = await settled(served(failed).bakkum.wait('j1'));
    expect(error).toMatchObject({ name: 'BakkumError', code: 'CORRUPT', message: 'Damaged.', status: 0 });
    expect(await settled(served(jobIn('cancelled')).bakkum.wait('j1'))).toMatchObject({ code: 'CANCELLED' });
  });
});

describe('errors', () => {
  it('carry code, status and detail', async () => {
    const error = await settled(served(problem('INVALID_FORMAT', 400)).bakkum.jobs());
    expect(error).toMatchObject({
      code: 'INVALID_FORMAT',
      status: 400,
      message: 'Sentence of INVALID_FORMAT',
      detail: { known: ['a'] },
    });
    expect(await settled(served(new Response('<html>', { status: 404 })).bakkum.jobs())).toMatchObject({
      code: 'UNKNOWN',
      status: 404,
    });
  });

  it.each([new TypeError('no network'), problem('INTERNAL', 500), problem('UNAVAILABLE', 503), problem('TOO_MANY_JOBS', 429)])(
    'are retried after %s, with the same key',
    async (reply) => {
      const { bakkum, seen } = served(reply, jobIn('queued'));
      expect(await settled(bakkum.start(new Blob(['x']), { target_format: 'png' }))).toMatchObject({ status: 'queued' });
      expect(new Set(seen.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
      expect(seen).toHaveLength(2);
    },
  );

  it('are reported after the requested number of retries', async () => {
    const { bakkum, seen } = served(...Array.from({ length: 4 }, () => new TypeError('no network')));
    expect(await settled(bakkum.formats())).toMatchObject({ code: 'UNREACHABLE', status: 0 });
    expect(seen).toHaveLength(4);
  });

  it('are not retried where that could repeat an action or take too long', async () => {
    const retry = served(problem('INTERNAL', 500));
    expect(await settled(retry.bakkum.retry('j1'))).toMatchObject({ code: 'INTERNAL' });
    const limited = served(problem('RATE_LIMIT_EXCEEDED', 429, { 'Retry-After': '1800' }));
    expect(await settled(limited.bakkum.jobs())).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 1800 });
    expect([retry.seen, limited.seen].map((asked) => asked.length)).toEqual([1, 1]);
  });

  it('are not retried after the caller aborts', async () => {
    const { bakkum } = served(new TypeError('no network'));
    const stop = new AbortController();
    const asked = bakkum.job('j1', { signal: stop.signal });
    stop.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
  });
});

describe('webhooks', () => {
  const secret = `whsec_${Buffer.from('a secret of 24 bytes....').toString('base64')}`;
  const body = JSON.stringify({ type: 'conversion.completed', timestamp: '2026-11-22T00:00:00Z', data: { job_id: 'j1' } });
  const now = new Date('2026-11-22T00:01:00Z');
  const timestamp = String(now.getTime() / 1000);
  const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`msg_1.${timestamp}.${body}`)
    .digest('base64');
  const headers = { 'Webhook-Id': 'msg_1', 'Webhook-Timestamp': timestamp, 'Webhook-Signature': `v1,bm8= v1,${signature}` };

  it('are verified and parsed, whatever the case of their headers', async () => {
    expect(await verifyWebhook({ headers, body, secret, now })).toMatchObject({ type: 'conversion.completed' });
    expect(await verifyWebhook({ headers: new Headers(headers), body, secret, now })).toMatchObject({ data: { job_id: 'j1' } });
  });

  it.each([
    ['INVALID_SIGNATURE', { body: `${body} ` }],
    ['INVALID_SIGNATURE', { headers: { ...headers, 'Webhook-Id': 'msg_2' } }],
    ['INVALID_SIGNATURE', { headers: {} }],
    ['INVALID_SIGNATURE', { headers: { ...headers, 'Webhook-Signature': `v2,${signature} nonsense` } }],
    ['INVALID_SIGNATURE', { secret: `whsec_${Buffer.from('another').toString('base64')}` }],
    ['OUTDATED_MESSAGE', { now: new Date(now.getTime() + 301_000) }],
    ['OUTDATED_MESSAGE', { now: new Date(now.getTime() - 301_000) }],
  ])('are refused with %s for %j', async (code, change) => {
    await expect(verifyWebhook({ headers, body, secret, now, ...change })).rejects.toMatchObject({ code });
  });
});

it('matches the types of the API contract', () => {
  expectTypeOf<Job>().toEqualTypeOf<contract.JobView>();
  expectTypeOf<Upload>().toEqualTypeOf<contract.UploadView>();
  expectTypeOf<Format>().toEqualTypeOf<contract.FormatView>();
  expectTypeOf<Conversion>().toEqualTypeOf<contract.PairView>();
  expectTypeOf<Account>().toEqualTypeOf<contract.ApiAccountView>();
  expectTypeOf<Exported>().toEqualTypeOf<contract.ExportView>();
  expectTypeOf<WebhookEvent>().toEqualTypeOf<contract.WebhookEvent>();
});
