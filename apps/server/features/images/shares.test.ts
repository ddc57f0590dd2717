/** Tests links to images over HTTP, with the design studio. */
import { randomUUID } from 'node:crypto';
import * as contract from '@bakkum/api-contract/images/images';
import { imageShareMade, imageShareResponse, sharedImageView } from '@bakkum/api-contract/images/shares';
import { MAX_REPORTS } from '@bakkum/image-studio/operator/reports';
import { deleteUnusedImages } from '@bakkum/image-studio/recovery';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { imagesCommand } from '../../admin/images.ts';
import { startTestServer, type TestServer, type Visitor } from '../../test-server.ts';
import { SHARES_PER_HOUR, VISITOR_REPORTS_PER_HOUR, VISITS_PER_HOUR } from './share-routes.ts';
import { startDrawing } from './studio.ts';

const PROMPT = 'a secret cat under a tree';
const ORDER = { prompt: PROMPT, aspectRatio: '1:1', resolution: '512x512', seed: 5 };

let server: TestServer;
let owner: Visitor;

beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'), { TRUSTED_PROXIES: '1', CONTACT_EMAIL: 'operator@example.com' });
  await startDrawing(server.services.jobs, server.services.studio);
  owner = await server.someone();
});
afterAll(() => server.close());

const drawn = (whose: Visitor = owner): Promise<contract.ImageView> => imageOf(whose, 'images/generations', ORDER);

async function imageOf({ cookie }: Visitor, address: string, order: object): Promise<contract.ImageView> {
  const ordered = await server.send(cookie, 'POST', address, order, { 'Idempotency-Key': randomUUID() });
  const { batch } = contract.batchResponse.parse(await ordered.json());
  const read = async () => (await server.send(cookie, 'GET', `images/generations/${batch.id}`)).json();
  await expect.poll(async () => contract.batchResponse.parse(await read()).batch.endedAt).toBeTypeOf('string');
  const image = contract.batchResponse.parse(await read()).batch.images[0]?.image;
  if (!image) throw new Error('nothing was drawn');
  return image;
}

async function shared({ id }: { readonly id: string }, { cookie }: Visitor = owner): Promise<string> {
  return imageShareMade.parse(await (await server.send(cookie, 'POST', `images/${id}/share`)).json()).share.id;
}

/** Without a session. */
const visit = (share: string, part = '', headers: Record<string, string> = {}): Promise<Response> =>
  server.send('', 'GET', `images/shared/${share}${part}`, undefined, headers);
const report = (share: string, from: string): Promise<Response> =>
  server.send('', 'POST', `images/shared/${share}/reports`, { reason: 'real-person' }, { 'X-Forwarded-For': from });
const codeOf = async (response: Response): Promise<unknown> => [
  response.status,
  z.object({ error: z.object({ code: z.string() }) }).parse(await response.json()).error.code,
];
const ENDED = [410, 'link-ended'];
const ABSENT = [404, 'not-found'];

