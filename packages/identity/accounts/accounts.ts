import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { deviceName } from '@bakkum/api-contract/device-name';
import type { Database } from '@bakkum/database/database';
import { type Sql, sqlState } from '@bakkum/database/sql';
import { z } from 'zod';
import type { AccountMail } from './account-mail.ts';
import { type Attempts, createAttempts, LIMITS, type Limits } from './attempts.ts';
import { type Auth, createAuth } from './auth.ts';
import { answerTo } from './auth-answers.ts';
import { createEmailChanges, type EmailChanges } from './email-changes.ts';
import { createExternalSignIns, type ExternalSignIns } from './external/external-sign-in.ts';
import { createKnownDevices, type KnownDevices } from './known-devices.ts';
import { createMailLimit, type MailLimit } from './mail-limit.ts';
import { isNewSession, keepNewSession } from './new-session.ts';
import { type Credential, credentialByEmail, credentialOf, invalidateLinks, lockPerson } from './passwords/credentials.ts';
import { createEqualTime, type EqualTime } from './passwords/equal-time.ts';
import { withHashSource } from './passwords/hash-queue.ts';
import { createPasswords, credentialWith, type Passwords } from './passwords/password.ts';
import { createPasswordChanges, type DoneHere, type PasswordChanges, type SignedIn } from './passwords/password-changes.ts';
import { type Person, personById, readPerson } from './person.ts';
import { DONE, type Done, firstRefused, type Refusal } from './refusal.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { headersOf, type Visitor } from './visitor.ts';

export type { SignedIn } from './passwords/password-changes.ts';

export type NewAccount = {
  readonly email: string;
  readonly password: string;
  /** Both names may be empty. */
  readonly firstName: string;
  readonly lastName: string;
  readonly locale: 'en' | 'ko';
};

/** The address is confirmed. `person` is signed in; undefined if the address was confirmed before. */
export type Verified = DoneHere & { readonly person: Person | undefined };

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
  /** Runs in the transaction that sets a password and revokes every API key; removes the keys' settings in other packages. */
  readonly onRevokeKeys: (sql: Sql, personId: string) => Promise<void>;
  /** Milliseconds by which the system clock is ahead of the database. Default 0. */
  readonly skewMs?: () => number;
  readonly limits?: Limits;
  readonly passwords?: Passwords;
  readonly equalTime?: EqualTime;
};

/**
 * Accounts by email address and password. Answers never reveal whether an address has an account: sign-up, password reset and
 * resending the confirmation respond the same, and equally fast, for every address.
 */
export type Accounts = Sessions &
  EmailChanges &
  ExternalSignIns &
  PasswordChanges & {
    /**
     * Sends a confirmation; if the address already has an account, sends an email that says so. The browser becomes a known one of the
     * new account; otherwise it gets a cookie that means nothing, so that the answers do not differ.
     */
    signUp(account: NewAccount, visitor: Visitor): Promise<DoneHere | Refusal>;
    resendVerification(email: string, visitor: Visitor): Promise<Done | Refusal>;
    /**
     * Confirms an address. A browser that did not create the account must know its password (`password-needed`): a stranger could
     * otherwise create an account for an address and wait until its owner opens the link. The first confirmation also signs the
     * browser in for 30 days; a link that is opened again does not.
     */
    verify(
      given: { readonly token: string; readonly password?: string | undefined },
      visitor: Visitor,
    ): Promise<Verified | Refusal>;
    /** Tells the owner when the browser is not a known one. `remember` keeps the session for 30 days; otherwise it ends when the browser closes, or after a day. */
    signIn(
      given: { readonly email: string; readonly password: string; readonly remember: boolean },
      visitor: Visitor,
    ): Promise<SignedIn | Refusal>;
    signOut(visitor: Visitor): Promise<readonly string[]>;
    updateProfile(
      personId: string,
      changes: { readonly firstName?: string; readonly lastName?: string; readonly locale?: 'en' | 'ko' },
    ): Promise<Person>;
    /**
     * Deletes the person and all their data, after checking the password again. An account without a password needs a session that
     * began a short time ago (`sign-in-again`).
     */
    deleteAccount(
      personId: string,
      proof: { readonly password: string | undefined; readonly sessionId: string },
      visitor: Visitor,
    ): Promise<Done | Refusal>;
    /** Creates the demo account, or finds it. */
    seedDemo(account: NewAccount): Promise<Person>;
    /** Whether a demo account exists. */
    hasDemo(): Promise<boolean>;
    /** Removes expired sessions, tokens and counters. */
    tidy(): Promise<void>;
  };

