/** Accounts on a test database, for the tests of this package. */
import { randomUUID } from 'node:crypto';
import type { Database } from '@bakkum/database/database';
import type { AccountMail } from './account-mail.ts';
import { type Accounts, createAccounts, type SignedIn } from './accounts.ts';
import { LIMITS, type Limits } from './attempts.ts';
import { createEqualTime, type EqualTime } from './passwords/equal-time.ts';
import { createPasswords, type Passwords } from './passwords/password.ts';
import type { Visitor } from './visitor.ts';

export const PASSWORD = 'correct horse';
export const SECRET = 'a secret of at least thirty-two characters';
/** Cheap hashes. */
export const PASSWORDS = createPasswords({ N: 16, r: 8, p: 1 });

export const visitor = (changes: Partial<Visitor> = {}): Visitor => ({
  address: '198.51.100.7',
  userAgent: 'a browser',
  ...changes,
});

/** The `Cookie` header a browser sends after receiving these `Set-Cookie` lines. */
export const cookieOf = (lines: readonly string[]): string => lines.map((line) => line.split(';')[0]).join('; ');

export type TestAccounts = {
  readonly accounts: Accounts;
  /** Sent emails, oldest first. */
  readonly mails: AccountMail[];
  /** The token of the newest email of that kind. */
  token(kind: AccountMail['kind']): string;
  /** Creates an account with a confirmed address, signed out. */
  member(): Promise<{ readonly email: string; readonly password: string }>;
  signedIn(account: { readonly email: string }, from?: Visitor): Promise<SignedIn & { readonly visitor: Visitor }>;
};

export function testAccounts(
  database: Database,
  limits: Limits = LIMITS,
  {
    equalTime = createEqualTime(0),
    onMail = () => undefined,
    passwords = PASSWORDS,
    origin = 'http://localhost:3000',
  }: {
    readonly equalTime?: EqualTime;
    readonly onMail?: () => void;
    readonly passwords?: Passwords;
    readonly origin?: string;
  } = {},
): TestAccounts {
  const mails: AccountMail[] = [];
  const accounts = createAccounts({
    database,
    origin,
    secret: SECRET,
    passwords,
    limits,
    equalTime,
    sendMail: async (mail) => {
      onMail();
      mails.push(mail);
    },
    onDelete: () => Promise.resolve(),
    onRevokeKeys: () => Promise.resolve(),
  });
  const token: TestAccounts['token'] = (kind) =>
    mails.flatMap((mail) => (mail.kind === kind && 'token' in mail ? [mail.token] : [])).at(-1) ?? '';
  return {
    accounts,
    mails,
    token,
    async member() {
      const account = { email: `${randomUUID()}@example.com`, password: PASSWORD };
      const person = { ...account, firstName: 'Mina', lastName: 'Kim', locale: 'en' as const };
      // Each from a different network, so that no limit is used up.
      const from = visitor({ address: randomUUID() });
      await accounts.signUp(person, from);
      const verified = await accounts.verify({ token: token('verify'), password: PASSWORD }, from);
      if (verified.outcome !== 'done') throw new Error(verified.outcome);
      await accounts.signOut({ ...from, cookie: cookieOf(verified.cookies) });
      return account;
    },
    async signedIn({ email }, from = visitor()) {
      const answer = await accounts.signIn({ email, password: PASSWORD, remember: true }, from);
      if (answer.outcome !== 'done') throw new Error(answer.outcome);
      return { ...answer, visitor: { ...from, cookie: cookieOf(answer.cookies) } };
    },
  };
}
