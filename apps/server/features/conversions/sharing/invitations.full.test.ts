import { randomUUID } from 'node:crypto';
import type { InvitationList, SharedWithMe } from '@bakkum/api-contract/conversions/cloud';
import { conversionProblem, jobView } from '@bakkum/api-contract/conversions/conversions';
import { INVITATION_LIMITS } from '@bakkum/conversion-jobs/invitations';
import { sweep } from '@bakkum/conversion-jobs/sweep';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { startConverting } from '../../../jobs/conversion-worker.ts';
import { startTestServer, type TestServer, type Visitor } from '../../../test-server.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>';
let server: TestServer;
let stop: () => Promise<void>;
let [owner, guest] = [
  { cookie: '', id: '', email: '' },
  { cookie: '', id: '', email: '' },
];

beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'), { CONVERSIONS_AT_ONCE: '2' });
  stop = await startConverting(server.services, server.log);
});
afterAll(async () => {
  await stop();
  await server.close();
});
beforeEach(async () => {
  [owner, guest] = [await server.someone('ko'), await server.someone()];
  await server.database.query('delete from mail.outbox');
});

const ask = (who: Visitor, method: string, address: string, body?: unknown) =>
  server.send(who.cookie, method, `v1/cloud/${address}`, body);
const problemOf = async (response: Response) => conversionProblem.parse(await response.json()).error.code;
const invite = (who: Visitor, jobId: string, ...addresses: string[]) =>
  ask(who, 'POST', `jobs/${jobId}/invitations`, { addresses });
const invitationsIn = async (response: Response) => ((await response.json()) as InvitationList).invitations;
const sharedWith = async (who: Visitor) => ((await (await ask(who, 'GET', 'shared')).json()) as SharedWithMe).results;
const letters = () => server.database.query('select address, template, locale, data from mail.outbox order by address');

async function order(who: Visitor, isAwaited = false): Promise<string> {
  const form = new FormData();
  form.append('target_format', 'png');
  form.append('file', new Blob([SVG]), 'BUY NOW.svg');
  const headers = { Origin: server.url, Cookie: who.cookie };
  const ordered = await fetch(`${server.url}/api/v1/upload`, { method: 'POST', body: form, headers });
  const { job_id: id } = jobView.parse(await ordered.json());
  for (let state = isAwaited ? 'queued' : 'completed'; state !== 'completed'; ) {
    const job = jobView.parse(await (await server.send(who.cookie, 'GET', `v1/jobs/${id}?wait=20`)).json());
    state = job.status;
  }
  return id;
}

it('shows a result to invitees signed in with that address until it is revoked', async () => {
  const job = await order(owner, true);
  const [invitation] = await invitationsIn(await invite(owner, job, guest.email.toUpperCase()));
  expect(invitation).toMatchObject({ job_id: job, address: guest.email, declined: false });
  const [result] = await sharedWith(guest);
  expect(result).toMatchObject({ from: owner.email, result: { status: 'completed', converted_filename: 'BUY NOW.png' } });
  const download = `shared/${result?.invitation_id ?? ''}/download`;
  expect((await ask(guest, 'GET', download)).headers.get('Content-Type')).toBe('image/png');
  const stranger = await server.someone();
  expect([await sharedWith(stranger), (await ask(stranger, 'GET', download)).status]).toEqual([[], 404]);
  expect((await ask({ cookie: '', id: '', email: '' }, 'GET', 'shared')).status).toBe(403);

  expect((await ask(stranger, 'DELETE', `invitations/${invitation?.invitation_id ?? ''}`)).status).toBe(404);
  expect((await ask(owner, 'DELETE', `invitations/${invitation?.invitation_id ?? ''}`)).status).toBe(204);
  expect([await sharedWith(guest), (await ask(guest, 'GET', download)).status]).toEqual([[], 404]);
  expect(await invitationsIn(await ask(owner, 'GET', 'invitations'))).toEqual([]);
});

it("sends one email each, in the inviter's language, without text of the inviter", async () => {
  const job = await order(owner);
  for (let again = 0; again < 2; again += 1) await invite(owner, job, guest.email, owner.email, guest.email);
  const url = `${server.services.settings.origin}/ko/home3#shared`;
  expect(await letters()).toEqual([
    { address: guest.email, template: 'cloud-invitation', locale: 'ko', data: { inviter: owner.email, format: 'PNG', url } },
  ]);
});

it("does not quote the inviter's address to people without a confirmed account", async () => {
  const spammer = await server.someone('en', `win-a-prize-${randomUUID()}@evil.example`);
  await server.database.query('delete from mail.outbox');
  await server.database.query('update accounts.users set email_verified = false where email = $1', [guest.email]);
  expect((await invite(spammer, await order(spammer), guest.email, 'stranger@example.com')).status).toBe(201);
  const sent = await letters();
  expect(sent).toHaveLength(2);
  expect(JSON.stringify(sent)).not.toContain('evil');
});

