import type { CurrentSession } from '@bakkum/accounts/sessions';
import type { Visitor } from '@bakkum/accounts/visitor';
import type { Context } from 'hono';
import { clientAddress, type NodeEnvironment } from './client-address.ts';
import { ProblemError } from './problem-answer.ts';
import type { Services } from './services.ts';

/** Who asks, and as whom. */
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

/** Adds lines of `Set-Cookie` to the answer. */
export function sendCookies(context: Context, lines: readonly string[]): void {
  for (const line of lines) context.header('Set-Cookie', line, { append: true });
}
