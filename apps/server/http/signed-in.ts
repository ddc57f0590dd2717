import type { CurrentSession } from '@bakkum/accounts/sessions';
import type { Visitor } from '@bakkum/accounts/visitor';
import { SESSION_HINT } from '@bakkum/api-contract/session-hint';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Services } from '../services.ts';
import { ProblemError } from './problem-answer.ts';
import { clientAddress, type NodeEnvironment } from './requests/client-address.ts';

/** Finds the session of a request. */
export type SignedIn = {
  visitor(context: Context<NodeEnvironment>): Visitor;
  find(context: Context<NodeEnvironment>): Promise<CurrentSession | undefined>;
  /** @throws ProblemError `not-signed-in` */
  require(context: Context<NodeEnvironment>): Promise<CurrentSession>;
};

export function createSignedIn({ accounts, settings }: Pick<Services, 'accounts' | 'settings'>): SignedIn {
  const visitor = (context: Context<NodeEnvironment>): Visitor => {
    const cookie = context.req.header('Cookie');
    const userAgent = context.req.header('User-Agent');
    const address = clientAddress(context, settings.trustedProxies);
    return { address, ...(cookie && { cookie }), ...(userAgent && { userAgent }) };
  };
  const find = async (context: Context<NodeEnvironment>): Promise<CurrentSession | undefined> => {
    const session = await accounts.session(visitor(context));
    if (session) sendCookies(context, session.cookies);
    else if (getCookie(context, SESSION_HINT)) context.header('Set-Cookie', NO_HINT, { append: true });
    return session;
  };
  return {
    visitor,
    find,
    async require(context) {
      const session = await find(context);
      if (!session) throw new ProblemError('not-signed-in');
      return session;
    },
  };
}

const NO_HINT = `${SESSION_HINT}=; Path=/; SameSite=Lax; Max-Age=0`;

/** Adds `Set-Cookie` headers. A session cookie is accompanied by a hint cookie that scripts can read. */
export function sendCookies(context: Context, lines: readonly string[]): void {
  for (const line of lines) context.header('Set-Cookie', line, { append: true });
  const session = lines.find((line) => /^[^=]*session_token=/.test(line));
  if (session) context.header('Set-Cookie', hintBeside(session), { append: true });
}

function hintBeside(line: string): string {
  const attributes = line.split('; ').filter((part) => /^(Max-Age|Secure)/i.test(part));
  const isOver = attributes.includes('Max-Age=0');
  return isOver ? NO_HINT : [`${SESSION_HINT}=1`, 'Path=/', 'SameSite=Lax', ...attributes].join('; ');
}
