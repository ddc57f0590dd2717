import type { Database } from '@bakkum/database/database';
import { type Sql, sqlState } from '@bakkum/database/sql';
import type { AccountMail } from '../account-mail.ts';
import type { Attempts } from '../attempts.ts';
import type { Auth } from '../auth.ts';
import { newToken } from '../link-token.ts';
import { trimSessions } from '../new-session.ts';
import { credentialOf, invalidateLinks, lockPerson } from '../passwords/credentials.ts';
import { withHashSource } from '../passwords/hash-queue.ts';
import { credentialWith, type Passwords } from '../passwords/password.ts';
import type { SignedIn } from '../passwords/password-changes.ts';
import { type Person, readPerson } from '../person.ts';
import { firstRefused, type Refusal } from '../refusal.ts';
import { headersOf, type Visitor } from '../visitor.ts';
import {
  addPendingSignIn,
  createStartingBrowsers,
  type PendingSignIn,
  type StartingBrowsers,
  takePendingSignIn,
} from './pending-sign-ins.ts';

/** A person as the issuer describes them. The caller has verified that the issuer said so. */
export type ExternalPerson = {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case. */
  readonly email?: string;
  /** Whether the address is known to belong to the person. */
  readonly emailVerified: boolean;
  /** Both names may be empty. */
  readonly firstName: string;
  readonly lastName: string;
  /** Groups to keep: those that give limits. */
  readonly groups: readonly string[];
};

/**
 * Why an identity signs in to no account: the issuer sent no address, or one it does not vouch for; the address has an account; the
 * identity belongs to another account, or the account to another identity.
 */
export type ExternalRefusal = {
  readonly outcome: 'email-missing' | 'email-unverified' | 'email-taken' | 'connected-elsewhere';
};

export type StartedSignIn = {
  readonly outcome: 'done';
  readonly pending: PendingSignIn;
  readonly cookies: readonly string[];
};

export type ExternalSignIns = {
  /** Starts a sign-in that only this browser can finish. */
  startExternal(given: { readonly next?: string | undefined }, visitor: Visitor): Promise<StartedSignIn | Refusal>;
  /** Starts to connect the account of a session, after checking its password. */
  startConnecting(
    given: { readonly personId: string; readonly password: string; readonly next?: string | undefined },
    visitor: Visitor,
  ): Promise<StartedSignIn | Refusal>;
  /** Returns a sign-in that this browser started, once. */
  takeExternal(state: string, visitor: Visitor): Promise<PendingSignIn | Refusal>;
  /** Records that the issuer described a person. Otherwise each taken sign-in counts as a failure of the visitor's address. */
  noteIdentified(visitor: Visitor): Promise<void>;
  /**
   * Signs in the account of an identity. A new identity gets a new account. It gets an existing one with its address only if the
   * issuer vouches for the address, and `mayLink` is true or nobody has confirmed the account.
   */
  signInExternally(
    person: ExternalPerson,
    options: { readonly locale: 'en' | 'ko'; readonly mayLink: boolean },
    visitor: Visitor,
  ): Promise<SignedIn | ExternalRefusal>;
  /** Connects an identity to the account of a session, which may have ended since it was read (`signed-out`). */
  connectExternal(
    person: ExternalPerson,
    session: { readonly personId: string; readonly sessionId: string },
  ): Promise<{ readonly outcome: 'done' | 'signed-out' } | ExternalRefusal>;
  /** Ends the sessions of an identity that may no longer sign in, and the limits of its groups. */
  dismissExternal(identity: Pick<ExternalPerson, 'issuer' | 'subject'>): Promise<void>;
};

export type ExternalSignInsParts = {
  readonly auth: Auth;
  readonly database: Database;
  readonly attempts: Attempts;
  readonly passwords: Passwords;
  readonly origin: string;
  readonly sendMail: (mail: AccountMail, sql: Sql) => Promise<void>;
};

