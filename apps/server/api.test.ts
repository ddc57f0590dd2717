/** Tests the API from outside, over HTTP only. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Limits } from '@bakkum/accounts/attempts';
import { createEqualTime } from '@bakkum/accounts/passwords/equal-time';
import { createPasswords } from '@bakkum/accounts/passwords/password';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { readFileMailbox } from '@bakkum/mail/file-mailbox';
import { deliverMail } from '@bakkum/mail/outbox';
import { EMPTY_LIVE } from '@bakkum/site/live';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createApi } from './api.ts';
import { createApp } from './app.ts';
import type { Backend } from './backend.ts';
import { DEMO_ACCOUNT } from './config/demo-account.ts';
import { readSettings } from './config/settings.ts';
import { createLog } from './observability/log.ts';
import { closeServices, openServices, type Services } from './services.ts';
import { generousLimits } from './test-server.ts';

const PASSWORD = 'correct horse';
const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-api-'));
const passwords = createPasswords({ N: 16, r: 8, p: 1 });
let database: TestDatabase;
let lines: string[] = [];

type Site = { readonly url: string; readonly services: Services; close(): Promise<void> };

async function startSite(environment: Record<string, string> = {}, limits: Limits = generousLimits()): Promise<Site> {
  const { user, database: name, host } = database.connection;
  const url = `postgres://${user}@/${name}?host=${encodeURIComponent(host)}`;
  const settings = readSettings({ DATA_DIR: folder, DATABASE_URL: url, SITE_SECRET: 's'.repeat(40), ...environment });
  const log = createLog('debug', (line) => lines.push(line));
  const services = await openServices(settings, log, { limits, passwords, equalTime: createEqualTime(0) });
  const api = createApi(services, log);
  const backend: Backend = {
    api: () => Promise.resolve(api),
    live: () => EMPTY_LIVE,
    servePages: () => undefined,
    opened: Promise.resolve(),
    readiness: () => Promise.resolve({ ready: true, problems: [] }),
    metrics: () => Promise.resolve(''),
    close: () => Promise.resolve(),
  };
  const render = () => Promise.resolve(new Response('page'));
  const listener = getRequestListener(createApp({ settings, log, backend, render }).fetch);
  const server: Server = createServer((given, answer) => void listener(given, answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    services,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await closeServices(services);
    },
  };
}

let site: Site;
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), []);
  site = await startSite();
});
afterAll(async () => {
  await site.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  lines = [];
  await database.query('delete from accounts.attempts');
});

/** A minimal browser: keeps cookies and sends `Origin`. */
class Browser {
  readonly #site: Site;
  readonly #cookies = new Map<string, string>();
  constructor(at: Site = site) {
    this.#site = at;
  }
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
  set(name: string, value: string): void {
    this.#cookies.set(name, value);
  }
  async send(method: string, address: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const response = await fetch(`${this.#site.url}/api/${address}`, {
      method,
      headers: {
        Origin: this.#site.url,
        Cookie: this.cookie,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/Max-Age=0/.test(line)) this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }
  get = async (address: string): Promise<unknown> => (await this.send('GET', address)).json();
  post = (address: string, body: unknown, headers?: Record<string, string>): Promise<Response> =>
    this.send('POST', address, body, headers);
}

const someone = () => ({
  email: `${randomUUID()}@example.com`,
  password: PASSWORD,
  firstName: 'Mina',
  lastName: 'Kim',
  locale: 'en',
});

async function newestToken(): Promise<string> {
  const { database: db, mail } = site.services;
  await deliverMail({ database: db, transport: mail, brand: { name: 'Bakkum' } });
  const [letter] = await readFileMailbox(site.services.mailbox, ({ text }) => text.includes('#token='));
  return decodeURIComponent(/#token=(\S+)/.exec(letter?.text ?? '')?.[1] ?? '');
}

async function member(browser = new Browser()) {
  const account = someone();
  await browser.post('account/sign-up', account);
  await browser.post('account/verify', { token: await newestToken() });
  return account;
}

async function signedIn(remember = true) {
  const browser = new Browser();
  const account = await member(browser);
  const response = await browser.post('account/sign-in', { ...account, remember });
  expect(response.status).toBe(200);
  return { browser, account, response };
}

const codeOf = async (response: Response): Promise<unknown> => {
  const body = (await response.json()) as { error?: { code?: string } };
  return [response.status, body.error?.code];
};

describe('a user', () => {
  it('signs up, is signed in by verifying the address, signs out and in, sees credits, exports data and deletes the account', async () => {
    const browser = new Browser();
    const account = someone();
    expect((await browser.post('account/sign-up', account)).status).toBe(202);
    expect(await codeOf(await browser.post('account/sign-in', account))).toEqual([403, 'address-unconfirmed']);
    const verified = await browser.post('account/verify', { token: await newestToken() });
    expect(await verified.json()).toMatchObject({ person: { email: account.email } });
    expect(await browser.get('account/session')).toMatchObject({ person: { email: account.email } });
    expect((await browser.post('account/sign-out', {})).status).toBe(204);
    expect(await browser.get('account/session')).toEqual({ person: null });
    expect((await browser.post('account/sign-in', account)).status).toBe(200);
    expect(await browser.get('account/session')).toMatchObject({ person: { email: account.email, demo: false } });
    expect(await browser.get('credits')).toMatchObject({ current: 10, total: 10, held: 0, plan: 'free', premium: false });
    expect(await browser.get('credits/statement')).toMatchObject({
      rows: [{ kind: 'grant', change: 10, balance: 10, origin: 'free' }],
    });
    expect(await browser.get('account/export')).toMatchObject({
      account: { email: account.email },
      credits: { statement: [{ available: 10 }] },
      sessions: [{}],
    });
    expect((await browser.send('PATCH', 'account/profile', { locale: 'ko', firstName: '민아' })).status).toBe(200);
    expect(await browser.get('account/session')).toMatchObject({ person: { locale: 'ko', firstName: '민아', lastName: 'Kim' } });
    expect(await codeOf(await browser.post('account/delete', { password: 'wrong password' }))).toEqual([403, 'wrong-password']);
    expect((await browser.post('account/delete', { password: PASSWORD })).status).toBe(204);
    expect(await browser.get('account/session')).toEqual({ person: null });
    expect(await codeOf(await browser.post('account/sign-in', account))).toEqual([401, 'wrong-credentials']);
  });

  it('resets the password by email', async () => {
    const { browser, account } = await signedIn();
    expect((await browser.post('account/forgot-password', { email: account.email })).status).toBe(202);
    const token = await newestToken();
    expect(
      (await browser.post('account/reset-password', { token, password: 'a new password', revokeApiKeys: true })).status,
    ).toBe(204);
    const mails = await database.query('select template from mail.outbox where address = $1 order by id', [account.email]);
    expect(mails.at(-1)).toEqual({ template: 'password-changed' });
    expect(await codeOf(await browser.post('account/reset-password', { token, password: 'once more' }))).toEqual([
      400,
      'invalid-token',
    ]);
    expect(await codeOf(await browser.send('GET', 'credits'))).toEqual([401, 'not-signed-in']);
  });

  it('lists and revokes sessions', async () => {
    const { browser, account } = await signedIn();
    const elsewhere = new Browser();
    await elsewhere.post('account/sign-in', account);
    const { sessions } = (await browser.get('account/sessions')) as { sessions: { id: string; current: boolean }[] };
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    const other = sessions.find(({ current }) => !current)?.id ?? '';
    expect((await browser.send('DELETE', `account/sessions/${other}`)).status).toBe(204);
    expect(await elsewhere.get('account/session')).toEqual({ person: null });
    await elsewhere.post('account/sign-in', account);
    expect((await browser.post('account/sessions/revoke-others', {})).status).toBe(204);
    expect(await elsewhere.get('account/session')).toEqual({ person: null });
    expect(await browser.get('account/session')).toMatchObject({ person: { email: account.email } });
  });

  it('changes the password, which signs the other browsers out', async () => {
    const { browser, account } = await signedIn();
    const elsewhere = new Browser();
    await elsewhere.post('account/sign-in', account);
    const change = (current: string) => browser.post('account/change-password', { current, next: 'a new password' });
    expect(await codeOf(await change('wrong password'))).toEqual([403, 'wrong-password']);
    expect((await change(PASSWORD)).status).toBe(204);
    expect(await elsewhere.get('account/session')).toEqual({ person: null });
    expect(await browser.get('account/session')).toMatchObject({ person: { email: account.email } });
  });

  it('changes the email address', async () => {
    const { browser, account } = await signedIn();
    const email = someone().email;
    const ask = (password: string) => browser.post('account/change-email', { email, password });
    expect(await codeOf(await ask('wrong password'))).toEqual([403, 'wrong-password']);
    expect((await ask(PASSWORD)).status).toBe(202);
    expect(await browser.get('account/session')).toMatchObject({ person: { email: account.email } });
    const token = await newestToken();
    expect(await codeOf(await new Browser().post('account/confirm-email', { token }))).toEqual([403, 'password-needed']);
    expect((await new Browser().post('account/confirm-email', { token, password: PASSWORD })).status).toBe(204);
    expect(await browser.get('account/session')).toMatchObject({ person: { email } });
    expect(await codeOf(await new Browser().post('account/confirm-email', { token }))).toEqual([400, 'invalid-token']);
    expect(await codeOf(await new Browser().post('account/change-email', { email, password: PASSWORD }))).toEqual([
      401,
      'not-signed-in',
    ]);
  });

  it('can use the demo account but cannot lock others out', async () => {
    const browser = new Browser();
    const given = (await browser.get('demo')) as { email: string; password: string };
    expect((await browser.post('account/sign-in', given)).status).toBe(200);
    expect(await browser.get('credits')).toMatchObject({ current: 500, total: 500, plan: 'demo', premium: true });
    const { email, password } = given;
    const attempts = [
      browser.post('account/change-password', { current: password, next: 'a new password' }),
      browser.post('account/change-email', { email: someone().email, password }),
      browser.post('account/delete', { password }),
    ];
    for (const attempt of attempts) expect(await codeOf(await attempt)).toEqual([403, 'demo-account']);
    await browser.post('account/forgot-password', { email });
    const waiting = await database.query('select from mail.outbox where address = $1', [email]);
    expect(waiting).toEqual([]);
  });
});

describe('a stranger', () => {
  it('cannot find out which addresses have an account', async () => {
    const { email } = await member();
    const answers = async (address: string, body: (email: string) => object) => {
      const responses = [email, `${randomUUID()}@example.com`].map(async (given) => {
        const browser = new Browser();
        browser.set('bakkum-mailbox', 'm'.repeat(43));
        const response = await browser.post(address, body(given));
        const { date: _, ...headers } = Object.fromEntries(response.headers);
        // Random values of the same form.
        const cookies = response.headers.getSetCookie().map((line) => line.replace(/[\w-]{65}/, (value) => `${value.length}`));
        return { status: response.status, body: await response.text(), headers: { ...headers, 'set-cookie': cookies } };
      });
      const [known, unknown] = await Promise.all(responses);
      return { known, unknown };
    };
    for (const [address, body] of [
      ['account/sign-up', (given: string) => ({ ...someone(), email: given })],
      ['account/forgot-password', (given: string) => ({ email: given })],
      ['account/resend-verification', (given: string) => ({ email: given })],
      ['account/sign-in', (given: string) => ({ email: given, password: 'a wild guess' })],
    ] as const) {
      const { known, unknown } = await answers(address, body);
      expect([address, known]).toEqual([address, unknown]);
    }
  });

  it('cannot send requests through the browser of a signed-in user', async () => {
    const { browser } = await signedIn();
    const attempts: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: '' },
      { Origin: `${site.url}.evil.example` },
      { Origin: site.url.replace('http:', 'https:').replace('127.0.0.1', 'localhost') },
    ];
    for (const headers of attempts) {
      expect([headers, await codeOf(await browser.post('account/sign-out', {}, headers))]).toEqual([
        headers,
        [403, 'foreign-origin'],
      ]);
    }
    const form = await browser.send('POST', 'account/sign-out', 'a=b', { 'Content-Type': 'application/x-www-form-urlencoded' });
    expect(await codeOf(form)).toEqual([415, 'unsupported-media-type']);
    const plain = await browser.send('POST', 'account/delete', JSON.stringify({ password: PASSWORD }), {
      'Content-Type': 'text/plain',
    });
    expect(await codeOf(plain)).toEqual([415, 'unsupported-media-type']);
    expect(await browser.get('account/session')).toMatchObject({ person: {} });
  });

  it('cannot plant a session', async () => {
    const thief = (await signedIn()).browser;
    const account = await member();
    const victim = new Browser();
    for (const pair of thief.cookie.split('; ')) victim.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    await victim.post('account/sign-in', account);
    expect(victim.cookie).not.toBe(thief.cookie);
    expect(await thief.get('account/session')).not.toMatchObject({ person: { email: account.email } });
  });

  it('cannot access data of others by id', async () => {
    const { browser } = await signedIn();
    const other = (await signedIn()).browser;
    const { sessions } = (await other.get('account/sessions')) as { sessions: { id: string }[] };
    for (const id of [sessions[0]?.id, randomUUID(), 'nonsense', "1' or '1'='1"]) {
      const response = await browser.send('DELETE', `account/sessions/${encodeURIComponent(id ?? '')}`);
      expect([id, await codeOf(response)]).toEqual([id, [404, 'not-found']]);
    }
    expect(await other.get('account/session')).toMatchObject({ person: {} });
  });

  it('cannot set protected fields', async () => {
    const browser = new Browser();
    const account = someone();
    await browser.post('account/sign-up', {
      ...account,
      demo: true,
      emailVerified: true,
      id: randomUUID(),
      credits: 9999,
      plan: 'annual',
    });
    expect(await codeOf(await browser.post('account/sign-in', account))).toEqual([403, 'address-unconfirmed']);
    await browser.post('account/verify', { token: await newestToken() });
    await browser.post('account/sign-in', account);
    await browser.send('PATCH', 'account/profile', { email: 'other@example.com', demo: true, firstName: 'Eve' });
    expect(await browser.get('account/session')).toMatchObject({
      person: { email: account.email, demo: false, firstName: 'Eve' },
    });
    expect(await browser.get('credits')).toMatchObject({ plan: 'free', total: 10 });
  });

  it('cannot exceed the body limit, with or without Content-Length', async () => {
    const huge = JSON.stringify({ email: 'a'.repeat(100_000) });
    expect(await codeOf(await new Browser().post('account/sign-in', huge))).toEqual([413, 'too-large']);
    const status = await new Promise<number>((resolve, reject) => {
      const headers = { Origin: site.url, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
      const sent = request(`${site.url}/api/account/sign-in`, { method: 'POST', headers }, (response) => {
        resolve(response.statusCode ?? 0);
        response.resume();
      });
      sent.on('error', reject);
      sent.write(huge.slice(0, 50_000));
      sent.end(huge.slice(50_000));
    });
    expect(status).toBe(413);
  });

  it('can load a page while another client sends slowly', async () => {
    const headers = { Origin: site.url, 'Content-Type': 'application/json', 'Content-Length': '500' };
    const slow = request(`${site.url}/api/account/sign-in`, { method: 'POST', headers });
    slow.on('error', () => undefined);
    slow.write('{');
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
    slow.destroy();
  });
});

describe('limits', () => {
  it('cannot be bypassed with X-Forwarded-For', async () => {
    const tight = await startSite({}, { ...generousLimits(), signInAddress: { count: 4, seconds: 60 } });
    const guess = (index: number) =>
      new Browser(tight).post(
        'account/sign-in',
        { email: `${randomUUID()}@example.com`, password: 'a wild guess' },
        { 'X-Forwarded-For': `203.0.113.${index}`, 'X-Real-IP': `203.0.113.${index}`, Forwarded: `for=203.0.113.${index}` },
      );
    const responses = [];
    for (let index = 0; index < 6; index++) responses.push(await guess(index));
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 429, 429]);
    expect(Number(responses.at(-1)?.headers.get('Retry-After'))).toBeGreaterThan(0);
    await tight.close();
  });

  it('use the entry of a trusted proxy only', async () => {
    const tight = await startSite({ TRUSTED_PROXIES: '1' }, { ...generousLimits(), signInAddress: { count: 1, seconds: 60 } });
    const from = async (forwarded: string) => {
      const body = { email: `${randomUUID()}@example.com`, password: 'a wild guess' };
      return (await new Browser(tight).post('account/sign-in', body, { 'X-Forwarded-For': forwarded })).status;
    };
    expect([await from('203.0.113.1'), await from('203.0.113.2'), await from('6.6.6.6, 203.0.113.1')]).toEqual([401, 401, 429]);
    await tight.close();
  });
});

