/** Sign-in at an OpenID Connect issuer: authorization code flow with PKCE, state and nonce. */
import type { Outbound } from '@bakkum/outbound/outbound';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockSkew,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import { type Faulty, faultOf } from './fault.ts';
import { type Identity, identityOf, isComplete, withUserInfo } from './identity.ts';
import { fetchThrough } from './outbound-fetch.ts';

export type IssuerOptions = {
  /** Issuer identifier; its metadata is at `/.well-known/openid-configuration` below it. `http:` is for this machine only. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Scopes to request, separated by spaces. */
  readonly scopes: string;
  /** Name of the claim that lists the groups of a person. */
  readonly groupClaim: string;
  readonly outbound: Outbound;
  /** Milliseconds by which the system clock is ahead of the right time. Default 0. */
  readonly skewMs?: () => number;
};

/** Secrets of one sign-in. The browser that started it must present the state; the issuer never sees the code verifier before. */
export type SignInSecrets = { readonly state: string; readonly nonce: string; readonly codeVerifier: string };

export type Issuer = {
  /** Returns the URL at the issuer to open. */
  authorizationUrl(
    request: SignInSecrets & { readonly redirectUri: string; readonly locale: string },
  ): Promise<{ readonly outcome: 'done'; readonly url: string } | Faulty>;
  /**
   * Checks the response of the issuer and returns who signed in. Tokens are discarded.
   * @param url the redirect URI with the parameters that the browser brought
   */
  identity(url: URL, secrets: SignInSecrets): Promise<{ readonly outcome: 'done'; readonly identity: Identity } | Faulty>;
};

/** Seconds that a request to the issuer may take. */
const TIMEOUT_S = 10;
/** Seconds by which the clocks of the issuer and of this server may differ. */
const CLOCK_TOLERANCE_S = 60;
/** Milliseconds after which the issuer's metadata are read again. Its keys are read again after 5 minutes, or for an unknown key. */
const METADATA_MS = 3_600_000;

export function createIssuer(options: IssuerOptions): Issuer {
  const configuration = cachedConfiguration(options);
  return {
    async authorizationUrl({ state, nonce, codeVerifier, redirectUri, locale }) {
      try {
        const url = buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: options.scopes,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          ui_locales: locale,
        });
        return { outcome: 'done', url: url.href };
      } catch (error) {
        return faultOf(error);
      }
    },
    async identity(url, secrets) {
      try {
        const identity = await readIdentity(await configuration(), options, { url, ...secrets });
        // Some issuers write their own identifier with a slash at the end. Identities are stored and found under the configured one.
        return { outcome: 'done', identity: { ...identity, issuer: options.issuer } };
      } catch (error) {
        return faultOf(error);
      }
    },
  };
}

type Callback = SignInSecrets & { readonly url: URL };

async function readIdentity(
  configuration: Configuration,
  { groupClaim }: IssuerOptions,
  { url, state, nonce, codeVerifier }: Callback,
): Promise<Identity> {
  const tokens = await authorizationCodeGrant(configuration, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('the issuer sent no ID token');
  const known = { ...claims };
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  if (isComplete(known, groupClaim) || !hasUserInfo) return identityOf(known, groupClaim);
  const more = await fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return identityOf(withUserInfo(known, more), groupClaim);
}

/** Reads the metadata of the issuer when they are first needed, once for concurrent calls, and again when they are old. */
function cachedConfiguration(options: IssuerOptions): () => Promise<Configuration> {
  let cached: { readonly promise: Promise<Configuration>; readonly readAt: number } | undefined;
  return () => {
    const now = performance.now();
    if (cached && now - cached.readAt < METADATA_MS) return cached.promise;
    const promise = discover(options);
    const entry = { promise, readAt: now };
    cached = entry;
    promise.catch(() => {
      if (cached === entry) cached = undefined;
    });
    return promise;
  };
}

async function discover({ issuer, clientId, clientSecret, outbound, skewMs = () => 0 }: IssuerOptions): Promise<Configuration> {
  const isPlain = issuer.startsWith('http:');
  const metadata = { [clockTolerance]: CLOCK_TOLERANCE_S, [clockSkew]: -Math.round(skewMs() / 1000) };
  const configuration = await discovery(new URL(issuer), clientId, metadata, clientAuthentication(clientSecret), {
    [customFetch]: fetchThrough(outbound),
    timeout: TIMEOUT_S,
    execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
  });
  const found = configuration.serverMetadata().issuer;
  // The library accepts other issuers for some services, which would mix the people of different organizations.
  if (new URL(found).href !== new URL(issuer).href) throw new Error(`the metadata are those of another issuer: ${found}`);
  return configuration;
}

/** Sends the client secret as the issuer expects it: in the header by default, otherwise in the body. */
function clientAuthentication(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...others) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const chosen = methods.includes('client_secret_basic') ? basic : post;
    return chosen(server, ...others);
  };
}
