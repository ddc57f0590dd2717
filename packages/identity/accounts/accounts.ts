import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import type { AccountMail } from './account-mail.ts';
import { createAttempts, LIMITS, type Limits } from './attempts.ts';
import { type Auth, createAuth } from './auth.ts';
import { createEmailChanges, type EmailChanges } from './email-changes.ts';
import { createPasswords, isPasswordOf, type Passwords } from './password.ts';
import { type Person, personById, readPerson } from './person.ts';
import { DONE, type Done, type Refusal, refused } from './refusal.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { headersOf, type Visitor } from './visitor.ts';

/** `Set-Cookie` lines to send to the browser. */
export type SignedIn = { readonly outcome: 'done'; readonly person: Person; readonly cookies: readonly string[] };

export type NewAccount = {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly locale: 'en' | 'ko';
};

export type AccountsParts = {
  readonly database: Database;
  /** Scheme, host and port that visitors use; cookies are `Secure` when it is https. */
  readonly origin: string;
  /** At least 32 characters; signs cookies and links. */
  readonly secret: string;
  /** `sql` is the transaction that triggers the email, or the database. */
  readonly sendMail: (mail: AccountMail, sql: Sql) => Promise<void>;
  /** Runs in the transaction that deletes a person; removes their data in other packages. */
  readonly onDelete: (sql: Sql, person: Person) => Promise<void>;
  readonly limits?: Limits;
  readonly passwords?: Passwords;
};

/**
 * Accounts by email address and password. Answers never reveal whether an address has an account: sign-up, password reset and
 * resending the confirmation respond the same for every address.
 */
export type Accounts = Sessions &
  EmailChanges & {
    /** Sends a confirmation; if the address already has an account, sends an email that says so. */
    signUp(account: NewAccount, visitor: Visitor): Promise<Done | Refusal>;
    resendVerification(email: string, visitor: Visitor): Promise<Done | Refusal>;
    verify(token: string, visitor: Visitor): Promise<Done | Refusal>;
    /** `remember` keeps the session for 30 days; otherwise it ends when the browser closes, or after a day. */
    signIn(
      given: { readonly email: string; readonly password: string; readonly remember: boolean },
      visitor: Visitor,
    ): Promise<SignedIn | Refusal>;
    signOut(visitor: Visitor): Promise<readonly string[]>;
    requestReset(email: string, visitor: Visitor): Promise<Done | Refusal>;
    /** Also confirms the address and signs out every device. */
    resetPassword(given: { readonly token: string; readonly password: string }, visitor: Visitor): Promise<Done | Refusal>;
    /** Signs out every other device. */
    changePassword(given: { readonly current: string; readonly next: string }, visitor: Visitor): Promise<SignedIn | Refusal>;
    updateProfile(
      personId: string,
      changes: { readonly firstName?: string; readonly lastName?: string; readonly locale?: 'en' | 'ko' },
    ): Promise<Person>;
    /** Deletes the person and all their data, after checking the password again. */
    deleteAccount(personId: string, password: string): Promise<Done | Refusal>;
    /** Creates the demo account, or finds it. */
    seedDemo(account: NewAccount): Promise<Person>;
    /** Whether a demo account exists. */
    hasDemo(): Promise<boolean>;
    /** Removes expired sessions, tokens and counters. */
    tidy(): Promise<void>;
  };

