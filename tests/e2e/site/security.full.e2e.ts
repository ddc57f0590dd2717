/** The running server as a stranger with bad intentions sees it: over HTTP, with nothing but requests. */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { expect, inject, it } from 'vitest';

const base = inject('baseUrl');
const DEMO = { email: 'demo@bakkum.example', password: 'bakkum-demo' };
/** How many wrong passwords one address may try for one account. */
const GUESSES = 10;

type Headers = Readonly<Record<string, string>>;

function send(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Response> {
  return fetch(`${base}/api/${path}`, {
    method,
    headers: { Origin: base, ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

const post = (path: string, body: unknown, headers?: Headers) => send('POST', path, body, headers);
const nobody = () => ({ email: `${randomUUID()}@example.com`, password: 'a wild guess' });
const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

/** Returns status, headers and body, without the date. Each browser gets its own random cookies of a fixed length. */
async function shapeOf(response: Response): Promise<unknown> {
  const fixed = (value: string): string =>
    value.replace(/(?<=bakkum-mailbox=)[\w-]{43}(?=;)|(?<=bakkum\.devices=)[\w-]{65}(?=;)/, 'random');
  const headers = [...response.headers].flatMap(([name, value]) => (name === 'date' ? [] : [[name, fixed(value)]]));
  return { status: response.status, headers, body: await response.text() };
}

async function codeOf(response: Response): Promise<unknown> {
  const { error } = (await response.json()) as { error?: { code?: string } };
  return [response.status, error?.code];
}

async function signedIn(): Promise<string> {
  const response = await post('account/sign-in', DEMO);
  expect(response.status).toBe(200);
  return cookiesOf(response);
}

it('stops password guessing regardless of forwarding headers', async () => {
  const { email } = nobody();
  const statuses: number[] = [];
  for (let guess = 0; guess <= GUESSES; guess++) {
    const forged = `203.0.113.${guess}`;
    // Headers as the proxy forwards them: only its own entry is trusted.
    const headers = {
      'X-Forwarded-For': `${forged}, 198.51.100.7`,
      'X-Real-IP': forged,
      Forwarded: `for=${forged}`,
      'CF-Connecting-IP': forged,
    };
    const response = await post('account/sign-in', { email, password: `guess number ${guess}` }, headers);
    statuses.push(response.status);
    if (response.status === 429) expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  }
  expect(statuses).toEqual([...Array.from({ length: GUESSES }, () => 401), 429]);
});

it('responds identically to addresses with and without an account', async () => {
  const unknown = nobody();
  const known = { ...unknown, email: DEMO.email };
  for (const path of ['account/sign-in', 'account/forgot-password', 'account/resend-verification']) {
    expect(await shapeOf(await post(path, known))).toEqual(await shapeOf(await post(path, unknown)));
  }
  const names = { firstName: 'Mina', lastName: 'Kim', locale: 'en' };
  expect(await shapeOf(await post('account/sign-up', { ...known, ...names }))).toEqual(
    await shapeOf(await post('account/sign-up', { ...unknown, ...names })),
  );
});

it('refuses requests and form submissions from other sites', async () => {
  const Cookie = await signedIn();
  const elsewhere = { Cookie, Origin: 'https://evil.example' };
  expect(await codeOf(await post('account/sessions/revoke-others', {}, elsewhere))).toEqual([403, 'foreign-origin']);
  expect(await codeOf(await post('account/sign-out', {}, { ...elsewhere, Origin: 'null' }))).toEqual([403, 'foreign-origin']);
  const asForm = { Cookie, 'Content-Type': 'application/x-www-form-urlencoded' };
  expect(await codeOf(await post('account/delete', 'password=x', asForm))).toEqual([415, 'unsupported-media-type']);
  expect(await codeOf(await send('PATCH', 'account/profile', '{}', { ...asForm, 'Content-Type': 'text/plain' }))).toEqual([
    415,
    'unsupported-media-type',
  ]);
});

it('creates a new session that scripts cannot read, regardless of the cookie sent', async () => {
  const planted = await signedIn();
  const response = await post('account/sign-in', DEMO, { Cookie: planted });
  const [line = ''] = response.headers.getSetCookie().filter((cookie) => cookie.includes('session_token='));
  expect(line).toMatch(/; HttpOnly; SameSite=Lax/);
  expect(planted).not.toContain(line.split(';')[0]);
  await post('account/sign-out', {}, { Cookie: cookiesOf(response) });
  const after = await send('GET', 'account/session', undefined, { Cookie: cookiesOf(response) });
  expect(await after.json()).toEqual({ person: null });
});

it('returns no data of other users, and none without a session', async () => {
  const Cookie = await signedIn();
  for (const id of [randomUUID(), '1', '..%2f..', "' or 1=1"]) {
    const response = await send('DELETE', `account/sessions/${encodeURIComponent(id)}`, undefined, { Cookie });
    expect(await codeOf(response)).toEqual([404, 'not-found']);
  }
  for (const path of ['credits', 'credits/statement', 'account/sessions', 'account/export']) {
    expect(await codeOf(await send('GET', path))).toEqual([401, 'not-signed-in']);
    expect(await codeOf(await send('GET', path, undefined, { Cookie: 'bakkum.session_token=forged.value' }))).toEqual([
      401,
      'not-signed-in',
    ]);
  }
});

it('ignores fields that users are not allowed to set', async () => {
  const Cookie = await signedIn();
  const wishes = { email: 'mine@example.com', demo: false, emailVerified: true, credits: 9999, plan: 'annual', id: randomUUID() };
  expect((await send('PATCH', 'account/profile', wishes, { Cookie })).status).toBe(200);
  const session = (await (await send('GET', 'account/session', undefined, { Cookie })).json()) as { person: object };
  expect(session.person).toMatchObject({ email: DEMO.email, demo: true });
  expect(await (await send('GET', 'credits', undefined, { Cookie })).json()).toMatchObject({ total: 500, plan: 'demo' });
});

it('refuses oversized bodies with and without a declared length', async () => {
  const huge = JSON.stringify({ email: 'a'.repeat(200_000), password: 'x' });
  expect((await post('account/sign-in', huge)).status).toBe(413);
  const status = await new Promise<number>((resolve, reject) => {
    const headers = { Origin: base, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
    const sent = request(`${base}/api/account/sign-in`, { method: 'POST', headers }, (response) => {
      resolve(response.statusCode ?? 0);
      response.resume();
    });
    sent.on('error', reject);
    sent.end(huge);
  });
  expect(status).toBe(413);
});

it('responds to others while many clients send slowly', async () => {
  const headers = { Origin: base, 'Content-Type': 'application/json', 'Content-Length': '500' };
  const slow = Array.from({ length: 50 }, () => {
    const sent = request(`${base}/api/account/sign-in`, { method: 'POST', headers });
    sent.on('error', () => undefined);
    sent.write('{');
    return sent;
  });
  expect((await fetch(`${base}/converter`)).status).toBe(200);
  expect((await send('GET', 'account/session')).status).toBe(200);
  for (const sent of slow) sent.destroy();
});

it('prevents responses with personal data from being cached', async () => {
  const response = await send('GET', 'account/session', undefined, { Cookie: await signedIn() });
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
});