describe('a response', () => {
  it('reports problems by field, in the language of the client', async () => {
    const response = await new Browser().post(
      'account/sign-up',
      { email: 'nobody', password: 'short', firstName: ' ', lastName: ' ', locale: 'en' },
      { 'Accept-Language': 'ko-KR' },
    );
    expect(response.status).toBe(422);
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({
      title: expect.stringMatching(/[가-힣]/),
      error: {
        code: 'invalid-request',
        details: [
          { field: 'email', problem: 'invalid' },
          { field: 'password', problem: 'too-short' },
          { field: 'firstName', problem: 'required' },
          { field: 'lastName', problem: 'required' },
        ],
      },
    });
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '"text"'],
    ['null', 'null'],
  ])('to a body with %s is a problem document', async (_, body) => {
    expect(await codeOf(await new Browser().post('account/sign-in', body))).toEqual([422, 'invalid-request']);
  });

  it('to an unknown path is a problem document', async () => {
    expect(await codeOf(await new Browser().send('GET', 'nowhere'))).toEqual([404, 'not-found']);
  });

  it('is never cached and has the security headers', async () => {
    const { headers } = await new Browser().send('GET', 'account/session');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });

  it('is described by the OpenAPI document', async () => {
    const document = (await new Browser().get('openapi.json')) as { openapi: string; paths: Record<string, unknown> };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/api/account/sessions/{id}');
  });

  it('leaves no personal data in the log', async () => {
    const { browser, account } = await signedIn();
    await browser.get('account/sessions');
    const { sessions } = (await browser.get('account/sessions')) as { sessions: { id: string }[] };
    await browser.send('DELETE', `account/sessions/${sessions[0]?.id ?? ''}`);
    const told = lines.join('\n');
    expect(lines.length).toBeGreaterThan(4);
    for (const secret of [
      account.email,
      PASSWORD,
      'Mina',
      sessions[0]?.id ?? '',
      'session_token',
      '127.0.0.1',
      await newestToken(),
    ]) {
      expect(told).not.toContain(secret);
    }
  });
});

