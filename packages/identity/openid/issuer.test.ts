import { createOutbound } from '@bakkum/outbound/outbound';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createIssuer, type Issuer, type SignInSecrets } from './issuer.ts';
import {
  CLIENT,
  createKey,
  type ForgingIssuer,
  signedToken,
  startForgingIssuer,
  startTestProvider,
  type TestProvider,
} from './test-issuer.ts';

const REDIRECT_URI = 'https://site.example/callback';
const SECRETS: SignInSecrets = { state: 'the state', nonce: 'the nonce', codeVerifier: 'v'.repeat(43) };

const clientOf = (issuer: string, reachable: readonly string[]): Issuer =>
  createIssuer({
    issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    scopes: 'openid email profile',
    groupClaim: 'groups',
    outbound: createOutbound({ reachable }),
  });

async function urlOf(client: Issuer, secrets = SECRETS): Promise<string> {
  const answer = await client.authorizationUrl({ ...secrets, redirectUri: REDIRECT_URI, locale: 'ko' });
  if (answer.outcome !== 'done') throw new Error(answer.reason);
  return answer.url;
}

describe('at a complete provider', () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startTestProvider([REDIRECT_URI]);
    const claims = { email: 'Mina@Corp.example', email_verified: true, given_name: 'Mina', family_name: 'Kim' };
    provider.directory.set('mina', { ...claims, groups: ['staff', 'editors'] });
  });
  afterAll(() => provider.close());

  it('returns who signed in, also what only the userinfo endpoint tells', async () => {
    const client = clientOf(provider.issuer, [provider.place]);
    const callback = await provider.signIn(await urlOf(client), 'mina');
    expect(callback.searchParams.get('iss')).toBe(provider.issuer);
    expect(await client.identity(callback, SECRETS)).toEqual({
      outcome: 'done',
      identity: {
        issuer: provider.issuer,
        subject: 'mina',
        email: 'mina@corp.example',
        emailVerified: true,
        firstName: 'Mina',
        lastName: 'Kim',
        groups: ['staff', 'editors'],
      },
    });
  });

  it('sends a challenge of the code verifier, state and nonce, and the language', async () => {
    const url = new URL(await urlOf(clientOf(provider.issuer, [provider.place])));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      code_challenge_method: 'S256',
      state: SECRETS.state,
      nonce: SECRETS.nonce,
      ui_locales: 'ko',
    });
    expect(url.href).not.toContain(SECRETS.codeVerifier);
    expect(url.href).not.toContain(encodeURIComponent(CLIENT.secret));
  });

  it('refuses a code that was used before, and one with another verifier', async () => {
    const client = clientOf(provider.issuer, [provider.place]);
    const callback = await provider.signIn(await urlOf(client), 'mina');
    expect(await client.identity(callback, { ...SECRETS, codeVerifier: 'w'.repeat(43) })).toMatchObject({ outcome: 'invalid' });
    const second = await provider.signIn(await urlOf(client), 'mina');
    expect(await client.identity(second, SECRETS)).toMatchObject({ outcome: 'done' });
    expect(await client.identity(second, SECRETS)).toMatchObject({
      outcome: 'invalid',
      reason: expect.stringContaining('error invalid_grant'),
    });
  });

  it('is not asked at a private address without permission', async () => {
    const client = clientOf(provider.issuer, []);
    const answer = await client.authorizationUrl({ ...SECRETS, redirectUri: REDIRECT_URI, locale: 'en' });
    expect(answer).toMatchObject({ outcome: 'unavailable', reason: expect.stringContaining('private-address') });
  });
});

