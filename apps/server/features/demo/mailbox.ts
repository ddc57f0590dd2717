import { addBrowser, addCreatingBrowser, readableAddresses } from '@bakkum/accounts/demo-browsers';
import { personByEmail } from '@bakkum/accounts/person';
import { emailRequest } from '@bakkum/api-contract/account';
import { readFileMailbox, type StoredEmail } from '@bakkum/mail/file-mailbox';
import type { MiddlewareHandler } from 'hono';
import { mailboxBrowser, withMailReader } from '../../http/mailbox-browser.ts';
import type { NodeEnvironment } from '../../http/requests/client-address.ts';
import type { Services } from '../../services.ts';

const SIGN_UP = '/api/account/sign-up';
const SIGN_IN = '/api/account/sign-in';
const CONTACT = '/api/contact';

/** Records which browser an account and a contact message belong to. */
export function recordMailboxBrowser({ database }: Pick<Services, 'database'>): MiddlewareHandler<NodeEnvironment> {
  return async (context, next) => {
    const { method, path } = context.req;
    if (method !== 'POST' || ![SIGN_UP, SIGN_IN, CONTACT].includes(path)) return next();
    const browser = mailboxBrowser(context);
    if (path === CONTACT) return withMailReader(browser, next);
    const email = emailIn(await context.req.text());
    const isNew = email !== undefined && (await personByEmail(database, email)) === undefined;
    await next();
    if (email === undefined || !context.res.ok) return;
    if (path === SIGN_IN) await addBrowser(database, email, browser);
    else if (isNew) await addCreatingBrowser(database, email, browser);
  };
}

/** The letters a browser may read, newest first: to its accounts, and those it sent through the contact form. */
export async function lettersOf({ database, mailbox }: Services, browser: string): Promise<readonly StoredEmail[]> {
  const readable = new Map((await readableAddresses(database, browser)).map(({ address, since }) => [address, since]));
  return readFileMailbox(mailbox, ({ to, sentAt, reader }) => {
    if (reader !== undefined) return reader === browser;
    const since = readable.get(to);
    return since !== undefined && new Date(sentAt) >= since;
  });
}

function emailIn(body: string): string | undefined {
  try {
    return emailRequest.parse(JSON.parse(body)).email;
  } catch {
    // The route refuses such a request.
    return undefined;
  }
}
