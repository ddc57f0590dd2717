import { CLIENT, type ForgingIssuer, startForgingIssuer } from '@bakkum/openid/test-issuer';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../test-server.ts';
import { FAILED_LINES_PER_HOUR } from './single-sign-on-routes.ts';

let forging: ForgingIssuer;
const servers = new Map<string, Promise<TestServer>>();

beforeAll(async () => {
  forging = await startForgingIssuer();
});
afterAll(async () => {
  for (const server of servers.values()) await (await server).close();
  await forging.close();
});
beforeEach(() => {
  forging.claims = (right) => right;
});

/** Starts a server, once for the same settings. */
function startServer(environment: Record<string, string> = {}): Promise<TestServer> {
  const key = JSON.stringify(environment);
  const known = servers.get(key);
  if (known) return known;
  const started = startTestServer(inject('postgresFolder'), {
    OIDC_ISSUER: forging.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: 'Corp',
    OIDC_ALLOW: forging.place,
    ...environment,
  });
  servers.set(key, started);
  return started;
}

const started = z.object({ url: z.string() });
const cookiesIn = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

/** Starts a sign-in. Returns what the issuer sends the browser back with, and the browser's cookies. */
async function start(server: TestServer, body: object = {}, { cookie = '', path = 'account/single-sign-on' } = {}) {
  const response = await server.send(cookie, 'POST', path, { locale: 'en', ...body });
  if (!response.ok) throw new Error(await response.text());
  const { url } = started.parse(await response.json());
  const callback = forging.answer(url);
  return { callback, browser: [cookie, cookiesIn(response)].filter(Boolean).join('; ') };
}

/** Comes back from the issuer. Returns where the browser goes, and with which session. */
async function comeBack(server: TestServer, { callback, browser }: { callback: URL; browser: string }) {
  const response = await fetch(`${server.url}/api/account/single-sign-on/callback${callback.search}`, {
    redirect: 'manual',
    headers: { Cookie: browser },
  });
  return { status: response.status, to: response.headers.get('location'), cookie: cookiesIn(response), response };
}

const signIn = async (server: TestServer, body: object = {}) => comeBack(server, await start(server, body));

const session = z.object({ person: z.object({ id: z.string(), email: z.string(), firstName: z.string() }).nullable() });
const personOf = async (server: TestServer, cookie: string) =>
  session.parse(await (await server.send(cookie, 'GET', 'account/session')).json()).person;

/** Makes the issuer describe the person like this from now on. */
const describePerson = (claims: object): void => {
  forging.claims = (right) => ({ ...right, ...claims });
};

let count = 0;
const newcomer = () => {
  count += 1;
  return { sub: `subject-${count}`, email: `person-${count}@corp.example` };
};