/** @internal Part of `Accounts`. */
export function createExternalSignIns(parts: ExternalSignInsParts): ExternalSignIns {
  const { attempts, database } = parts;
  const browsers = createStartingBrowsers(parts.origin);
  return {
    async startExternal(given, visitor) {
      const limited = await firstRefused(() => attempts.count('externalAddress', visitor.address));
      return limited ?? start(database, browsers, given, visitor);
    },
    startConnecting: (given, visitor) =>
      withHashSource(visitor.address, async () => {
        const { personId, password, next } = given;
        const limited = await firstRefused(() => attempts.count('passwordAccount', personId));
        if (limited) return limited;
        if (!(await credentialWith(database, parts.passwords, personId, password))) return { outcome: 'wrong' };
        return start(database, browsers, { personId, next }, visitor);
      }),
    async takeExternal(state, visitor) {
      const limited = await firstRefused(() => attempts.count('externalAddress', visitor.address));
      if (limited) return limited;
      const browser = browsers.tokenOf(visitor);
      const pending = browser === undefined ? undefined : await takePendingSignIn(database, browser, state);
      if (!pending) return { outcome: 'invalid-token' };
      return (await firstRefused(() => attempts.count('externalFailures', visitor.address))) ?? pending;
    },
    noteIdentified: (visitor) => attempts.clear('externalFailures', visitor.address),
    signInExternally: (person, options, visitor) => signInExternally(parts, person, options, visitor),
    connectExternal: (person, session) => connect(parts, person, session),
    dismissExternal: (identity) => dismiss(database, identity),
  };
}

async function start(
  database: Database,
  browsers: StartingBrowsers,
  { personId, next }: { readonly personId?: string; readonly next?: string | undefined },
  visitor: Visitor,
): Promise<StartedSignIn> {
  const browser = browsers.tokenOf(visitor) ?? newToken();
  const asked = { ...(next !== undefined && { next }), ...(personId !== undefined && { personId }) };
  const pending = await addPendingSignIn(database, browser, asked);
  return { outcome: 'done', pending, cookies: [browsers.cookie(browser)] };
}

/** SQLSTATE of a row that exists already. */
const UNIQUE_VIOLATION = '23505';

async function signInExternally(
  parts: ExternalSignInsParts,
  given: ExternalPerson,
  options: { readonly locale: 'en' | 'ko'; readonly mayLink: boolean },
  visitor: Visitor,
): Promise<SignedIn | ExternalRefusal> {
  const find = () => parts.database.transaction((sql) => accountFor(parts, sql, given, options));
  const found = await find().catch((error: unknown) => {
    // A concurrent request created the account.
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    return find();
  });
  if (found.outcome !== 'done') return found;
  const { headers, response } = await parts.auth.api.signInPerson({
    body: { personId: found.personId },
    // Sent without the cookie, so an existing session is not reused.
    headers: headersOf({ ...visitor, cookie: '' }),
    returnHeaders: true,
  });
  await parts.database.transaction(async (sql) => {
    await lockPerson(sql, found.personId);
    await trimSessions(sql, found.personId, response.sessionId);
  });
  return { outcome: 'done', person: await readPerson(parts.database, found.personId), cookies: headers.getSetCookie() };
}

type Found = { readonly outcome: 'done'; readonly personId: string } | ExternalRefusal;

async function accountFor(
  parts: ExternalSignInsParts,
  sql: Sql,
  given: ExternalPerson,
  { locale, mayLink }: { readonly locale: 'en' | 'ko'; readonly mayLink: boolean },
): Promise<Found> {
  const known = await ownerOf(sql, given);
  if (known !== undefined) return { outcome: 'done', personId: await refresh(sql, known, given) };
  const { email, emailVerified, firstName, lastName } = given;
  if (email === undefined) return { outcome: 'email-missing' };
  if (!emailVerified) return { outcome: 'email-unverified' };
  const [existing] = await sql.query('select id, email_verified, demo from accounts.users where email = $1 for update', [email]);
  if (existing) {
    // A concurrent sign-in of the same person may have created the account since.
    const created = await ownerOf(sql, given);
    if (created !== undefined) return { outcome: 'done', personId: await refresh(sql, created, given) };
    // An unconfirmed account holds nothing, and must not keep the owner of the address out.
    const isConfirmed = existing['email_verified'] === true;
    if ((isConfirmed && !mayLink) || existing['demo'] === true) return { outcome: 'email-taken' };
    const personId = String(existing['id']);
    if (!isConfirmed) await replaceUnconfirmed(sql, personId, given);
    return (await link(parts, sql, given, personId)) ? { outcome: 'done', personId } : { outcome: 'connected-elsewhere' };
  }
  const [made] = await sql.query(
    `insert into accounts.users (name, email, email_verified, first_name, last_name, locale)
     values ($1, $2, true, $3, $4, $5) returning id`,
    [`${firstName} ${lastName}`.trim(), email, firstName, lastName, locale],
  );
  const personId = String(made?.['id']);
  await insertIdentity(sql, given, personId);
  return { outcome: 'done', personId };
}