describe('a shared image', () => {
  it('opens without a session, tells nothing of its owner or prompt, and is kept by no cache', async () => {
    const image = await drawn();
    const share = await shared(image);
    expect(share).toMatch(/^[\w-]{22}$/);
    const page = await visit(share);
    const text = await page.text();
    expect(page.headers.get('Set-Cookie')).toBeNull();
    expect(sharedImageView.strict().parse(JSON.parse(text))).toMatchObject({ width: 512, height: 512, origin: 'design' });
    expect(text).not.toMatch(new RegExp(`secret|cat|${owner.id}|${owner.email}|민아|${image.id}`));
    const file = await visit(share, '/file');
    expect([file.headers.get('Content-Type'), file.headers.get('Content-Disposition')]).toEqual(['image/png', null]);
    expect([file.headers.get('Cache-Control'), file.headers.get('X-Robots-Tag')]).toEqual(['no-store', 'noindex']);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect([bytes.byteLength, bytes.subarray(1, 4).toString(), bytes.includes('secret')]).toEqual([
      JSON.parse(text).bytes,
      'PNG',
      false,
    ]);
    const saved = await visit(share, '/file?download=true');
    expect(saved.headers.get('Content-Disposition')).toBe('attachment; filename="shared-image.png"');
  });

  it('keeps its link until it ends; the next link is another one', async () => {
    const image = await drawn();
    const share = await shared(image);
    expect(await shared(image)).toBe(share);
    const read = async () =>
      imageShareResponse.parse(await (await server.send(owner.cookie, 'GET', `images/${image.id}/share`)).json());
    expect((await read()).share?.id).toBe(share);
    expect((await server.send(owner.cookie, 'DELETE', `images/${image.id}/share`)).status).toBe(204);
    expect(await read()).toEqual({});
    expect(await codeOf(await visit(share))).toEqual(ENDED);
    expect(await codeOf(await visit(share, '/file'))).toEqual(ENDED);
    expect(await codeOf(await report(share, '192.0.2.9'))).toEqual(ENDED);
    expect(await codeOf(await server.send(owner.cookie, 'DELETE', `images/${image.id}/share`))).toEqual(ABSENT);
    const next = await shared(image);
    expect(next).not.toBe(share);
    expect([(await visit(next)).status, await codeOf(await visit(share))]).toEqual([200, ENDED]);
  });

  it('is shared and ended by its owner only', async () => {
    const image = await drawn();
    const stranger = await server.someone();
    const share = await shared(image);
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect(await codeOf(await server.send(stranger.cookie, method, `images/${image.id}/share`))).toEqual(ABSENT);
      expect(await codeOf(await server.send('', method, `images/${image.id}/share`))).toEqual([401, 'not-signed-in']);
    }
    expect((await visit(share)).status).toBe(200);
  });

  it('ends with the image, also if the image is restored', async () => {
    const image = await drawn();
    const share = await shared(image);
    await server.send(owner.cookie, 'DELETE', `images/${image.id}`);
    expect([await codeOf(await visit(share)), await codeOf(await visit(share, '/file'))]).toEqual([ENDED, ENDED]);
    expect(await codeOf(await server.send(owner.cookie, 'POST', `images/${image.id}/share`))).toEqual(ABSENT);
    expect((await server.send(owner.cookie, 'POST', `images/${image.id}/restore`, {})).status).toBe(200);
    expect(await codeOf(await visit(share))).toEqual(ENDED);
    await server.send(owner.cookie, 'DELETE', `images/${image.id}`);
    const { studio } = server.services;
    await deleteUnusedImages({ ...studio, now: () => new Date(studio.now().getTime() + 2 * studio.times.undoMs) });
    expect(await codeOf(await visit(share))).toEqual(ABSENT);
  });

  it('ends with the account', async () => {
    const leaving = await server.someone();
    const share = await shared(await drawn(leaving), leaving);
    expect((await server.send(leaving.cookie, 'POST', 'account/delete', { password: 'correct horse' })).status).toBe(204);
    expect(await codeOf(await visit(share))).toEqual(ABSENT);
    expect(await server.database.query('select from studio.shares where id = $1', [share])).toEqual([]);
  });

  it('is not found under an unknown link or a link of the wrong length', async () => {
    const share = await shared(await drawn());
    expect(await codeOf(await visit('a'.repeat(22)))).toEqual(ABSENT);
    for (const wrong of [share.slice(1), `${share}a`, randomUUID()]) {
      expect(await codeOf(await visit(wrong))).toEqual([422, 'invalid-request']);
      expect(await codeOf(await visit(wrong, '/file'))).toEqual([422, 'invalid-request']);
    }
  });

  it('is never an imported image', async () => {
    const image = await drawn();
    await server.database.query('update studio.images set shows_import = true where id = $1', [image.id]);
    expect(await codeOf(await server.send(owner.cookie, 'POST', `images/${image.id}/share`))).toEqual(ABSENT);
  });

  it('appears in the export of its owner only', async () => {
    const person = await server.someone();
    const share = await shared(await drawn(person), person);
    const exported = async ({ cookie }: Visitor): Promise<unknown> => (await server.send(cookie, 'GET', 'account/export')).json();
    expect(await exported(person)).toMatchObject({ imageLinks: [{ id: share, revoked_at: null }] });
    expect(await exported(await server.someone())).toMatchObject({ imageLinks: [] });
  });
});