describe('a sign-in at the issuer', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });

  it('creates an account once and signs in to it, whatever its address is by then', async () => {
    const { sub, email } = newcomer();
    describePerson({ sub, email, given_name: 'Mina', family_name: 'Kim' });
    const first = await signIn(server, { next: '/ko/home3?x=1' });
    expect([first.status, first.to]).toEqual([303, '/ko/home3?x=1']);
    const person = await personOf(server, first.cookie);
    expect(person).toMatchObject({ email, firstName: 'Mina' });
    describePerson({ sub, email: `new-${email}`, email_verified: true });
    const second = await signIn(server);
    expect(second.to).toBe('/account');
    expect(await personOf(server, second.cookie)).toMatchObject({ id: person?.id, email: `new-${email}` });
    describePerson({ sub, email: `unverified-${email}`, email_verified: false });
    expect(await personOf(server, (await signIn(server)).cookie)).toMatchObject({ id: person?.id, email: `new-${email}` });
    describePerson({ sub: `other-${sub}`, email: `new-${email}` });
    expect((await signIn(server)).to).toBe('/sign-in?sso=email-taken');
  });

  it('sets a session that ends with the browser, and stores no token', async () => {
    const { sub, email } = newcomer();
    describePerson({ sub, email });
    const { response, cookie } = await signIn(server);
    const line = response.headers.getSetCookie().find((one) => one.includes('session_token='));
    expect(line).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(line).not.toMatch(/Max-Age|Expires/i);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const rows = await server.database.query('select * from accounts.external_identities where subject = $1', [sub]);
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(['created_at', 'groups', 'issuer', 'signed_in', 'subject', 'user_id']);
    expect(JSON.stringify(server.lines)).not.toMatch(/an access token|eyJ/);
    await server.send(cookie, 'POST', 'account/sign-out');
    expect(await personOf(server, cookie)).toBeNull();
  });

  it('ends after a day, whichever of its cookies the browser sends', async () => {
    const { sub, email } = newcomer();
    describePerson({ sub, email });
    const { cookie } = await signIn(server);
    const only = cookie.split('; ').find((one) => one.includes('session_token=')) ?? '';
    expect(await personOf(server, only)).toMatchObject({ email });
    const [left] = await server.database.query(
      `select extract(epoch from s.expires_at - now())::int as seconds from accounts.sessions s
       join accounts.external_identities i on i.user_id = s.user_id where i.subject = $1`,
      [sub],
    );
    expect(left?.['seconds']).toBeLessThanOrEqual(86_400);
    expect(left?.['seconds']).toBeGreaterThan(86_000);
  });

  it('is refused in another browser than the one that started it', async () => {
    describePerson(newcomer());
    const attacker = await start(server);
    const victim = await start(server);
    for (const browser of ['', victim.browser, 'bakkum.sign_in=forged']) {
      const answer = await comeBack(server, { ...attacker, browser });
      expect([answer.to, answer.cookie]).toEqual(['/sign-in?sso=expired', '']);
    }
    expect((await comeBack(server, attacker)).to).toBe('/account');
  });

  it('is refused with another state, and the second time', async () => {
    describePerson(newcomer());
    const { callback, browser } = await start(server);
    const altered = new URL(callback);
    altered.searchParams.set('state', 'x'.repeat(43));
    expect((await comeBack(server, { callback: altered, browser })).to).toBe('/sign-in?sso=expired');
    expect((await comeBack(server, { callback, browser })).to).toBe('/account');
    expect((await comeBack(server, { callback, browser })).to).toBe('/sign-in?sso=expired');
  });

  it('is refused after ten minutes', async () => {
    describePerson(newcomer());
    const begun = await start(server);
    await server.database.query("update accounts.external_sign_ins set expires_at = now() - interval '1 second'");
    expect((await comeBack(server, begun)).to).toBe('/sign-in?sso=expired');
  });

  it.each([
    ['the response of another issuer', (url: URL) => url.searchParams.set('iss', 'https://elsewhere.example'), 'invalid'],
    ['a refusal', (url: URL) => url.searchParams.set('error', 'access_denied'), 'canceled'],
  ])('is refused with %s', async (_name, change, problem) => {
    describePerson(newcomer());
    const { callback, browser } = await start(server, { next: '/ko/account' });
    change(callback);
    const { to, cookie } = await comeBack(server, { callback, browser });
    expect([to, cookie]).toEqual([`/ko/sign-in?sso=${problem}&next=%2Fko%2Faccount`, '']);
  });

  it.each([
    ['another nonce', { nonce: 'another' }],
    ['another audience', { aud: 'another-client' }],
    ['an end in the past', { exp: 1_000_000_000 }],
  ])('is refused with a token with %s', async (_name, claims) => {
    describePerson({ ...newcomer(), ...claims });
    expect(await signIn(server)).toMatchObject({ to: '/sign-in?sso=invalid', cookie: '' });
  });

  it.each(['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)'])(
    'does not lead to %s',
    async (next) => {
      describePerson(newcomer());
      expect((await signIn(server, { next })).to).toBe('/account');
    },
  );

  it('starts from pages of this site only', async () => {
    const headers = { Origin: 'https://elsewhere.example' };
    expect((await server.send('', 'POST', 'account/single-sign-on', { locale: 'en' }, headers)).status).toBe(403);
  });

  it('says when the issuer does not respond', async () => {
    const dark = await startServer({ OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_ALLOW: '127.0.0.1:9' });
    const answer = await dark.send('', 'POST', 'account/single-sign-on', { locale: 'en' });
    expect([answer.status, await answer.json()]).toMatchObject([503, { error: { code: 'sign-in-service-unavailable' } }]);
    expect(dark.lines.join('\n')).toContain('no-answer');
    const guarded = await startServer({ OIDC_ALLOW: '' });
    expect((await guarded.send('', 'POST', 'account/single-sign-on', { locale: 'en' })).status).toBe(503);
    expect(guarded.lines.join('\n')).toContain('private-address');
  });

  it('does not exist without an issuer', async () => {
    const without = await startServer({ OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '', OIDC_NAME: '' });
    expect((await without.send('', 'POST', 'account/single-sign-on', { locale: 'en' })).status).toBe(404);
    expect((await without.send('', 'GET', 'account/single-sign-on/callback?state=x')).status).toBe(404);
  });
});