async function ownerOf(sql: Sql, { issuer, subject }: Pick<ExternalPerson, 'issuer' | 'subject'>): Promise<string | undefined> {
  const statement = 'select user_id from accounts.external_identities where issuer = $1 and subject = $2 for update';
  const [found] = await sql.query(statement, [issuer, subject]);
  return found && String(found['user_id']);
}

/**
 * Stores the groups of this sign-in. An account without a password follows the address at the issuer, as it cannot change its own, unless
 * another account has the new one.
 */
async function refresh(sql: Sql, personId: string, { issuer, groups, email, emailVerified }: ExternalPerson): Promise<string> {
  await sql.query('update accounts.external_identities set groups = $3, signed_in = now() where user_id = $1 and issuer = $2', [
    personId,
    issuer,
    groups,
  ]);
  if (email !== undefined && emailVerified && !(await credentialOf(sql, personId))) {
    await sql.query(
      `update accounts.users set email = $2, updated_at = now()
       where id = $1 and email <> $2 and not exists (select from accounts.users other where other.email = $2)`,
      [personId, email],
    );
  }
  return personId;
}

/**
 * Gives an unconfirmed account to the owner of its address. Deletes the password and names first, because the account may have been
 * created by an attacker.
 */
async function replaceUnconfirmed(sql: Sql, personId: string, { firstName, lastName }: ExternalPerson): Promise<void> {
  await sql.query('delete from accounts.credentials where user_id = $1', [personId]);
  await sql.query('delete from accounts.sessions where user_id = $1', [personId]);
  await sql.query('delete from accounts.api_keys where user_id = $1', [personId]);
  await invalidateLinks(sql, personId);
  await sql.query(
    `update accounts.users set email_verified = true, name = $2, first_name = $3, last_name = $4, updated_at = now() where id = $1`,
    [personId, `${firstName} ${lastName}`.trim(), firstName, lastName],
  );
}

async function insertIdentity(sql: Sql, { issuer, subject, groups }: ExternalPerson, personId: string): Promise<void> {
  await sql.query('insert into accounts.external_identities (issuer, subject, user_id, groups) values ($1, $2, $3, $4)', [
    issuer,
    subject,
    personId,
    groups,
  ]);
}

/** Connects an identity and tells the owner. Returns whether the account had no other identity of the issuer. */
async function link(parts: ExternalSignInsParts, sql: Sql, given: ExternalPerson, personId: string): Promise<boolean> {
  const statement = 'select from accounts.external_identities where user_id = $1 and issuer = $2';
  if ((await sql.query(statement, [personId, given.issuer])).length > 0) return false;
  await insertIdentity(sql, given, personId);
  const person: Person = await readPerson(sql, personId);
  await parts.sendMail({ kind: 'sign-in-connected', person }, sql);
  return true;
}

function connect(
  parts: ExternalSignInsParts,
  given: ExternalPerson,
  { personId, sessionId }: Parameters<ExternalSignIns['connectExternal']>[1],
): ReturnType<ExternalSignIns['connectExternal']> {
  return parts.database.transaction(async (sql) => {
    await lockPerson(sql, personId);
    // A new password may have ended it.
    const statement = 'select from accounts.sessions where id = $1 and user_id = $2';
    if ((await sql.query(statement, [sessionId, personId])).length === 0) return { outcome: 'signed-out' };
    const owner = await ownerOf(sql, given);
    if (owner !== undefined && owner !== personId) return { outcome: 'connected-elsewhere' };
    if (owner === personId) await refresh(sql, personId, given);
    else if (!(await link(parts, sql, given, personId))) return { outcome: 'connected-elsewhere' };
    return { outcome: 'done' };
  });
}

async function dismiss(database: Database, identity: Pick<ExternalPerson, 'issuer' | 'subject'>): Promise<void> {
  await database.transaction(async (sql) => {
    const personId = await ownerOf(sql, identity);
    if (personId === undefined) return;
    await sql.query("update accounts.external_identities set groups = '{}' where user_id = $1 and issuer = $2", [
      personId,
      identity.issuer,
    ]);
    await sql.query('delete from accounts.sessions where user_id = $1', [personId]);
  });
}