describe('cookies', () => {
  const sessionCookie = (response: Response) => response.headers.getSetCookie().find((line) => line.includes('session_token='));

  it('are hidden from scripts and other sites, and last for the requested time', async () => {
    expect(sessionCookie((await signedIn(true)).response)).toMatch(/Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(sessionCookie((await signedIn(false)).response)).not.toMatch(/Max-Age|Expires/);
  });

  it('include a hint for scripts that reveals only whether the visitor is signed in', async () => {
    const hintOf = (response: Response) => response.headers.getSetCookie().find((line) => line.startsWith('bakkum-signed-in='));
    const { browser, response } = await signedIn(true);
    expect(hintOf(response)).toBe('bakkum-signed-in=1; Path=/; SameSite=Lax; Max-Age=2592000');
    expect(hintOf((await signedIn(false)).response)).toBe('bakkum-signed-in=1; Path=/; SameSite=Lax');
    const gone = 'bakkum-signed-in=; Path=/; SameSite=Lax; Max-Age=0';
    expect(hintOf(await browser.post('account/sign-out', {}))).toBe(gone);
    browser.set('bakkum-signed-in', '1');
    expect(hintOf(await browser.send('GET', 'account/session'))).toBe(gone);
    expect(hintOf(await browser.send('GET', 'account/session'))).toBeUndefined();
  });

  it('are Secure behind an HTTPS proxy', async () => {
    const behind = await startSite({ PUBLIC_ORIGIN: 'https://bakkum.example', DEMO_PUBLIC: 'on' });
    const browser = new Browser(behind);
    const from = { Origin: 'https://bakkum.example' };
    const response = await browser.post('account/sign-in', DEMO_ACCOUNT, from);
    expect(sessionCookie(response)).toMatch(/^__Host-bakkum\.session_token=(?=.*; HttpOnly)(?=.*; SameSite=Lax).*; Secure/);
    const [visitor] = (
      await browser.post('v1/jobs', {}, { Origin: 'https://bakkum.example', Cookie: '' })
    ).headers.getSetCookie();
    expect(visitor).toMatch(/^__Host-bakkum_visitor=(?=.*; Path=\/(;|$))(?=.*; HttpOnly).*; Secure/);
    expect(await codeOf(await browser.post('account/sign-out', {}, { Origin: behind.url }))).toEqual([403, 'foreign-origin']);
    await behind.close();
  });
});

describe('production', () => {
  const PRODUCTION = {
    SITE_MODE: 'production',
    PUBLIC_ORIGIN: 'https://bakkum.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'hello@bakkum.example',
  };

  it('refuses to start on a database of demo mode', async () => {
    await expect(startSite(PRODUCTION)).rejects.toThrow(/SITE_MODE: this database has the account of demo mode/);
  });

  it('has no routes of demo mode', async () => {
    await database.query('delete from accounts.users where demo');
    const live = await startSite(PRODUCTION);
    for (const address of ['demo', 'demo/mail']) {
      expect(await codeOf(await new Browser(live).send('GET', address))).toEqual([404, 'not-found']);
    }
    await live.close();
    await (await startSite()).close();
  });
});