describe('an address that has an account', () => {
  it('does not sign in to it unless the operator allows it', async () => {
    const server = await startServer();
    const owner = await server.someone();
    describePerson({ ...newcomer(), email: owner.email });
    expect(await signIn(server)).toMatchObject({ to: '/sign-in?sso=email-taken', cookie: '' });
  });

  it('signs in to it where the operator allows it and the issuer vouches for the address, and tells the owner', async () => {
    const server = await startServer({ OIDC_LINK_ACCOUNTS: 'on' });
    const owner = await server.someone();
    const { sub } = newcomer();
    for (const email_verified of [false, undefined, 'yes']) {
      describePerson({ sub, email: owner.email, email_verified });
      expect(await signIn(server)).toMatchObject({ to: '/sign-in?sso=email-unverified', cookie: '' });
    }
    describePerson({ sub, email: owner.email.toUpperCase(), email_verified: true });
    expect(await personOf(server, (await signIn(server)).cookie)).toMatchObject({ id: owner.id });
    const mails = await server.database.query('select template from mail.outbox where address = $1', [owner.email]);
    expect(mails.map(({ template }) => template)).toContain('sign-in-connected');
    describePerson({ ...newcomer(), email: owner.email });
    expect((await signIn(server)).to).toBe('/sign-in?sso=connected-elsewhere');
  });

  it('never signs in to the demo account', async () => {
    const server = await startServer({ OIDC_LINK_ACCOUNTS: 'on' });
    const [demo] = await server.database.query('select email from accounts.users where demo');
    describePerson({ ...newcomer(), email: String(demo?.['email']) });
    expect((await signIn(server)).to).toBe('/sign-in?sso=email-taken');
  });

  it('takes the password from an unconfirmed account, which a stranger may have created', async () => {
    const server = await startServer({ OIDC_LINK_ACCOUNTS: 'on' });
    const { sub, email } = newcomer();
    const stranger = { email, password: 'of the stranger', firstName: 'Eve', lastName: 'Stranger', locale: 'en' };
    await server.send('', 'POST', 'account/sign-up', stranger);
    describePerson({ sub, email, given_name: 'Mina' });
    const { cookie } = await signIn(server);
    expect(await personOf(server, cookie)).toMatchObject({ email, firstName: 'Mina' });
    expect((await server.send('', 'POST', 'account/sign-in', stranger)).status).toBe(401);
  });

  it('belongs to whom the issuer vouches for while nobody has confirmed it, so that a stranger cannot keep them out', async () => {
    const server = await startServer();
    const { sub, email } = newcomer();
    const stranger = { email, password: 'of the stranger', firstName: 'Eve', lastName: 'Stranger', locale: 'en' };
    await server.send('', 'POST', 'account/sign-up', stranger);
    describePerson({ sub, email, given_name: 'Mina' });
    expect(await personOf(server, (await signIn(server)).cookie)).toMatchObject({ email, firstName: 'Mina' });
    expect((await server.send('', 'POST', 'account/sign-in', stranger)).status).toBe(401);
  });

  it('is disconnected by a new password, because an attacker with the old password may have connected it', async () => {
    const server = await startServer();
    const owner = await server.someone();
    describePerson({ ...newcomer(), email: 'of-the-thief@corp.example' });
    const path = 'account/single-sign-on/connect';
    const connecting = () => start(server, { password: 'correct horse' }, { cookie: owner.cookie, path });
    expect((await comeBack(server, await connecting())).to).toBe('/account');
    const change = { current: 'correct horse', next: 'a new password' };
    const changed = await server.send(owner.cookie, 'POST', 'account/change-password', change);
    expect(changed.status).toBe(204);
    const thief = await personOf(server, (await signIn(server)).cookie);
    expect(thief?.id).not.toBe(owner.id);
    const methods = await (await server.send(cookiesIn(changed), 'GET', 'account/sign-in-methods')).json();
    expect(methods).toMatchObject({ service: { connected: false } });
  });

  it('is connected by its owner with the password', async () => {
    const server = await startServer();
    const owner = await server.someone();
    const { sub } = newcomer();
    describePerson({ sub, email: 'another@corp.example', email_verified: false });
    const path = 'account/single-sign-on/connect';
    const wrong = await server.send(owner.cookie, 'POST', path, { locale: 'en', password: 'wrong' });
    expect([wrong.status, await wrong.json()]).toMatchObject([403, { error: { code: 'wrong-password' } }]);
    expect((await server.send('', 'POST', path, { locale: 'en', password: 'correct horse' })).status).toBe(401);
    const connecting = () => start(server, { password: 'correct horse' }, { cookie: owner.cookie, path });
    expect((await comeBack(server, await connecting())).to).toBe('/account');
    const { cookie } = await signIn(server);
    expect(await personOf(server, cookie)).toMatchObject({ id: owner.id, email: owner.email });
    const methods = await (await server.send(cookie, 'GET', 'account/sign-in-methods')).json();
    expect(methods).toEqual({ password: true, service: { name: 'Corp', connected: true, groups: [] } });
    // Another account cannot take the identity.
    const other = await server.someone();
    const taking = await start(server, { password: 'correct horse' }, { cookie: other.cookie, path });
    expect((await comeBack(server, taking)).to).toBe('/account?sso=connected-elsewhere');
    // Connecting fails if another account has signed in to the browser since it started.
    const begun = await connecting();
    const browser = begun.browser.replace(owner.cookie, other.cookie);
    expect((await comeBack(server, { ...begun, browser })).to).toBe('/account?sso=expired');
  });
});

