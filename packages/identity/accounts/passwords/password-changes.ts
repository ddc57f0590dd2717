import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import type { AccountMail } from '../account-mail.ts';
import type { Attempts } from '../attempts.ts';
import type { Auth } from '../auth.ts';
import { answerTo } from '../auth-answers.ts';
import type { KnownDevices } from '../known-devices.ts';
import { hashOfToken, newToken } from '../link-token.ts';
import type { MailLimit } from '../mail-limit.ts';
import { keepNewSession } from '../new-session.ts';
import { type Person, readPerson } from '../person.ts';
import { DONE, type Done, firstRefused, type Refusal } from '../refusal.ts';
import { headersOf, type Visitor } from '../visitor.ts';
import { type Credential, credentialByEmail, hasPassword, lockPerson, replacePassword } from './credentials.ts';
import type { EqualTime } from './equal-time.ts';
import { withHashSource } from './hash-queue.ts';
import { credentialWith, type Passwords } from './password.ts';

/** `Set-Cookie` lines to send to the browser. */
export type SignedIn = { readonly outcome: 'done'; readonly person: Person; readonly cookies: readonly string[] };
/** Done; the browser becomes a known one. */
export type DoneHere = Done & { readonly cookies: readonly string[] };

/** Minutes that a link works. Twice the window of the limit on emails, so that who gets no further email has a working link. */
const LINK_MINUTES = 60;

export type PasswordChanges = {
  requestReset(email: string, visitor: Visitor): Promise<Done | Refusal>;
  /** Also confirms the address, signs out every device and invalidates all other links. */
  resetPassword(
    given: { readonly token: string; readonly password: string; readonly revokeApiKeys?: boolean },
    visitor: Visitor,
  ): Promise<DoneHere | Refusal>;
  /** Signs out every other device and invalidates all links. This browser gets a new session. */
  changePassword(
    given: { readonly current: string; readonly next: string; readonly revokeApiKeys?: boolean },
    visitor: Visitor,
  ): Promise<SignedIn | Refusal>;
};

export type PasswordChangesParts = {
  readonly auth: Auth;
  readonly database: Database;
  readonly attempts: Attempts;
  readonly mailLimit: MailLimit;
  readonly passwords: Passwords;
  readonly devices: KnownDevices;
  readonly equalTime: EqualTime;
  readonly sendMail: (mail: AccountMail, sql: Sql) => Promise<void>;
  readonly onRevokeKeys: (sql: Sql, personId: string) => Promise<void>;
};

/** @internal Part of `Accounts`. */
export function createPasswordChanges(parts: PasswordChangesParts): PasswordChanges {
  return {
    requestReset: (email, visitor) => parts.equalTime(() => requestReset(parts, email, visitor)),
    resetPassword: (given, visitor) => withHashSource(visitor.address, () => resetPassword(parts, given, visitor)),
    changePassword: (given, visitor) => withHashSource(visitor.address, () => changePassword(parts, given, visitor)),
  };
}

async function requestReset(parts: PasswordChangesParts, email: string, visitor: Visitor): Promise<Done | Refusal> {
  const { database, mailLimit, devices, sendMail } = parts;
  const credential = await credentialByEmail(database, email);
  const device = credential && devices.idOf(visitor, credential);
  const limited = await mailLimit.refused(email, visitor, device);
  if (limited) return limited;
  // The demo account is shared: a new password would lock everyone else out.
  if (!credential || credential.demo) return DONE;
  if (device === undefined && !(await mailLimit.allows('reset', email))) return DONE;
  await database.transaction(async (sql) => {
    const token = newToken();
    await sql.query(
      `insert into accounts.password_resets (token_hash, user_id, expires_at) values ($1, $2, now() + $3 * interval '1 minute')`,
      [hashOfToken(token), credential.personId, LINK_MINUTES],
    );
    await sendMail({ kind: 'reset', person: await readPerson(sql, credential.personId), token }, sql);
  });
  return DONE;
}

