/** Uploads: in one request, from a URL, and by the resumable protocol. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { form, json } from './asker.ts';
import { SVG } from './samples.ts';
import { LACKS, type Target } from './target.ts';

const TUS = { 'Tus-Resumable': '1.0.0' };
const PIECE = { ...TUS, 'Content-Type': 'application/offset+octet-stream' };
const NAME = { 'Upload-Metadata': `filename ${Buffer.from('그림.svg').toString('base64')}` };

export function describeUploads(at: () => Target): void {
  it('in one request is converted afterwards, and deleted when the job has ended', async () => {
    const { ask, upload, problem, job, ended } = at();
    const { upload_id: id, ...view } = await upload(SVG, 'drawing.svg');
    expect(view).toMatchObject({
      size: SVG.length,
      received: SVG.length,
      complete: true,
      format: 'svg',
      filename: 'drawing.svg',
    });
    const order = { upload_id: id, target_format: '.PNG', tag: 'mine' };
    const { job_id: jobId, ...ordered } = await job('jobs', json(order));
    expect(ordered).toMatchObject({ target_format: 'png', tag: 'mine' });
    expect((await ended(jobId)).status).toBe('completed');
    await expect.poll(async () => (await ask(`uploads/${id}`)).status).toBe(410);
    expect(await problem('jobs', json(order))).toMatchObject({ status: 410, code: 'GONE' });
  });

  it('is deleted on request, but not while a job needs it', async () => {
    const { ask, upload, problem, job, ended } = at();
    const { upload_id: id } = await upload(SVG, 'drawing.svg');
    expect((await ask(`uploads/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await problem(`uploads/${id}`)).toMatchObject({ status: 410 });
    const used = await upload(SVG, 'drawing.svg');
    const { job_id: jobId } = await job('jobs', json({ upload_id: used.upload_id, target_format: 'avif' }));
    const refused = await ask(`uploads/${used.upload_id}`, { method: 'DELETE' });
    expect([409, 410]).toContain(refused.status); // the job may have ended by then
    await ended(jobId);
  });

  it('is created once per idempotency key, whichever way it arrives', async () => {
    const { ask, problem, upload, keys } = at();
    const keyed = () => ({ 'Idempotency-Key': randomUUID() });
    const headers = keyed();
    const sent = (content: Uint8Array) => ({ method: 'POST', body: form(content, 'a.svg'), headers });
    const made = await Promise.all(Array.from({ length: 4 }, () => upload(SVG, 'a.svg', sent(SVG))));
    expect(new Set(made.map(({ upload_id: id }) => id)).size).toBe(1);
    const another = sent(Buffer.from(SVG.toString().replace('40', '41')));
    expect(await problem('uploads', another)).toMatchObject({ status: 409, code: 'IDEMPOTENCY_CONFLICT' });
    const others = await upload(SVG, 'a.svg', { ...sent(SVG), key: keys.other });
    expect(others.upload_id).not.toBe(made[0]?.upload_id);
    const creation = { method: 'POST', headers: { ...TUS, ...NAME, ...keyed(), 'Upload-Length': '10' } };
    const [one, two] = [await ask('tus', creation), await ask('tus', creation)];
    expect([two.status, two.headers.get('Location'), two.headers.get('Upload-Offset')]).toEqual([
      201,
      one.headers.get('Location'),
      '0',
    ]);
    await ask(`uploads/${made[0]?.upload_id ?? ''}`, { method: 'DELETE' });
    expect(await problem('uploads', sent(SVG))).toMatchObject({ status: 410, code: 'GONE' });
  });

  it('of an unknown format is stored, and refused for conversion', async () => {
    const { upload, problem } = at();
    const { upload_id: id, format } = await upload(randomBytes(64), 'noise');
    expect(format).toBeNull();
    expect(await problem('jobs', json({ upload_id: id, target_format: 'png' }))).toMatchObject({ code: 'UNKNOWN_FILE' });
  });

  it.skipIf(LACKS.fileUrl)('is fetched from a URL', async () => {
    const { ask, job, problem, ended, fileUrl = '' } = at();
    const named = await (await ask('uploads', json({ url: fileUrl }))).json();
    expect(named).toMatchObject({ format: 'svg', complete: true });
    const { job_id: id } = await job('jobs', json({ url: fileUrl, filename: '이름.svg', target_format: 'png' }));
    expect(await ended(id)).toMatchObject({ status: 'completed', original_filename: '이름.svg' });
    const missing = new URL('/there-is-no-such-file', fileUrl).href;
    expect(await problem('uploads', json({ url: missing }))).toMatchObject({ status: 400, code: 'URL_NOT_FETCHED' });
  });

  it.each([
    'http://127.0.0.1:1/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:127.0.0.1]/',
    'file:///etc/passwd',
    'x',
  ])('is not fetched from %s', async (url) => {
    expect(await at().problem('uploads', json({ url }))).toMatchObject({ status: 400, code: 'INVALID_URL' });
    expect(await at().problem('jobs', json({ url, target_format: 'png' }))).toMatchObject({ code: 'INVALID_URL' });
  });

  describeTus(at);
}

function describeTus(at: () => Target): void {
  const begin = async (headers: Record<string, string>, body?: BodyInit) => {
    const response = await at().ask('tus', {
      method: 'POST',
      headers: { ...TUS, ...NAME, ...headers },
      ...(body !== undefined && { body }),
    });
    return { response, id: response.headers.get('Location')?.split('/').at(-1) ?? '' };
  };
  const piece = (offset: number, bytes: Uint8Array, headers: Record<string, string> = {}) => ({
    method: 'PATCH',
    headers: { ...PIECE, 'Upload-Offset': String(offset), ...headers },
    body: new Uint8Array(bytes),
  });
  const stands = async (id: string) => {
    const response = await at().ask(`tus/${id}`, { method: 'HEAD', headers: TUS });
    return [response.status, response.headers.get('Upload-Offset')];
  };

  it('by tus reports its supported version and extensions', async () => {
    const response = await at().ask('tus', { method: 'OPTIONS', key: '' });
    expect([response.status, response.headers.get('Tus-Version')]).toEqual([204, '1.0.0']);
    expect(response.headers.get('Tus-Extension')).toContain('checksum');
    expect(response.headers.get('Tus-Checksum-Algorithm')).toContain('sha256');
  });

  it('by tus arrives in pieces and is converted', async () => {
    const { ask, problem, job, ended } = at();
    const { response, id } = await begin({ 'Upload-Length': String(SVG.length) });
    expect([response.status, response.headers.get('Upload-Expires')]).toEqual([201, expect.stringContaining('GMT')]);
    expect(await stands(id)).toEqual([200, '0']);
    expect((await ask(`tus/${id}`, piece(0, SVG.subarray(0, 30)))).headers.get('Upload-Offset')).toBe('30');
    expect(await problem(`tus/${id}`, piece(0, SVG))).toMatchObject({
      status: 409,
      code: 'OFFSET_CONFLICT',
      details: { offset: 30 },
    });
    const order = json({ upload_id: id, target_format: 'png' });
    expect(await problem('jobs', order)).toMatchObject({ status: 409, code: 'UPLOAD_INCOMPLETE' });
    expect((await ask(`tus/${id}`, piece(30, SVG.subarray(30)))).status).toBe(204);
    const { job_id: jobId } = await job('jobs', order);
    expect(await ended(jobId)).toMatchObject({ status: 'completed', converted_filename: '그림.png' });
  });

  it('by tus may begin with data and declare its size later', async () => {
    const { ask } = at();
    const { response, id } = await begin(
      { 'Upload-Defer-Length': '1', 'Content-Type': PIECE['Content-Type'] },
      new Uint8Array(SVG.subarray(0, 50)),
    );
    expect([response.status, response.headers.get('Upload-Offset')]).toEqual([201, '50']);
    const rest = piece(50, SVG.subarray(50), { 'Upload-Length': String(SVG.length) });
    expect((await ask(`tus/${id}`, rest)).status).toBe(204);
    expect(await (await ask(`uploads/${id}`)).json()).toMatchObject({ complete: true, format: 'svg' });
  });

  it('by tus accepts a piece with a checksum only if it matches', async () => {
    const { ask, problem } = at();
    const { id } = await begin({ 'Upload-Length': String(SVG.length) });
    const sum = (bytes: Uint8Array) => ({ 'Upload-Checksum': `sha1 ${createHash('sha1').update(bytes).digest('base64')}` });
    expect(await problem(`tus/${id}`, piece(0, SVG, sum(Buffer.from('x'))))).toMatchObject({
      status: 460,
      code: 'CHECKSUM_MISMATCH',
    });
    expect(await stands(id)).toEqual([200, '0']);
    expect((await ask(`tus/${id}`, piece(0, SVG, { 'Upload-Checksum': 'crc32 AAAA' }))).status).toBe(400);
    expect((await ask(`tus/${id}`, piece(0, SVG, sum(SVG)))).status).toBe(204);
  });

  it('by tus is refused when it violates the protocol', async () => {
    const { ask, problem } = at();
    const { id } = await begin({ 'Upload-Length': '10' });
    expect(await problem(`tus/${id}`, piece(0, Buffer.alloc(20)))).toMatchObject({ status: 413, code: 'FILE_TOO_LARGE' });
    const untyped = { method: 'PATCH', headers: { ...TUS, 'Upload-Offset': '0' }, body: 'x' };
    expect(await problem(`tus/${id}`, untyped)).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
    expect(await problem('tus', { method: 'POST', headers: { 'Upload-Length': '1' } })).toMatchObject({
      status: 412,
      code: 'UNSUPPORTED_PROTOCOL',
    });
    expect(await problem(`tus/${id}`, { method: 'POST', headers: TUS })).toMatchObject({
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
    });
    const { limits }: { limits: { file_size: number } } = await (await ask('account')).json();
    const statuses = await Promise.all(
      [{}, { 'Upload-Length': '-1' }, { 'Upload-Length': '0' }, { 'Upload-Length': String(limits.file_size + 1) }].map(
        async (headers) => (await begin(headers)).response.status,
      ),
    );
    expect(statuses).toEqual([400, 400, 400, 413]);
    expect((await stands(randomUUID()))[0]).toBe(404);
    expect((await stands('..%2f..%2fsecret'))[0]).toBe(404);
  });

  it('by tus ends when it is deleted, also by clients without DELETE', async () => {
    const { ask } = at();
    const [one, two] = [await begin({ 'Upload-Length': '10' }), await begin({ 'Upload-Length': '10' })];
    expect((await ask(`tus/${one.id}`, { method: 'DELETE', headers: TUS })).status).toBe(204);
    const override = { method: 'POST', headers: { ...TUS, 'X-HTTP-Method-Override': 'DELETE' } };
    expect((await ask(`tus/${two.id}`, override)).status).toBe(204);
    expect([(await stands(one.id))[0], (await stands(two.id))[0]]).toEqual([410, 410]);
  });
}
