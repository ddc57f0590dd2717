import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { hashOfToken, newToken } from '../link-token.ts';
import type { Visitor } from '../visitor.ts';

/** A sign-in that was sent to an issuer. */
export type PendingSignIn = {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** Path of this site to open afterwards. */
  readonly next?: string;
  /** The account to connect; absent to sign in. */
  readonly personId?: string;
};

const LIFETIME_S = 600;
const COOKIE = 'bakkum.sign_in';
const TOKEN = /^[\w-]{43}$/;

/** The browsers that start sign-ins, recognised by a random cookie. Others cannot finish them. */
export type StartingBrowsers = {
  /** Token of the browser of a request. */
  tokenOf(visitor: Visitor): string | undefined;
  /** The `Set-Cookie` line for a token. */
  cookie(token: string): string;
};

export function createStartingBrowsers(origin: string): StartingBrowsers {
  const isSecure = origin.startsWith('https:');
  // The prefix keeps other hosts of the domain from setting the cookie.
  const name = isSecure ? `__Host-${COOKIE}` : COOKIE;
  return {
    tokenOf({ cookie = '' }) {
      const pairs = cookie.split(';').map((pair) => pair.trim());
      const token = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
      return TOKEN.test(token) ? token : undefined;
    },
    // Lax, because the browser comes from the issuer.
    cookie: (token) =>
      [`${name}=${token}`, `Max-Age=${LIFETIME_S}`, 'Path=/', 'HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])].join(
        '; ',
      ),
  };
}

/** Records a sign-in for a browser. A browser may have several, in different tabs. */
export async function addPendingSignIn(
  sql: Sql,
  browser: string,
  { next, personId }: Pick<PendingSignIn, 'next' | 'personId'>,
): Promise<PendingSignIn> {
  const [state, nonce, codeVerifier] = [newToken(), newToken(), newToken()];
  await sql.query(
    `insert into accounts.external_sign_ins (state_hash, browser_hash, nonce, code_verifier, next_path, user_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 second')`,
    [hashOfToken(state), hashOfToken(browser), nonce, codeVerifier, next ?? null, personId ?? null, LIFETIME_S],
  );
  return { state, nonce, codeVerifier, ...(next !== undefined && { next }), ...(personId !== undefined && { personId }) };
}

const row = z.object({
  nonce: z.string(),
  code_verifier: z.string(),
  next_path: z.string().nullable(),
  user_id: z.string().nullable(),
});

/** Returns the sign-in with this state and deletes it, so that it is used once. Undefined for any other browser than the one that started it. */
export async function takePendingSignIn(sql: Sql, browser: string, state: string): Promise<PendingSignIn | undefined> {
  const [found] = await sql.query(
    `delete from accounts.external_sign_ins where state_hash = $1 and browser_hash = $2 and expires_at > now()
     returning nonce, code_verifier, next_path, user_id`,
    [hashOfToken(state), hashOfToken(browser)],
  );
  if (!found) return undefined;
  const { nonce, code_verifier, next_path, user_id } = row.parse(found);
  return {
    state,
    nonce,
    codeVerifier: code_verifier,
    ...(next_path !== null && { next: next_path }),
    ...(user_id !== null && { personId: user_id }),
  };
}