async function resetPassword(
  { attempts, database, mailLimit, passwords, devices, sendMail, onRevokeKeys }: PasswordChangesParts,
  { token, password, revokeApiKeys = false }: { token: string; password: string; revokeApiKeys?: boolean },
  visitor: Visitor,
): Promise<DoneHere | Refusal> {
  const limited = await firstRefused(() => attempts.count('tokenAddress', visitor.address));
  if (limited) return limited;
  // Hashing takes 0.1 s of processor time, so unknown links are refused before it.
  const personId = await ownerOf(database, token);
  if (!personId) return { outcome: 'invalid-token' };
  const passwordHash = await passwords.hash(password);
  const person = await database.transaction(async (sql) => {
    await lockPerson(sql, personId);
    // Another link may have been used in the meantime, which ended this one.
    if ((await ownerOf(sql, token)) !== personId) return undefined;
    const revokedKeys = await replacePassword(sql, personId, { passwordHash, revokeApiKeys });
    if (revokeApiKeys) await onRevokeKeys(sql, personId);
    await sql.query('update accounts.users set email_verified = true, updated_at = now() where id = $1', [personId]);
    const owner = await readPerson(sql, personId);
    await sendMail({ kind: 'password-changed', person: owner, at: new Date(), revokedKeys }, sql);
    return owner;
  });
  if (!person) return { outcome: 'invalid-token' };
  await mailLimit.clear('reset', person.email);
  const cookie = devices.cookie(visitor, { personId, passwordHash, demo: person.demo }, true);
  return { ...DONE, cookies: [cookie] };
}

async function ownerOf(sql: Sql, token: string): Promise<string | undefined> {
  const statement = 'select user_id from accounts.password_resets where token_hash = $1 and expires_at > now()';
  const [found] = await sql.query(statement, [hashOfToken(token)]);
  return found && String(found['user_id']);
}

async function changePassword(
  parts: PasswordChangesParts,
  { current, next, revokeApiKeys = false }: { current: string; next: string; revokeApiKeys?: boolean },
  visitor: Visitor,
): Promise<SignedIn | Refusal> {
  const { auth, attempts, database, passwords } = parts;
  const session = await auth.api.getSession({ headers: headersOf(visitor) });
  if (!session) return { outcome: 'wrong' };
  const personId = session.user.id;
  const limited = await firstRefused(() => attempts.count('passwordAccount', personId));
  if (limited) return limited;
  const before = await credentialWith(database, passwords, personId, current);
  if (!before) return { outcome: 'wrong' };
  const passwordHash = await passwords.hash(next);
  const changed = await database.transaction(async (sql) => {
    await lockPerson(sql, personId);
    if (!(await hasPassword(sql, before))) return false;
    const revokedKeys = await replacePassword(sql, personId, { passwordHash, revokeApiKeys });
    if (revokeApiKeys) await parts.onRevokeKeys(sql, personId);
    const person = await readPerson(sql, personId);
    await parts.sendMail({ kind: 'password-changed', person, at: new Date(), revokedKeys }, sql);
    return true;
  });
  if (!changed) return { outcome: 'wrong' };
  await parts.mailLimit.clear('reset', session.user.email);
  return newSession(parts, { ...before, passwordHash, email: session.user.email, password: next }, visitor);
}

/** The change ended every session, also this one, whose cookie may have been copied. */
async function newSession(
  parts: PasswordChangesParts,
  { email, password, ...credential }: Credential & { readonly email: string; readonly password: string },
  visitor: Visitor,
): Promise<SignedIn | Refusal> {
  const { auth, database, devices } = parts;
  const remember = !/bakkum\.dont_remember=/.test(visitor.cookie ?? '');
  try {
    const { headers } = await auth.api.signInEmail({
      body: { email, password, rememberMe: remember },
      headers: headersOf({ ...visitor, cookie: '' }),
      returnHeaders: true,
    });
    const session = headers.getSetCookie();
    if (!(await keepNewSession(parts, session, credential))) return { outcome: 'wrong' };
    const person = await readPerson(database, credential.personId);
    return { outcome: 'done', person, cookies: [...session, devices.cookie(visitor, credential, remember)] };
  } catch (error) {
    return answerTo(error);
  }
}