it('limits emails to an address however often accounts are deleted', async () => {
  const outcomes: number[] = [];
  for (let count = 0; count <= INVITATION_LIMITS.perAddress; count += 1) {
    const other = await server.someone();
    outcomes.push((await invite(other, await order(other), guest.email)).status);
    const leaving = count % 2 === 0 ? other : guest;
    expect((await server.send(leaving.cookie, 'POST', 'account/delete', { password: 'correct horse' })).status).toBeLessThan(300);
    if (leaving === guest) guest = await server.someone('en', guest.email);
  }
  expect(outcomes).toEqual([201, 201, 201, 201, 201, 429]);
});

it('requires an account and its own jobs', async () => {
  const job = await order(owner);
  expect(await problemOf(await invite(guest, job, 'a@example.com'))).toBe('NOT_FOUND');
  expect(await problemOf(await invite({ cookie: '', id: '', email: '' }, job, 'a@example.com'))).toBe('PLAN_NEEDED');
  expect(await problemOf(await invite(owner, job, 'nobody'))).toBe('INVALID_REQUEST');
  expect(await letters()).toEqual([]);
});

it('limits invitees, emails per account and emails per address', async () => {
  const many = (count: number, of: string) => Array.from({ length: count }, (_, index) => `${of}${index}@example.com`);
  const jobs = [await order(owner), await order(owner), await order(owner)] as const;
  expect((await invite(owner, jobs[0], ...many(INVITATION_LIMITS.perJob, 'a'))).status).toBe(201);
  expect(await problemOf(await invite(owner, jobs[0], 'one-more@example.com'))).toBe('RATE_LIMIT_EXCEEDED');
  expect((await invite(owner, jobs[1], ...many(INVITATION_LIMITS.perJob, 'b'))).status).toBe(201);
  expect(await problemOf(await invite(owner, jobs[2], ...many(11, 'c')))).toBe('RATE_LIMIT_EXCEEDED');
  expect((await invite(owner, jobs[2], ...many(10, 'c'))).status).toBe(201);
  expect(await letters()).toHaveLength(INVITATION_LIMITS.perOwner);

  const outcomes: number[] = [];
  for (let count = 0; count <= INVITATION_LIMITS.perAddress; count += 1) {
    const other = await server.someone();
    outcomes.push((await invite(other, await order(other), guest.email)).status);
  }
  expect(outcomes).toEqual([201, 201, 201, 201, 201, 429]);
});

it('disappears when declined and is not sent again', async () => {
  const job = await order(owner);
  await invite(owner, job, guest.email);
  const [result] = await sharedWith(guest);
  expect((await ask(owner, 'DELETE', `shared/${result?.invitation_id ?? ''}`)).status).toBe(404);
  expect((await ask(guest, 'DELETE', `shared/${result?.invitation_id ?? ''}`)).status).toBe(204);
  expect(await sharedWith(guest)).toEqual([]);
  const [declined] = await invitationsIn(await invite(owner, job, guest.email));
  expect(declined).toMatchObject({ declined: true });

  // Also not after it was revoked.
  await ask(owner, 'DELETE', `invitations/${declined?.invitation_id ?? ''}`);
  await server.database.query("update conversions.invitations set created_at = created_at - interval '25 hours'");
  await sweep(server.services.conversions);
  const again = await invite(owner, job, guest.email);
  expect([again.status, await invitationsIn(again)]).toEqual([201, []]);
  expect(await sharedWith(guest)).toEqual([]);
  expect(await letters()).toHaveLength(1);
});

it('is not sent for a job without a result', async () => {
  const job = await order(owner, true);
  for (const state of ['cancelled', 'error', 'expired']) {
    await server.database.query('update conversions.jobs set state = $2, ended_at = now(), lease_until = null where id = $1', [
      job,
      state,
    ]);
    expect(await problemOf(await invite(owner, job, guest.email))).toBe('GONE');
  }
  expect(await letters()).toEqual([]);
});

it('ends with the result and deletes the addresses', async () => {
  const job = await order(owner, true);
  await invite(owner, job, guest.email);
  await server.database.query("update conversions.jobs set expires_at = now() - interval '1 second' where id = $1", [job]);
  expect(await sharedWith(guest)).toEqual([]);
  await server.database.query(
    "update conversions.invitations set created_at = created_at - interval '25 hours' where job_id = $1",
    [job],
  );
  await sweep(server.services.conversions);
  const kept = await server.database.query('select address, inviter from conversions.invitations where job_id = $1', [job]);
  expect(kept).toEqual([{ address: '', inviter: '' }]);
  expect(await problemOf(await invite(owner, job, guest.email))).toBe('GONE');
});

it('is deleted with either account and is in both exports', async () => {
  const job = await order(owner);
  await invite(owner, job, guest.email);
  for (const who of [owner, guest]) {
    expect(await (await server.send(who.cookie, 'GET', 'account/export')).json()).toMatchObject({
      invitations: [{ job_id: job }],
    });
  }
  await server.send(guest.cookie, 'POST', 'account/delete', { password: 'correct horse' });
  expect(await invitationsIn(await ask(owner, 'GET', 'invitations'))).toEqual([]);
});