describe('at an issuer that lies', () => {
  let forging: ForgingIssuer;
  let client: Issuer;
  beforeEach(async () => {
    forging = await startForgingIssuer();
    client = clientOf(forging.issuer, [forging.place]);
    return () => forging.close();
  });
  const identity = async (change: (callback: URL) => void = () => undefined) => {
    const callback = forging.answer(await urlOf(client));
    change(callback);
    return client.identity(callback, SECRETS);
  };

  it('accepts a token to this sign-in', async () => {
    expect(await identity()).toMatchObject({ outcome: 'done', identity: { subject: 'mina', groups: ['staff'] } });
    expect(forging.seen.verified).toEqual([SECRETS.codeVerifier]);
  });

  it('names identities as configured, also if the issuer writes itself with a slash at the end', async () => {
    const issuer = `${forging.issuer}/`;
    forging.metadata = { issuer };
    forging.claims = (right) => ({ ...right, iss: issuer });
    const answer = await identity((callback) => callback.searchParams.set('iss', issuer));
    expect(answer).toMatchObject({ outcome: 'done', identity: { issuer: forging.issuer } });
  });

  it.each<[string, Record<string, unknown>]>([
    ['another nonce', { nonce: 'of another sign-in' }],
    ['no nonce', { nonce: undefined }],
    ['another client', { aud: 'another-client' }],
    ['several clients, the other one authorized', { aud: [CLIENT.id, 'another'], azp: 'another' }],
    ['another issuer', { iss: 'https://elsewhere.example' }],
    ['the time before', { exp: Math.floor(Date.now() / 1000) - 120 }],
    ['a later time', { nbf: Math.floor(Date.now() / 1000) + 600 }],
    ['nobody', { sub: undefined }],
  ])('refuses a token for %s', async (_name, changed) => {
    forging.claims = (right) => ({ ...right, ...changed });
    expect(await identity()).toMatchObject({ outcome: 'invalid' });
  });

  it('accepts a clock that differs by less than a minute', async () => {
    forging.claims = (right) => ({ ...right, exp: Math.floor(Date.now() / 1000) - 30, iat: Math.floor(Date.now() / 1000) + 30 });
    expect(await identity()).toMatchObject({ outcome: 'done' });
  });

  it('refuses a token signed with an unpublished key, changed, or without signature', async () => {
    const stranger = createKey('first');
    const parts = (token: string): string[] => token.split('.');
    for (const token of [
      (right: string) => signedToken(stranger, JSON.parse(Buffer.from(parts(right)[1] ?? '', 'base64url').toString()) as object),
      (right: string) => {
        const claims = JSON.parse(Buffer.from(parts(right)[1] ?? '', 'base64url').toString()) as object;
        const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'admin' })).toString('base64url');
        return [parts(right)[0], changed, parts(right)[2]].join('.');
      },
      (right: string) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${parts(right)[1] ?? ''}.`,
    ]) {
      forging.token = token;
      expect(await identity()).toMatchObject({ outcome: 'invalid' });
    }
  });

  it('refuses the response of another issuer, or one that does not name its issuer', async () => {
    expect(await identity((callback) => callback.searchParams.set('iss', 'https://elsewhere.example'))).toMatchObject({
      outcome: 'invalid',
    });
    expect(await identity((callback) => callback.searchParams.delete('iss'))).toMatchObject({ outcome: 'invalid' });
    expect(forging.seen.verified).toEqual([]);
  });

  it('refuses a response with another state, or two of them', async () => {
    expect(await identity((callback) => callback.searchParams.set('state', 'of another'))).toMatchObject({ outcome: 'invalid' });
    expect(await identity((callback) => callback.searchParams.append('state', 'of another'))).toMatchObject({
      outcome: 'invalid',
    });
    expect(forging.seen.verified).toEqual([]);
  });

  it('refuses metadata of another issuer', async () => {
    forging.metadata = { issuer: 'https://elsewhere.example' };
    const answer = await client.authorizationUrl({ ...SECRETS, redirectUri: REDIRECT_URI, locale: 'en' });
    expect(answer).toMatchObject({ outcome: 'invalid' });
  });

  it('reads new keys when the issuer has changed them', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      await identity();
      forging.key = createKey('second');
      vi.setSystemTime(Date.now() + 61_000);
      expect(await identity()).toMatchObject({ outcome: 'done' });
      expect(forging.seen.keys).toBe(2);
      await identity();
      expect(forging.seen.keys).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('reports that the person declined, and that the issuer fails', async () => {
    const callback = (error: string) => new URL(`${REDIRECT_URI}?error=${error}&state=the%20state&iss=${forging.issuer}`);
    expect(await client.identity(callback('access_denied'), SECRETS)).toMatchObject({ outcome: 'canceled' });
    expect(await client.identity(callback('temporarily_unavailable'), SECRETS)).toMatchObject({ outcome: 'unavailable' });
    expect(await client.identity(callback('invalid_scope'), SECRETS)).toMatchObject({ outcome: 'invalid' });
    forging.intercept = (_request, response) => {
      response.writeHead(503).end('busy');
      return true;
    };
    expect(await identity()).toMatchObject({ outcome: 'unavailable' });
  });

  it('neither follows redirects nor reads endless responses', async () => {
    let isAsked = false;
    forging.intercept = ({ url }, response) => {
      if (url === '/elsewhere') isAsked = true;
      response.writeHead(302, { Location: '/elsewhere' }).end();
      return true;
    };
    const start = () => client.authorizationUrl({ ...SECRETS, redirectUri: REDIRECT_URI, locale: 'en' });
    expect(await start()).toMatchObject({ outcome: 'unavailable' });
    expect(isAsked).toBe(false);
    forging.intercept = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(`{"x":"${'x'.repeat(1_000_001)}"}`);
      return true;
    };
    expect(await start()).toMatchObject({ outcome: 'invalid' });
  });

  it('asks again after the metadata could not be read', async () => {
    forging.intercept = (_request, response) => {
      response.destroy();
      return true;
    };
    const start = () => client.authorizationUrl({ ...SECRETS, redirectUri: REDIRECT_URI, locale: 'en' });
    expect(await start()).toMatchObject({ outcome: 'unavailable' });
    forging.intercept = () => false;
    expect(await start()).toMatchObject({ outcome: 'done' });
  });
});
