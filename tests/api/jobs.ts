/** Conversion jobs from their owner's view: create, watch, download, cancel. */
import { randomUUID } from 'node:crypto';
import { jobList, webhookSecretView, webhookView } from '@bakkum/api-contract/conversions/conversions';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { form, json } from './asker.ts';
import { type Asking, eventsIn } from './described-api.ts';
import { SVG, TWO_PAGES } from './samples.ts';
import { LACKS, type Target } from './target.ts';

const PNG_BEGINS = Buffer.from('\x89PNG', 'latin1');

export function describeJobs(at: () => Target): void {
  it('returns its result as a whole, in ranges, or as headers only', async () => {
    const { ask, order, ended, problem } = at();
    const begun = await order(SVG, '그림.v2.svg', { target_format: 'png' });
    expect(begun).toMatchObject({ source_format: 'svg', target_format: 'png', original_filename: '그림.v2.svg' });
    const { job_id: id, ...view } = await ended(begun.job_id);
    expect(view).toMatchObject({ status: 'completed', progress: 100, converted_filename: '그림.v2.png', error: null });
    const whole = await ask(`download/${id}`);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect([bytes.subarray(0, 4), bytes.length]).toEqual([PNG_BEGINS, view.file_size]);
    expect(whole.headers.get('Content-Disposition')).toBe(
      `attachment; filename="__.v2.png"; filename*=UTF-8''${encodeURIComponent('그림.v2.png')}`,
    );
    expect([whole.headers.get('X-Content-Type-Options'), whole.headers.get('Accept-Ranges')]).toEqual(['nosniff', 'bytes']);
    const head = await ask(`download/${id}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(bytes.length)]);
    const ranged = async (range: string, more: Record<string, string> = {}) => {
      const response = await ask(`download/${id}`, { headers: { Range: range, ...more } });
      return [response.status, response.headers.get('Content-Range'), Buffer.from(await response.arrayBuffer())];
    };
    expect(await ranged('bytes=1-3')).toEqual([206, `bytes 1-3/${bytes.length}`, Buffer.from('PNG')]);
    expect((await ranged('bytes=-4'))[2]).toEqual(bytes.subarray(-4));
    expect((await ranged('bytes=10-'))[2]).toEqual(bytes.subarray(10));
    const tag = whole.headers.get('ETag') ?? '';
    expect((await ranged('bytes=0-0', { 'If-Range': tag }))[0]).toBe(206);
    expect((await ranged('bytes=0-0', { 'If-Range': '"another"' }))[0]).toBe(200);
    const beyond = { headers: { Range: `bytes=${bytes.length}-` } };
    expect(await problem(`download/${id}`, beyond)).toMatchObject({ status: 416, code: 'RANGE_NOT_SATISFIABLE' });
  });

  it('is answered with its result in the same response', async () => {
    const { ask, problem } = at();
    const sent = await ask('convert?to=png&filename=drawing.svg', { method: 'POST', body: new Uint8Array(SVG) });
    expect([sent.status, sent.headers.get('Content-Disposition')]).toEqual([200, expect.stringContaining('drawing.png')]);
    expect(Buffer.from(await sent.arrayBuffer()).subarray(0, 4)).toEqual(PNG_BEGINS);
    const damaged = { method: 'POST', body: Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1') };
    expect(await problem('convert?to=jpg', damaged)).toMatchObject({ status: 422, code: 'CONVERSION_FAILED' });
  });

  it('returns several files as an archive with a known size, and each of them separately', async () => {
    const { ask, order, ended, problem } = at();
    const { job_id: id } = await order(TWO_PAGES, 'pages.pdf', { target_format: 'png' });
    const { files, converted_filename: name } = await ended(id);
    expect([name, files.map(({ index }) => index)]).toEqual(['pages.zip', [0, 1]]);
    const archive = await ask(`download/${id}`);
    const bytes = new Uint8Array(await archive.arrayBuffer());
    expect(archive.headers.get('Content-Length')).toBe(String(bytes.length));
    const members = unzipSync(bytes);
    expect(Object.keys(members)).toEqual(files.map(({ filename }) => filename));
    const one = Buffer.from(await (await ask(`download/${id}?file=1`)).arrayBuffer());
    expect(one).toEqual(Buffer.from(members[files[1]?.filename ?? ''] ?? []));
    expect(await problem(`download/${id}?file=2`)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    const head = await ask(`download/${id}`, { method: 'HEAD' });
    expect(head.headers.get('Content-Length')).toBe(String(bytes.length));
  });

  it.skipIf(LACKS.storeUrl)('has a result that is uploaded to a presigned URL', async () => {
    const { ask, order, ended, problem, storeUrl = '', storedEtag: etag = expect.any(String) } = at();
    const { job_id: id } = await order(SVG, 'drawing.svg', { target_format: 'png' });
    const { file_size: size } = await ended(id);
    const stored = await ask(`jobs/${id}/export`, json({ url: storeUrl, headers: { 'Content-Type': 'image/png' } }));
    expect(await stored.json()).toEqual({ filename: 'drawing.png', size, attempts: 1, etag });
    const elsewhere = new URL('/there-is-no-such-place', storeUrl).href;
    expect(await problem(`jobs/${id}/export`, json({ url: elsewhere }))).toMatchObject({ code: 'URL_NOT_STORED' });
    expect(await problem(`jobs/${id}/export`, json({ url: 'http://10.0.0.1/a' }))).toMatchObject({ code: 'INVALID_URL' });
  });

  it('is returned again for the same idempotency key, and conflicts with a different request', async () => {
    const { ask, problem, order, upload, job, keys } = at();
    const headers = { 'Idempotency-Key': randomUUID() };
    const send = (target: string) => order(SVG, 'a.svg', { target_format: target }, { ...sent(target), headers });
    const sent = (target: string) => ({ method: 'POST', body: form(SVG, 'a.svg', { target_format: target }) });
    const jobs = await Promise.all(Array.from({ length: 5 }, () => send('png')));
    const ids = new Set(jobs.map(({ job_id: id }) => id));
    expect(ids.size).toBe(1);
    expect(await problem('upload', { ...sent('webp'), headers })).toMatchObject({ status: 409, code: 'IDEMPOTENCY_CONFLICT' });
    const others = await order(SVG, 'a.svg', { target_format: 'png' }, { ...sent('png'), key: keys.other, headers });
    expect(ids).not.toContain(others.job_id);
    const { upload_id: id } = await upload(SVG, 'a.svg');
    const again = json({ upload_id: id, target_format: 'webp' }, { 'Idempotency-Key': randomUUID() });
    expect((await job('jobs', again)).job_id).toBe((await job('jobs', again)).job_id);
    for (const job of ids) await ask(`jobs/${job}`, { method: 'DELETE' });
    expect(await problem('upload', { ...sent('png'), headers })).toMatchObject({ status: 410, code: 'GONE' });
    const tooLong = json({ upload_id: id, target_format: 'webp' }, { 'Idempotency-Key': 'x'.repeat(201) });
    expect((await ask('jobs', tooLong)).status).toBe(400);
  });

  it('reports every state in a stream that ends with the job', async () => {
    const { ask, order } = at();
    const { job_id: id } = await order(SVG, 'a.svg', { target_format: 'avif' });
    const stream = await ask(`jobs/${id}/events`);
    const states = eventsIn(await stream.text()).map((event) => (event as { status: string }).status);
    expect(states.at(-1)).toBe('completed');
    expect(stream.headers.get('Content-Type')).toContain('text/event-stream');
    expect(eventsIn(await (await ask(`jobs/${id}/events`)).text())).toHaveLength(1);
  });

  it('delays a response until it has ended, or for the requested time', async () => {
    const { ask, order, job } = at();
    const { job_id: id } = await order(SVG, 'a.svg', { target_format: 'png' });
    expect((await job(`jobs/${id}?wait=60`)).status).toBe('completed');
    expect((await job(`jobs/${id}?wait=0`)).status).toBe('completed');
    expect((await ask(`jobs/${id}?wait=61`)).status).toBe(400);
  });

  it('can be cancelled, retried and deleted', async () => {
    const { ask, order, job, ended, problem } = at();
    // Large enough to be still running when it is cancelled.
    const large = Buffer.from(SVG.toString().replace('width="40" height="20"', 'width="2400" height="1800"'));
    const { job_id: id } = await order(large, 'a.svg', { target_format: 'avif' });
    const post = { method: 'POST' };
    expect(await job(`jobs/${id}/cancel`, post)).toMatchObject({ status: 'cancelled', retry_until: expect.any(String) });
    expect(await problem(`download/${id}`)).toMatchObject({ status: 409, code: 'NOT_READY' });
    expect((await job(`jobs/${id}/retry`, post)).status).toBe('queued');
    expect((await ended(id)).status).toBe('completed');
    for (const act of ['retry', 'cancel']) {
      expect(await problem(`jobs/${id}/${act}`, post)).toMatchObject({ status: 409, code: 'NOT_POSSIBLE_NOW' });
    }
    expect((await ask(`jobs/${id}`, { method: 'DELETE' })).status).toBe(204);
    for (const address of [`jobs/${id}`, `download/${id}`, `jobs/${id}/events`]) {
      expect(await problem(address)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
    expect((await ask(`jobs/${id}`, { method: 'DELETE' })).status).toBe(404);
  });

  it("reports its failure in the client's language", async () => {
    const { order, ended, job } = at();
    const { job_id: id } = await order(Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1'), 'a.png', { target_format: 'jpeg' });
    expect(await ended(id)).toMatchObject({
      status: 'error',
      error: { code: 'CORRUPT', message: expect.stringContaining('damaged') },
    });
    const korean = await job(`jobs/${id}`, { headers: { 'Accept-Language': 'ko' } });
    expect(korean.error?.message).toContain('손상');
  });

  it('is listed page by page, newest first', async () => {
    const { ask, order, problem } = at();
    const tag = randomUUID();
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      made.unshift((await order(SVG, 'a.svg', { target_format: 'png', tag })).job_id);
    }
    const page = async (query: string) => jobList.parse(await (await ask(`jobs?tag=${tag}&${query}`)).json());
    const first = await page('limit=2');
    const second = await page(`limit=2&cursor=${first.next_cursor ?? ''}`);
    expect([...first.jobs, ...second.jobs].map(({ job_id: id }) => id)).toEqual(made);
    expect([second.next_cursor, (await page('status=expired')).jobs]).toEqual([null, []]);
    expect(await problem('jobs?cursor=x')).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
    expect((await ask('jobs?limit=101')).status).toBe(400);
  });

  it('records its webhook message, and sends it again on request', async () => {
    const { ask, order, ended, problem } = at();
    // This host name never resolves.
    const { job_id: id } = await order(SVG, 'a.svg', { target_format: 'png', webhook_url: 'https://receiver.invalid/hook' });
    await ended(id);
    const { deliveries }: { deliveries: { delivery_id: string; event: string }[] } = await (
      await ask(`webhooks/deliveries?job_id=${id}`)
    ).json();
    expect(deliveries.map(({ event }) => event)).toEqual(['conversion.completed']);
    const replay = (which: string) => `webhooks/deliveries/${which}/replay`;
    expect((await ask(replay(deliveries[0]?.delivery_id ?? ''), { method: 'POST' })).status).toBe(202);
    expect(await problem(replay(randomUUID()), { method: 'POST' })).toMatchObject({ status: 404 });
    const settings = async (asking: Asking = {}) => webhookView.parse(await (await ask('webhooks', asking)).json());
    const { url } = await settings();
    const put = (to: string | null) => ({ ...json({ url: to }), method: 'PUT' });
    expect(await settings(put('https://elsewhere.invalid/hook'))).toMatchObject({ url: 'https://elsewhere.invalid/hook' });
    expect(await problem('webhooks', put('file:///etc/passwd'))).toMatchObject({ status: 400, code: 'INVALID_URL' });
    const { secret } = webhookSecretView.parse(await (await ask('webhooks/secret', { method: 'POST' })).json());
    expect(secret).toMatch(/^whsec_/);
    expect((await settings(put(url))).secret?.ends_with).toBe(secret.slice(-4));
  });
}