describe('the operator', () => {
  const BLOCKED = [403, 'sharing-blocked'];

  function admin(...args: string[]): Promise<string> {
    const { settings, database, clock } = server.services;
    return imagesCommand({ settings, database, clock, args, options: {} }).catch((error: Error) => `exit 1: ${error.message}`);
  }
  const share = ({ id }: { readonly id: string }): Promise<Response> => server.send(owner.cookie, 'POST', `images/${id}/share`);

  it('ends the links to an image and its versions for good, by a link', async () => {
    const image = await drawn();
    const version = await imageOf(owner, `images/${image.id}/upscale`, { model: 'design', factor: 2 });
    const [one, other, unrelated] = [await shared(image), await shared(version), await shared(await drawn())];
    const ended = 'Links stopped: 2. The owner can’t share the image or its versions again.';
    expect(await admin('unshare', `${server.services.settings.origin}/ko/shared-image/${other}?from=mail`)).toBe(ended);
    for (const id of [one, other])
      expect([await codeOf(await visit(id)), await codeOf(await visit(id, '/file'))]).toEqual([ENDED, ENDED]);
    for (const blocked of [image, version]) expect(await codeOf(await share(blocked))).toEqual(BLOCKED);
    expect((await visit(unrelated)).status).toBe(200);
    expect(await admin('unshare', one)).toContain('Links stopped: 0.');
  });

  it('ends the link of a report, which shows it, and can take that back', async () => {
    const image = await drawn();
    const id = await shared(image);
    await report(id, '192.0.2.5');
    const [row] = await server.database.query('select id from studio.reports where user_id = $1', [`share:${id}`]);
    const number = String(row?.['id']);
    expect(await admin('reports', number)).toContain(`link\t${server.services.settings.origin}/shared-image/${id}\n`);
    expect(await admin('unshare', number)).toContain('Links stopped: 1.');
    expect(await admin('reports', number)).toMatch(/link\tended \d{4}-/);
    expect(await codeOf(await visit(id))).toEqual(ENDED);
    expect(await admin('unshare', 'undo', number)).toBe('The owner can share the image again, with a new link.');
    expect(await admin('unshare', 'undo', id)).toBe('exit 1: The owner can already share that image.');
    const next = await shared(image);
    expect([await codeOf(await visit(id)), (await visit(next)).status]).toEqual([ENDED, 200]);
  });

  it('blocks versions for good, also when the reported image is deleted before or after', async () => {
    const purge = async (id: string): Promise<void> => {
      await server.send(owner.cookie, 'DELETE', `images/${id}`);
      const { studio } = server.services;
      await deleteUnusedImages({ ...studio, now: () => new Date(studio.now().getTime() + 2 * studio.times.undoMs) });
    };
    const versionOf = ({ id }: { readonly id: string }) => imageOf(owner, `images/${id}/upscale`, { model: 'design', factor: 2 });
    const reported = async (): Promise<{ readonly image: contract.ImageView; readonly number: string }> => {
      const image = await drawn();
      const id = await shared(image);
      await report(id, '192.0.2.6');
      const [row] = await server.database.query('select id from studio.reports where user_id = $1', [`share:${id}`]);
      return { image, number: String(row?.['id']) };
    };
    const after = await reported();
    const version = await versionOf(after.image);
    expect(await admin('unshare', after.number)).toContain('Links stopped: 1.');
    await purge(after.image.id);
    expect(await codeOf(await share(version))).toEqual(BLOCKED);
    expect(await codeOf(await share(await imageOf(owner, `images/${version.id}/refine`, { instructions: 'night' })))).toEqual(
      BLOCKED,
    );

    const before = await reported();
    const other = await versionOf(before.image);
    const link = await shared(other);
    await purge(before.image.id);
    expect(await admin('unshare', before.number)).toContain('Links stopped: 1.');
    expect(await codeOf(await visit(link))).toEqual(ENDED);
    expect(await codeOf(await share(other))).toEqual(BLOCKED);
    expect(await admin('unshare', 'undo', before.number)).toBe('The owner can share the image again, with a new link.');
    expect((await share(other)).status).toBe(200);
    await purge(other.id);
    expect(await admin('unshare', before.number)).toMatch(/^exit 1: That image and its versions were deleted/);
  });

  it('learns why a link cannot be ended', async () => {
    const image = await drawn();
    const sent = await server.send(owner.cookie, 'POST', 'images/reports', { prompt: 'a fox', reason: 'wrongly-refused' });
    expect(sent.status).toBe(204);
    const [row] = await server.database.query("select id from studio.reports where reason = 'wrongly-refused'");
    const number = String(row?.['id']);
    expect(await admin('unshare', number)).toBe(`exit 1: Report ${number} is about a refused prompt, not an image.`);
    expect(await admin('unshare', '999999')).toBe('exit 1: There is no report 999999.');
    expect(await admin('unshare', image.id)).toMatch(/^exit 1: There is no link /);
    expect(await admin('unshare', 'a'.repeat(22))).toMatch(/^exit 1: There is no link /);
  });
});