export function createAccounts(parts: AccountsParts): Accounts {
  const { database, secret, limits = LIMITS, passwords = createPasswords(), sendMail } = parts;
  const withPerson = async (id: string, send: (person: Person) => Promise<void>): Promise<void> => {
    const person = await personById(database, id);
    if (person) await send(person);
  };
  const auth = createAuth({
    database,
    passwords,
    origin: parts.origin,
    secret,
    sendVerification: ({ id }, token) => withPerson(id, (person) => sendMail({ kind: 'verify', person, token }, database)),
    sendReset: ({ id }, token) => withPerson(id, (person) => sendMail({ kind: 'reset', person, token }, database)),
    tellExisting: ({ id }) => withPerson(id, (person) => sendMail({ kind: 'already-registered', person }, database)),
    afterReset: async ({ id }) => {
      await database.query('update accounts.users set email_verified = true, updated_at = now() where id = $1', [id]);
    },
  });
  const context: Context = { auth, database, passwords, attempts: createAttempts(database, secret, limits), parts };
  return {
    ...createSessions(database, auth),
    ...createEmailChanges({ database, passwords, sendMail, attempts: context.attempts }),
    ...joining(context),
    ...signing(context),
    ...changing(context),
    ...running(context),
  };
}

type Context = {
  readonly auth: Auth;
  readonly database: Database;
  readonly passwords: Passwords;
  readonly attempts: ReturnType<typeof createAttempts>;
  readonly parts: AccountsParts;
};

/** better-auth error codes that become answers; every other error is a defect and is rethrown. */
const ANSWERS: Readonly<Record<string, 'wrong' | 'unverified' | 'invalid-token'>> = {
  INVALID_EMAIL_OR_PASSWORD: 'wrong',
  INVALID_PASSWORD: 'wrong',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'wrong',
  EMAIL_NOT_VERIFIED: 'unverified',
  INVALID_TOKEN: 'invalid-token',
  TOKEN_EXPIRED: 'invalid-token',
  USER_NOT_FOUND: 'invalid-token',
};
const authError = z.object({ body: z.object({ code: z.string() }) });

function answerTo(error: unknown): Refusal {
  const parsed = authError.safeParse(error);
  const outcome = parsed.success ? ANSWERS[parsed.data.body.code] : undefined;
  if (!outcome) throw error;
  return { outcome };
}

function joining({ auth, attempts, database }: Context): Pick<Accounts, 'signUp' | 'resendVerification' | 'verify'> {
  return {
    async signUp({ email, password, firstName, lastName, locale }, visitor) {
      const limited = await refused(attempts.count('signUpAddress', visitor.address), attempts.count('mailAccount', email));
      if (limited) return limited;
      const name = `${firstName} ${lastName}`;
      await auth.api.signUpEmail({ body: { email, password, name, firstName, lastName, locale } });
      return DONE;
    },
    async resendVerification(email, visitor) {
      const limited = await refused(attempts.count('mailAddress', visitor.address), attempts.count('mailAccount', email));
      if (limited) return limited;
      const rows = await database.query('select from accounts.users where email = $1 and not email_verified', [email]);
      if (rows.length > 0) await auth.api.sendVerificationEmail({ body: { email } });
      return DONE;
    },
    async verify(token, visitor) {
      const limited = await refused(attempts.count('tokenAddress', visitor.address));
      if (limited) return limited;
      return auth.api.verifyEmail({ query: { token } }).then(() => DONE, answerTo);
    },
  };
}

function signing({ auth, attempts, database }: Context): Pick<Accounts, 'signIn' | 'signOut' | 'requestReset' | 'resetPassword'> {
  return {
    async signIn({ email, password, remember }, visitor) {
      const pair = `${visitor.address}\0${email}`;
      const limited = await refused(
        attempts.count('signInAddress', visitor.address),
        attempts.count('signInAccount', email),
        attempts.count('signInPair', pair),
      );
      if (limited) return limited;
      try {
        // Sent without the cookie, so an existing session is not reused.
        const { headers, response } = await auth.api.signInEmail({
          body: { email, password, rememberMe: remember },
          headers: headersOf({ ...visitor, cookie: '' }),
          returnHeaders: true,
        });
        await Promise.all([attempts.clear('signInPair', pair), attempts.clear('signInAccount', email)]);
        return { outcome: 'done', person: await readPerson(database, response.user.id), cookies: headers.getSetCookie() };
      } catch (error) {
        return answerTo(error);
      }
    },
    async signOut(visitor) {
      const { headers } = await auth.api.signOut({ headers: headersOf(visitor), returnHeaders: true });
      return headers.getSetCookie();
    },
    async requestReset(email, visitor) {
      const limited = await refused(attempts.count('mailAddress', visitor.address), attempts.count('mailAccount', email));
      if (limited) return limited;
      // The demo account is shared: a new password would lock everyone else out.
      const demo = await database.query('select from accounts.users where email = $1 and demo', [email]);
      if (demo.length === 0) await auth.api.requestPasswordReset({ body: { email } });
      return DONE;
    },
    async resetPassword({ token, password }, visitor) {
      const limited = await refused(attempts.count('tokenAddress', visitor.address));
      if (limited) return limited;
      return auth.api.resetPassword({ body: { token, newPassword: password } }).then(() => DONE, answerTo);
    },
  };
}

