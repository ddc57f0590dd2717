import { personOwner } from '@bakkum/conversion-jobs/service';
import { setWebhookEndpoint, webhookEndpoint, webhookSecretHint } from '@bakkum/conversion-jobs/webhooks';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'));
});
afterAll(() => server.close());

const made = z.object({ key: z.object({ id: z.string(), prefix: z.string() }), secret: z.string() });
const KEY = { name: 'CI', scopes: ['convert:write', 'convert:read'] };

it('creates a key that is shown once, lists it and revokes it', async () => {
  const { cookie } = await server.someone();
  const answer = await server.send(cookie, 'POST', 'account/api-keys', { ...KEY, days: 30 });
  expect(answer.status).toBe(201);
  const { key, secret } = made.parse(await answer.json());
  const list = await server.send(cookie, 'GET', 'account/api-keys');
  const text = await list.text();
  expect(JSON.parse(text)).toMatchObject({
    keys: [{ id: key.id, name: 'CI', scopes: ['convert:read', 'convert:write'], usedAt: null }],
  });
  expect(text).not.toContain(secret);
  expect((await server.services.apiKeys.check(secret))?.key.id).toBe(key.id);
  expect((await server.send(cookie, 'DELETE', `account/api-keys/${key.id}`)).status).toBe(204);
  expect(await server.services.apiKeys.check(secret)).toBeUndefined();
});

it("requires a session, a same-origin request and the user's own keys", async () => {
  const [one, other] = [await server.someone(), await server.someone()];
  expect((await server.send('', 'POST', 'account/api-keys', KEY)).status).toBe(401);
  expect((await server.send(one.cookie, 'POST', 'account/api-keys', KEY, { Origin: 'https://elsewhere.example' })).status).toBe(
    403,
  );
  const { key } = made.parse(await (await server.send(one.cookie, 'POST', 'account/api-keys', KEY)).json());
  expect((await server.send(other.cookie, 'DELETE', `account/api-keys/${key.id}`)).status).toBe(404);
  expect(await (await server.send(other.cookie, 'GET', 'account/api-keys')).json()).toEqual({ keys: [] });
});

it.each([
  ['PUT', 'webhooks', { url: 'https://thief.example/' }],
  ['POST', 'webhooks/secret', {}],
] as const)(
  'changes nothing with %s %s when a new password revokes its key or session meanwhile',
  async (method, address, body) => {
    for (const access of ['key', 'session'] as const) {
      const { id, cookie } = await server.someone();
      const { secret } = made.parse(await (await server.send(cookie, 'POST', 'account/api-keys', KEY)).json());
      const headers = {
        'Content-Type': 'application/json',
        ...(access === 'key' ? { Authorization: `Bearer ${secret}` } : { Cookie: cookie, Origin: server.url }),
      };
      let answer: Promise<Response> | undefined;
      // Like a reset: the user's row is locked while keys and sessions are deleted.
      await server.database.transaction(async (sql) => {
        await sql.query('select from accounts.users where id = $1 for update', [id]);
        answer = fetch(`${server.url}/api/v1/${address}`, { method, headers, body: JSON.stringify(body) });
        const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%accounts.users where id%'";
        await expect.poll(async () => (await server.database.query(waiting)).length).toBe(1);
        await sql.query('delete from accounts.api_keys where user_id = $1', [id]);
        await sql.query('delete from accounts.sessions where user_id = $1', [id]);
      });
      expect((await answer)?.status).toBe(401);
      expect(await webhookEndpoint(server.database, personOwner(id))).toBeUndefined();
      expect(await webhookSecretHint(server.database, personOwner(id), new Date())).toBeUndefined();
    }
  },
);

it('requires known scopes and a name', async () => {
  const { cookie } = await server.someone();
  for (const body of [
    { ...KEY, scopes: [] },
    { ...KEY, scopes: ['admin'] },
    { ...KEY, name: ' ' },
    { ...KEY, days: 0 },
  ]) {
    expect((await server.send(cookie, 'POST', 'account/api-keys', body)).status).toBe(422);
  }
});

it('loses its webhook endpoint when a new password revokes every key', async () => {
  const [owner, other] = [await server.someone(), await server.someone()];
  const endpoints = () => Promise.all([owner, other].map(({ id }) => webhookEndpoint(server.database, personOwner(id))));
  const url = 'https://hooks.example/endpoint';
  for (const { id } of [owner, other]) await setWebhookEndpoint(server.database, personOwner(id), url, { now: new Date() });
  const change = (cookie: string, body: object) => server.send(cookie, 'POST', 'account/change-password', body);
  const first = await change(owner.cookie, { current: 'correct horse', next: 'a new password' });
  expect([first.status, await endpoints()]).toEqual([204, [url, url]]);
  const { cookie } = await server.signIn({ email: owner.email, password: 'a new password' });
  await change(cookie, { current: 'a new password', next: 'correct horse', revokeApiKeys: true });
  expect(await endpoints()).toEqual([undefined, url]);
});

it('removes the webhook endpoint and secret that a key set when it is revoked', async () => {
  const { id, cookie } = await server.someone();
  const create = async () => made.parse(await (await server.send(cookie, 'POST', 'account/api-keys', KEY)).json());
  const [thief, own] = [await create(), await create()];
  const send = async (secret: string, method: string, address: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${secret}` };
    const { status } = await fetch(`${server.url}/api/v1/${address}`, { method, headers, body: JSON.stringify(body) });
    expect(status).toBe(200);
  };
  const revoke = async (key: typeof own) =>
    expect((await server.send(cookie, 'DELETE', `account/api-keys/${key.key.id}`, undefined)).status).toBe(204);
  const owner = personOwner(id);
  const state = async () => [
    await webhookEndpoint(server.database, owner),
    (await webhookSecretHint(server.database, owner, new Date())) !== undefined,
  ];
  await send(thief.secret, 'PUT', 'webhooks', { url: 'https://thief.example/' });
  await send(thief.secret, 'POST', 'webhooks/secret', {});
  await send(own.secret, 'PUT', 'webhooks', { url: 'https://own.example/' });
  await revoke(thief);
  expect(await state()).toEqual(['https://own.example/', false]);
  await send(own.secret, 'POST', 'webhooks/secret', {});
  await revoke(own);
  expect(await state()).toEqual([undefined, false]);
});