describe('an address that the issuer does not vouch for', () => {
  it('gets no account, unless the operator trusts every address of the issuer', async () => {
    const { sub, email } = newcomer();
    describePerson({ sub, email, email_verified: undefined });
    expect((await signIn(await startServer())).to).toBe('/sign-in?sso=email-unverified');
    const trusting = await startServer({ OIDC_EMAIL_VERIFIED: 'always' });
    expect(await personOf(trusting, (await signIn(trusting)).cookie)).toMatchObject({ email });
    describePerson({ sub: `${sub}-x`, email: undefined });
    expect((await signIn(trusting)).to).toBe('/sign-in?sso=email-missing');
  });
});

const limits = z.object({ tier: z.string(), limits: z.object({ requests_per_hour: z.number() }) });
const balance = z.object({ premium: z.boolean(), plan: z.string() });

describe('the groups of a person', () => {
  const limitsOf = async (server: TestServer, cookie: string) => {
    const account = await (await server.send(cookie, 'GET', 'v1/account')).json();
    const credits = balance.parse(await (await server.send(cookie, 'GET', 'credits')).json());
    const studio = z.object({ tier: z.string() }).parse(await (await server.send(cookie, 'GET', 'images/studio')).json());
    return { ...limits.parse(account), premium: credits.premium, plan: credits.plan, studio: studio.tier };
  };
  const GROUPS = { OIDC_GROUPS: 'staff=pro,/eng=enterprise:20000,all=free', OIDC_GROUP_CLAIM: 'roles' };

  it('give the largest of their limits everywhere, until a sign-in without them or the end of their days', async () => {
    const server = await startServer(GROUPS);
    const { sub, email } = newcomer();
    const enter = async (roles: unknown) => {
      describePerson({ sub, email, roles });
      return (await signIn(server)).cookie;
    };
    const none = { tier: 'free', limits: { requests_per_hour: 100 }, premium: false, plan: 'free', studio: 'free' };
    const pro = { tier: 'pro', limits: { requests_per_hour: 1000 }, premium: true, plan: 'free', studio: 'premium' };
    const most = { tier: 'enterprise', limits: { requests_per_hour: 20_000 }, premium: true, plan: 'free', studio: 'annual' };
    expect(await limitsOf(server, await enter(['all', 'unknown']))).toEqual(none);
    const cookie = await enter(['all', 'staff']);
    expect(await limitsOf(server, cookie)).toEqual(pro);
    expect(await limitsOf(server, await enter(['staff', '/eng', 'all']))).toEqual(most);
    // A session from before has the present limits too.
    await enter('staff');
    expect(await limitsOf(server, cookie)).toEqual(pro);
    await enter(undefined);
    expect(await limitsOf(server, cookie)).toEqual(none);
    await enter(['staff']);
    await server.database.query("update accounts.external_identities set signed_in = now() - interval '31 days'");
    expect(await limitsOf(server, cookie)).toEqual(none);
  });

  it('are named on the account page', async () => {
    const server = await startServer(GROUPS);
    const { sub, email } = newcomer();
    describePerson({ sub, email, roles: ['staff', 'secret project'] });
    const methods = await (await server.send((await signIn(server)).cookie, 'GET', 'account/sign-in-methods')).json();
    expect(methods).toMatchObject({ password: false, service: { connected: true, groups: ['staff'] } });
    const [row] = await server.database.query('select groups from accounts.external_identities where subject = $1', [sub]);
    expect(row).toEqual({ groups: ['staff'] });
  });

  it('decide who may sign in, and end sessions and API keys of those who left', async () => {
    const server = await startServer({ ...GROUPS, OIDC_OUTSIDERS: 'refuse' });
    const { sub, email } = newcomer();
    describePerson({ sub, email, roles: ['unknown'] });
    expect(await signIn(server)).toMatchObject({ to: '/sign-in?sso=not-member', cookie: '' });
    expect(await server.database.query('select from accounts.users where email = $1', [email])).toEqual([]);
    describePerson({ sub, email, roles: ['staff'] });
    const { cookie } = await signIn(server);
    const person = await personOf(server, cookie);
    const key = await server.apiKey(person?.id);
    const useKey = async () =>
      (await fetch(`${server.url}/api/v1/account`, { headers: { Authorization: `Bearer ${key}` } })).status;
    expect(await useKey()).toBe(200);
    await server.database.query("update accounts.external_identities set signed_in = now() - interval '31 days'");
    expect(await useKey()).toBe(401);
    await signIn(server);
    expect(await useKey()).toBe(200);
    describePerson({ sub, email, roles: [] });
    expect((await signIn(server)).to).toBe('/sign-in?sso=not-member');
    expect([await useKey(), await personOf(server, cookie)]).toEqual([401, null]);
    describePerson({ sub, email, roles: ['staff'] });
    await signIn(server);
    expect(await useKey()).toBe(200);
    // As after a change of the issuer.
    await server.database.query("update accounts.external_identities set issuer = 'https://former.example'");
    expect(await useKey()).toBe(401);
  });
});