function changing(context: Context): Pick<Accounts, 'changePassword' | 'updateProfile' | 'deleteAccount'> {
  const { auth, attempts, database, passwords, parts } = context;
  return {
    async changePassword({ current, next }, visitor) {
      const session = await auth.api.getSession({ headers: headersOf(visitor) });
      if (!session) return { outcome: 'wrong' };
      const limited = await refused(attempts.count('passwordAccount', session.user.id));
      if (limited) return limited;
      try {
        const { headers } = await auth.api.changePassword({
          body: { currentPassword: current, newPassword: next, revokeOtherSessions: true },
          headers: headersOf(visitor),
          returnHeaders: true,
        });
        return { outcome: 'done', person: await readPerson(database, session.user.id), cookies: headers.getSetCookie() };
      } catch (error) {
        return answerTo(error);
      }
    },
    async updateProfile(personId, { firstName, lastName, locale }) {
      await database.query(
        `update accounts.users set
           first_name = coalesce($2, first_name), last_name = coalesce($3, last_name), locale = coalesce($4, locale),
           name = coalesce($2, first_name) || ' ' || coalesce($3, last_name), updated_at = now()
         where id = $1`,
        [personId, firstName, lastName, locale],
      );
      return readPerson(database, personId);
    },
    async deleteAccount(personId, password) {
      const limited = await refused(attempts.count('passwordAccount', personId));
      if (limited) return limited;
      if (!(await isPasswordOf(database, passwords, personId, password))) return { outcome: 'wrong' };
      await database.transaction(async (sql) => {
        const person = await readPerson(sql, personId);
        await parts.onDelete(sql, person);
        await sql.query('delete from accounts.verifications where value = $1', [personId]);
        await sql.query('delete from accounts.users where id = $1', [personId]);
      });
      return DONE;
    },
  };
}

function running({ attempts, database, passwords }: Context): Pick<Accounts, 'seedDemo' | 'hasDemo' | 'tidy'> {
  return {
    async seedDemo({ email, password, firstName, lastName, locale }) {
      const hash = await passwords.hash(password);
      const id = await database.transaction(async (sql) => {
        const [made] = await sql.query(
          `insert into accounts.users (name, email, email_verified, first_name, last_name, locale, demo)
           values ($1, $2, true, $3, $4, $5, true) on conflict (email) do nothing returning id`,
          [`${firstName} ${lastName}`, email, firstName, lastName, locale],
        );
        if (made) {
          await sql.query(
            "insert into accounts.credentials (user_id, account_id, provider_id, password) values ($1::uuid, $1::text, 'credential', $2)",
            [made['id'], hash],
          );
        }
        const [found] = await sql.query('select id from accounts.users where email = $1', [email]);
        return String(found?.['id']);
      });
      return readPerson(database, id);
    },
    hasDemo: async () => (await database.query('select from accounts.users where demo limit 1')).length > 0,
    async tidy() {
      await database.query('delete from accounts.sessions where expires_at < now()');
      await database.query('delete from accounts.verifications where expires_at < now()');
      await database.query('delete from accounts.email_changes where expires_at < now()');
      await attempts.forget();
    },
  };
}