export function createAccounts(parts: AccountsParts): Accounts {
  const { database, secret, limits = LIMITS, passwords = createPasswords(), equalTime = createEqualTime(), sendMail } = parts;
  const attempts = createAttempts(database, secret, limits);
  const mailLimit = createMailLimit(attempts);
  const mailTo = async (id: string, mailFor: (person: Person) => AccountMail): Promise<void> => {
    const person = await personById(database, id);
    const mail = person && mailFor(person);
    if (mail && (await mailLimit.allows(mail.kind, mail.person.email))) await sendMail(mail, database);
  };
  const auth = createAuth({
    database,
    passwords,
    origin: parts.origin,
    secret,
    ...(parts.skewMs && { skewMs: parts.skewMs }),
    sendVerification: ({ id }, token) => mailTo(id, (person) => ({ kind: 'verify', person, token })),
    tellExisting: ({ id }) => mailTo(id, (person) => ({ kind: 'already-registered', person })),
  });
  const devices = createKnownDevices(secret, parts.origin);
  const context: Context = { auth, database, passwords, attempts, mailLimit, devices, equalTime, sendMail, parts };
  return {
    ...createSessions(database, auth),
    ...createEmailChanges(context),
    ...createExternalSignIns({ ...context, origin: parts.origin }),
    ...createPasswordChanges({ ...context, onRevokeKeys: parts.onRevokeKeys }),
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
  readonly attempts: Attempts;
  readonly mailLimit: MailLimit;
  readonly devices: KnownDevices;
  readonly equalTime: EqualTime;
  readonly sendMail: AccountsParts['sendMail'];
  readonly parts: AccountsParts;
};

function joining(context: Context): Pick<Accounts, 'signUp' | 'resendVerification' | 'verify'> {
  const { equalTime } = context;
  return {
    signUp: (account, visitor) => equalTime(() => withHashSource(visitor.address, () => signUp(context, account, visitor))),
    resendVerification: (email, visitor) => equalTime(() => resendVerification(context, email, visitor)),
    verify: (given, visitor) => withHashSource(visitor.address, () => verify(context, given, visitor)),
  };
}

/** SQLSTATE of a row that exists already. */
const UNIQUE_VIOLATION = '23505';

async function signUp(context: Context, account: NewAccount, visitor: Visitor): Promise<DoneHere | Refusal> {
  const { auth, attempts, database, devices } = context;
  const { email, password, firstName, lastName, locale } = account;
  const limited = await firstRefused(
    () => attempts.count('signUpAddress', visitor.address),
    () => attempts.count('mailPair', `${visitor.address}\0${email}`),
  );
  if (limited) return limited;
  const name = `${firstName} ${lastName}`.trim();
  let isNew = (await credentialByEmail(database, email)) === undefined;
  try {
    await auth.api.signUpEmail({ body: { email, password, name, firstName, lastName, locale } });
  } catch (error) {
    // A concurrent request created the account, and sends the email.
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    isNew = false;
  }
  const created = isNew ? await credentialByEmail(database, email) : undefined;
  return { ...DONE, cookies: [devices.cookie(visitor, created ?? anyCredential(), true)] };
}

/** A credential of nobody. */
function anyCredential(): Credential {
  return { personId: randomUUID(), passwordHash: randomUUID(), demo: false };
}

async function verify(
  context: Context,
  { token, password }: { readonly token: string; readonly password?: string | undefined },
  visitor: Visitor,
): Promise<Verified | Refusal> {
  const { auth, attempts, database, devices, parts, passwords } = context;
  const limited = await firstRefused(() => attempts.count('tokenAddress', visitor.address));
  if (limited) return limited;
  const email = addressIn(token, parts.secret);
  const credential = email === undefined ? undefined : await credentialByEmail(database, email);
  if (!credential) return { outcome: 'invalid-token' };
  const isCreator = devices.idOf(visitor, credential) !== undefined;
  if (!isCreator && password === undefined) return { outcome: 'password-needed' };
  if (!isCreator) {
    const refused = await firstRefused(() => attempts.count('passwordAccount', credential.personId));
    if (refused) return refused;
    if (!(await passwords.verify({ hash: credential.passwordHash, password: password ?? '' }))) return { outcome: 'wrong' };
  }
  try {
    // Sent without the cookie, so an existing session is not reused.
    const headers = headersOf({ ...visitor, cookie: '' });
    const confirmed = await auth.api.verifyEmail({ query: { token }, headers, returnHeaders: true });
    const session = confirmed.headers.getSetCookie();
    if (session.length > 0 && !(await keepNewSession(context, session, credential))) {
      return { outcome: isCreator ? 'password-needed' : 'wrong' };
    }
    const person = session.length > 0 ? await readPerson(database, credential.personId) : undefined;
    return { ...DONE, person, cookies: [...session, devices.cookie(visitor, credential, true)] };
  } catch (error) {
    return answerTo(error);
  }
}

async function resendVerification(
  { auth, database, mailLimit }: Context,
  email: string,
  visitor: Visitor,
): Promise<Done | Refusal> {
  const limited = await mailLimit.refused(email, visitor);
  if (limited) return limited;
  const rows = await database.query('select from accounts.users where email = $1 and not email_verified', [email]);
  if (rows.length > 0) await auth.api.sendVerificationEmail({ body: { email } });
  return DONE;
}

const verification = z.object({ email: z.string() });

/** The address in a token of better-auth, a JSON Web Token; undefined if its signature is wrong. `verifyEmail` checks its age. */
function addressIn(token: string, secret: string): string | undefined {
  const [head = '', payload = '', signature = ''] = token.split('.');
  const wanted = createHmac('sha256', secret).update(`${head}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  return verification.parse(JSON.parse(Buffer.from(payload, 'base64url').toString())).email;
}

function signing(context: Context): Pick<Accounts, 'signIn' | 'signOut'> {
  const { auth } = context;
  return {
    signIn: (given, visitor) => withHashSource(visitor.address, () => signIn(context, given, visitor)),
    async signOut(visitor) {
      const { headers } = await auth.api.signOut({ headers: headersOf(visitor), returnHeaders: true });
      return headers.getSetCookie();
    },
  };
}

async function signIn(
  context: Context,
  { email, password, remember }: Parameters<Accounts['signIn']>[0],
  visitor: Visitor,
): Promise<SignedIn | Refusal> {
  const { auth, attempts, database, devices } = context;
  const before = await credentialByEmail(database, email);
  const device = before && devices.idOf(visitor, before);
  const pair = `${visitor.address}\0${email}`;
  const limited = await (device === undefined
    ? firstRefused(
        () => attempts.count('signInAddress', visitor.address),
        () => attempts.count('signInPair', pair),
        () => attempts.count('signInAccount', email),
      )
    : firstRefused(
        () => attempts.count('signInDevice', device),
        () => attempts.count('signInKnownPair', pair),
      ));
  if (limited) return limited;
  try {
    // Sent without the cookie, so an existing session is not reused.
    const { headers, response } = await auth.api.signInEmail({
      body: { email, password, rememberMe: remember },
      headers: headersOf({ ...visitor, cookie: '' }),
      returnHeaders: true,
    });
    const session = headers.getSetCookie();
    if (!(await keepNewSession(context, session, before)) || !before) return { outcome: 'wrong' };
    await Promise.all([
      attempts.clear('signInPair', pair),
      attempts.clear('signInAccount', email),
      device !== undefined && attempts.clear('signInDevice', device),
    ]);
    const person = await readPerson(database, response.user.id);
    if (device === undefined) await tellOfNewDevice(context, person, visitor);
    return { outcome: 'done', person, cookies: [...session, devices.cookie(visitor, before, remember)] };
  } catch (error) {
    return answerTo(error);
  }
}

/** Everyone shares the demo account, so its sign-ins are no news. */
async function tellOfNewDevice(
  { database, mailLimit, sendMail }: Context,
  person: Person,
  { userAgent = '' }: Visitor,
): Promise<void> {
  if (person.demo || !(await mailLimit.allows('new-sign-in', person.email))) return;
  await sendMail({ kind: 'new-sign-in', person, at: new Date(), device: deviceName(userAgent) }, database);
}

function changing(context: Context): Pick<Accounts, 'updateProfile' | 'deleteAccount'> {
  const { database } = context;
  return {
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
    deleteAccount: (personId, proof, visitor) => withHashSource(visitor.address, () => deleteAccount(context, personId, proof)),
  };
}

async function deleteAccount(
  { attempts, database, passwords, parts }: Context,
  personId: string,
  { password, sessionId }: Parameters<Accounts['deleteAccount']>[1],
): Promise<Done | Refusal> {
  const limited = await firstRefused(() => attempts.count('passwordAccount', personId));
  if (limited) return limited;
  const before = await credentialOf(database, personId);
  const checked = before && (await credentialWith(database, passwords, personId, password ?? ''));
  if (before && !checked) return { outcome: 'wrong' };
  return database.transaction(async (sql): Promise<Done | Refusal> => {
    await lockPerson(sql, personId);
    const current = await credentialOf(sql, personId);
    if (current?.passwordHash !== checked?.passwordHash) return { outcome: 'wrong' };
    if (!current && !(await isNewSession(sql, personId, sessionId))) return { outcome: 'sign-in-again' };
    const person = await readPerson(sql, personId);
    await parts.onDelete(sql, person);
    await invalidateLinks(sql, personId);
    await sql.query('delete from accounts.users where id = $1', [personId]);
    return DONE;
  });
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
      await database.query('delete from accounts.password_resets where expires_at < now()');
      await database.query('delete from accounts.external_sign_ins where expires_at < now()');
      await attempts.forget();
    },
  };
}
