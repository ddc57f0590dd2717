/** Issuers for tests: a complete OpenID provider, and one that answers whatever a test wants. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Provider from 'oidc-provider';

export const CLIENT = { id: 'bakkum', secret: 'a client secret of the tests' };

/** Claims of the people in the directory, by their login. */
export type Directory = Map<string, Readonly<Record<string, unknown>> & { readonly sub?: string }>;

export type TestProvider = {
  readonly issuer: string;
  /** Host and port, for the guard against private addresses. */
  readonly place: string;
  readonly directory: Directory;
  /** Signs in a person at the authorization URL with the provider's own forms. Returns the URL that the browser is sent to. */
  signIn(authorizationUrl: string, login: string): Promise<URL>;
  close(): Promise<void>;
};

/** Starts a complete OpenID provider on this machine. Everyone in the directory signs in with any password. */
export async function startTestProvider(redirectUris: readonly string[], port = 0): Promise<TestProvider> {
  const directory: Directory = new Map();
  const { server, place, issuer } = await listen((request, response) => handle(request, response), port);
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: redirectUris }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'groups'] },
    cookies: { keys: ['for the cookies of the provider'] },
    jwks: { keys: [createKey('provider').privateJwk] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    findAccount: async (_context, id) => {
      const claims = directory.get(id);
      return claims && { accountId: id, claims: async () => ({ ...claims, sub: claims.sub ?? id }) };
    },
  });
  const handle = provider.callback();
  return { issuer, place, directory, signIn: (url, login) => walkThrough(issuer, url, login), close: () => close(server) };
}

/** Follows redirects within the issuer and submits its two forms: login and consent. */
async function walkThrough(issuer: string, authorizationUrl: string, login: string): Promise<URL> {
  const jar = new Map<string, string>();
  const open = async (url: string, body?: URLSearchParams): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie }, ...(body && { method: 'POST', body }) });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return response;
  };
  let response = await open(authorizationUrl);
  for (let url = authorizationUrl; ; ) {
    const location = response.headers.get('location');
    if (location !== null) {
      url = new URL(location, url).href;
      if (!url.startsWith(`${issuer}/`)) return new URL(url);
      response = await open(url);
      continue;
    }
    const page = await response.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (prompt === undefined) throw new Error(`the provider answered ${response.status}: ${page.slice(0, 300)}`);
    response = await open(url, new URLSearchParams({ prompt, login, password: 'any' }));
  }
}

type Key = { readonly kid: string; readonly privateKey: KeyObject; readonly publicJwk: object; readonly privateJwk: object };

export function createKey(kid: string): Key {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const facts = { kid, alg: 'RS256', use: 'sig' };
  return {
    kid,
    privateKey,
    publicJwk: { ...publicKey.export({ format: 'jwk' }), ...facts },
    privateJwk: { ...privateKey.export({ format: 'jwk' }), ...facts },
  };
}

/** Signs an ID token with RS256. */
export function signedToken({ kid, privateKey }: Pick<Key, 'kid' | 'privateKey'>, claims: object): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const content = `${encode({ alg: 'RS256', typ: 'JWT', kid })}.${encode(claims)}`;
  return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
}

export type ForgingIssuer = {
  readonly issuer: string;
  readonly place: string;
  /** Key that signs tokens; its public half is published. */
  key: Key;
  /** Added to the metadata. */
  metadata: Readonly<Record<string, unknown>>;
  /** Changes the claims of an ID token that would be right. */
  claims: (right: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Changes the ID token before it is sent. */
  token: (right: string) => string;
  /** Handles requests before the issuer does. Returns whether it answered. */
  intercept: (...request: Parameters<RequestListener>) => boolean;
  /** Code verifiers that matched their challenge, and number of requests for keys. */
  readonly seen: { readonly verified: string[]; keys: number };
  /** Returns the callback URL that a browser brings back from the authorization URL. */
  answer(authorizationUrl: string): URL;
  close(): Promise<void>;
};

const CODE_PREFIX = 'code-';

/** Starts an issuer that follows the protocol unless a test changes its answers. */
export async function startForgingIssuer(): Promise<ForgingIssuer> {
  const requests = new Map<string, URLSearchParams>();
  const { server, place, issuer } = await listen((request, response) => {
    if (forging.intercept(request, response)) return;
    const send = (body: object, status = 200): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.url === '/.well-known/openid-configuration') return send(metadataOf());
    if (request.url === '/keys') {
      forging.seen.keys += 1;
      return send({ keys: [forging.key.publicJwk] });
    }
    void text(request).then((body) => send(...tokensFor(new URLSearchParams(body))));
  });
  const metadataOf = (): object => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
    ...forging.metadata,
  });
  const tokensFor = (given: URLSearchParams): [object, number?] => {
    const request = requests.get(given.get('code') ?? '');
    const verifier = given.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    if (!request || request.get('code_challenge') !== challenge) return [{ error: 'invalid_grant' }, 400];
    requests.delete(given.get('code') ?? '');
    forging.seen.verified.push(verifier);
    const now = Math.floor(Date.now() / 1000);
    const right = { iss: issuer, sub: 'mina', aud: CLIENT.id, iat: now, exp: now + 300, nonce: request.get('nonce') };
    const person = { email: 'mina@corp.example', email_verified: true, groups: ['staff'] };
    const token = forging.token(signedToken(forging.key, forging.claims({ ...right, ...person })));
    return [{ access_token: 'an access token', token_type: 'Bearer', id_token: token }];
  };
  const forging: ForgingIssuer = {
    issuer,
    place,
    key: createKey('first'),
    metadata: {},
    claims: (right) => right,
    token: (right) => right,
    intercept: () => false,
    seen: { verified: [], keys: 0 },
    answer(authorizationUrl) {
      const given = new URL(authorizationUrl).searchParams;
      const code = `${CODE_PREFIX}${requests.size}-${given.get('state') ?? ''}`;
      requests.set(code, given);
      const url = new URL(given.get('redirect_uri') ?? '');
      url.search = new URLSearchParams({ code, state: given.get('state') ?? '', iss: issuer }).toString();
      return url;
    },
    close: () => close(server),
  };
  return forging;
}

type Listening = { readonly server: Server; readonly place: string; readonly issuer: string };

async function listen(listener: RequestListener, port = 0): Promise<Listening> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, place, issuer: `http://${place}` };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
