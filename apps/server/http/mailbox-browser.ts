/** In demo mode, a cookie identifies the browser, so that each sees only the mail of its own accounts. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

const COOKIE = 'bakkum-mailbox';
const TOKEN = /^[\w-]{43}$/;
const TOKEN_BYTES = 32;
const LIFETIME_S = 30 * 24 * 3600;

const requests = new AsyncLocalStorage<string>();

/** The browser of a request, as the hash of its cookie. Sets the cookie when there is none. */
export function mailboxBrowser(context: Context): string {
  const given = getCookie(context, COOKIE) ?? '';
  const token = TOKEN.test(given) ? given : randomBytes(TOKEN_BYTES).toString('base64url');
  if (token !== given) setCookie(context, COOKIE, token, { path: '/api', httpOnly: true, sameSite: 'Lax', maxAge: LIFETIME_S });
  return createHash('sha256').update(token).digest('base64url');
}

/** Runs a request so that `currentMailReader` knows its browser. */
export function withMailReader<Result>(browser: string, request: () => Promise<Result>): Promise<Result> {
  return requests.run(browser, request);
}

/** The browser whose request sends a letter; absent outside demo mode and in background jobs. */
export function currentMailReader(): string | undefined {
  return requests.getStore();
}