describe('an account without a password', () => {
  it('is exported and deleted after a recent sign-in', async () => {
    const server = await startServer();
    const { sub, email } = newcomer();
    describePerson({ sub, email });
    const { cookie } = await signIn(server);
    const exported = await (await server.send(cookie, 'GET', 'account/export')).json();
    expect(exported).toMatchObject({ signInServices: [{ issuer: forging.issuer, subject: sub }] });
    const remove = () => server.send(cookie, 'POST', 'account/delete', {});
    await server.database.query("update accounts.sessions set created_at = now() - interval '16 minutes'");
    const late = await remove();
    expect([late.status, await late.json()]).toMatchObject([403, { error: { code: 'sign-in-again' } }]);
    await server.database.query('update accounts.sessions set created_at = now()');
    expect((await remove()).status).toBe(204);
    expect(await server.database.query('select from accounts.external_identities where subject = $1', [sub])).toEqual([]);
  });

  it('has no password to guess, reset or change', async () => {
    const server = await startServer();
    const { sub, email } = newcomer();
    describePerson({ sub, email });
    const { cookie } = await signIn(server);
    await server.send('', 'POST', 'account/forgot-password', { email });
    const resets = 'select from accounts.password_resets r join accounts.users u on u.id = r.user_id where u.email = $1';
    expect(await server.database.query(resets, [email])).toEqual([]);
    expect((await server.send('', 'POST', 'account/sign-in', { email, password: 'undefined' })).status).toBe(401);
    const change = { current: 'undefined', next: 'a new password' };
    expect((await server.send(cookie, 'POST', 'account/change-password', change)).status).toBe(403);
  });

  it('of somebody with a password is not deleted without it', async () => {
    const server = await startServer();
    const { cookie } = await server.someone();
    expect((await server.send(cookie, 'POST', 'account/delete', {})).status).toBe(403);
  });
});

it('failed sign-ins write a limited number of log lines', async () => {
  const server = await startServer({ OIDC_NAME: 'Corp with strangers' });
  for (let attempt = 0; attempt < FAILED_LINES_PER_HOUR + 5; attempt += 1) {
    const { callback, browser } = await start(server);
    callback.searchParams.set('code', 'wrong');
    expect((await comeBack(server, { callback, browser })).to).toMatch(/sso=(invalid|unavailable)/);
  }
  expect(server.lines.filter((line) => line.includes('single-sign-on-failed'))).toHaveLength(FAILED_LINES_PER_HOUR);
});