describe('a report by a visitor', () => {
  it('reaches the inbox and, once per link and day, the mailbox of the operator', async () => {
    const share = await shared(await drawn());
    expect([(await report(share, '192.0.2.1')).status, (await report(share, '192.0.2.2')).status]).toEqual([204, 204]);
    const rows = z
      .array(z.object({ id: z.number() }))
      .parse(await server.database.query('select id from studio.reports where user_id = $1 order by id', [`share:${share}`]));
    expect(rows).toHaveLength(2);
    const { settings, database, clock } = server.services;
    const text = await imagesCommand({ settings, database, clock, args: ['reports', String(rows[0]?.id)], options: {} });
    expect(text).toContain('account\tvisitor of the share link');
    expect(text).toContain(PROMPT);
    const mails = await database.query("select from mail.outbox where template = 'image-report' and dedup_key like $1", [
      `%${share}%`,
    ]);
    expect(mails).toHaveLength(1);
  });

  it('is limited per network address and per link', async () => {
    const share = await shared(await drawn());
    const statuses: number[] = [];
    for (let count = 0; count <= VISITOR_REPORTS_PER_HOUR; count += 1) statuses.push((await report(share, '192.0.2.3')).status);
    expect([statuses.filter((status) => status === 204).length, statuses.at(-1)]).toEqual([VISITOR_REPORTS_PER_HOUR, 429]);
    for (let count = VISITOR_REPORTS_PER_HOUR; count < MAX_REPORTS; count += 1)
      expect((await report(share, `198.51.100.${count}`)).status).toBe(204);
    expect(await codeOf(await report(share, '198.51.100.1'))).toEqual([429, 'too-many-requests']);
  });
});

it('limits the links of an account and the visits of a network address', async () => {
  const person = await server.someone();
  const image = await drawn(person);
  const share = await shared(image, person);
  await server.database.query('update conversions.requests set count = $2 where key = $1', [
    `image-shares:${person.id}`,
    SHARES_PER_HOUR,
  ]);
  expect(await codeOf(await server.send(person.cookie, 'POST', `images/${image.id}/share`))).toEqual([429, 'too-many-requests']);
  const from = { 'X-Forwarded-For': '192.0.2.4' };
  expect((await visit(share, '', from)).status).toBe(200);
  await server.database.query('update conversions.requests set count = $2 where key = $1', [
    `shared-images:${server.services.hashAddress('192.0.2.4')}`,
    VISITS_PER_HOUR,
  ]);
  for (const part of ['', '/file']) expect((await visit(share, part, from)).status).toBe(429);
});
