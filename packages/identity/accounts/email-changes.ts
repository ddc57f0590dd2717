import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import type { AccountMail } from './account-mail.ts';
import type { Attempts } from './attempts.ts';
import type { Auth } from './auth.ts';
import { hashOfToken, newToken } from './link-token.ts';
import type { MailLimit } from './mail-limit.ts';
import { type Credential, hasPassword, invalidateLinks, lockPerson } from './passwords/credentials.ts';
import { withHashSource } from './passwords/hash-queue.ts';
import { credentialWith, type Passwords } from './passwords/password.ts';
import { type Person, personByEmail, readPerson } from './person.ts';
import { DONE, type Done, firstRefused, type Refusal } from './refusal.ts';
import { headersOf, type Visitor } from './visitor.ts';

const HOURS = 24;
/** When to try again with a mailbox that has just received several links. */
const MAILBOX_FULL_S = 1800;

export type EmailChanges = {
  /** Sends a link to the new address, after checking the password again; nothing changes until the link is opened. */
  requestEmailChange(
    personId: string,
    given: { readonly password: string; readonly email: string },
    visitor: Visitor,
  ): Promise<Done | Refusal>;
  /**
   * Makes the address of that link the person's and notifies the old one. Links sent to the old address become invalid. A browser that
   * is not signed in to the account must know its password (`password-needed`): the owner of the new address may not have asked.
   */
  confirmEmailChange(
    given: { readonly token: string; readonly password?: string | undefined },
    visitor: Visitor,
  ): Promise<Done | Refusal>;
};

export type EmailChangesParts = {
  readonly auth: Auth;
  readonly database: Database;
  readonly attempts: Attempts;
  readonly mailLimit: MailLimit;
  readonly passwords: Passwords;
  readonly sendMail: (mail: AccountMail, sql: Sql) => Promise<void>;
};

/** @internal Part of `Accounts`. */
export function createEmailChanges(parts: EmailChangesParts): EmailChanges {
  const { database, attempts, mailLimit, passwords, sendMail } = parts;
  const sendChange = (person: Person, address: string, checked: Credential): Promise<Done | Refusal> =>
    database.transaction(async (sql) => {
      await lockPerson(sql, person.id);
      // A reset may have run since the password was checked.
      if (!(await hasPassword(sql, checked))) return { outcome: 'wrong' };
      const token = await addChange(sql, person.id, address);
      await sendMail({ kind: 'change-address', person, address, token }, sql);
      return DONE;
    });
  return {
    async requestEmailChange(personId, { password, email }, visitor) {
      const limited = await firstRefused(
        () => attempts.count('passwordAccount', personId),
        () => attempts.count('mailPair', `${personId}\0${email}`),
      );
      if (limited) return limited;
      const checked = await withHashSource(visitor.address, () => credentialWith(database, passwords, personId, password));
      if (!checked) return { outcome: 'wrong' };
      if ('outcome' in checked) return checked;
      const person = await readPerson(database, personId);
      const owner = await personByEmail(database, email);
      if (owner?.id === personId) return DONE;
      // The answer and the limit are the same, so neither reveals that the address is in use.
      if (!(await mailLimit.allows('change-address', email))) return { outcome: 'limited', retryAfterS: MAILBOX_FULL_S };
      if (!owner) return sendChange(person, email, checked);
      await sendMail({ kind: 'already-registered', person: owner }, database);
      return DONE;
    },
    async confirmEmailChange({ token, password }, visitor) {
      const limited = await firstRefused(() => attempts.count('tokenAddress', visitor.address));
      if (limited) return limited;
      const asker = await ownerOf(database, token);
      if (!asker) return { outcome: 'invalid-token' };
      const refused = await refusalOf(parts, asker, password, visitor);
      if (refused) return refused;
      return database.transaction(async (sql) => {
        const personId = await ownerOf(sql, token);
        if (!personId) return { outcome: 'invalid-token' };
        await lockPerson(sql, personId);
        const [change] = await sql.query(
          'delete from accounts.email_changes where token_hash = $1 and expires_at > now() returning email',
          [hashOfToken(token)],
        );
        if (!change) return { outcome: 'invalid-token' };
        const before = await readPerson(sql, personId);
        const address = String(change['email']);
        if (!(await moveTo(sql, before.id, address))) return { outcome: 'invalid-token' };
        await sendMail({ kind: 'address-changed', person: before, address }, sql);
        return DONE;
      });
    },
  };
}

/** Why a browser may not confirm a change of this person; undefined if it is signed in to the account, or knows its password. */
async function refusalOf(
  { auth, attempts, database, passwords }: EmailChangesParts,
  personId: string,
  password: string | undefined,
  visitor: Visitor,
): Promise<Refusal | undefined> {
  const session = visitor.cookie ? await auth.api.getSession({ headers: headersOf(visitor) }) : undefined;
  if (session?.user.id === personId) return undefined;
  if (password === undefined) return { outcome: 'password-needed' };
  const limited = await firstRefused(() => attempts.count('passwordAccount', personId));
  if (limited) return limited;
  const checked = await withHashSource(visitor.address, () => credentialWith(database, passwords, personId, password));
  if (!checked) return { outcome: 'wrong' };
  return 'outcome' in checked ? checked : undefined;
}

async function addChange(sql: Sql, personId: string, email: string): Promise<string> {
  const token = newToken();
  await sql.query(
    `insert into accounts.email_changes (user_id, token_hash, email, expires_at)
     values ($1, $2, $3, now() + $4 * interval '1 hour')
     on conflict (user_id) do update set token_hash = excluded.token_hash, email = excluded.email, expires_at = excluded.expires_at`,
    [personId, hashOfToken(token), email, HOURS],
  );
  return token;
}

/** False when another account has taken the address in the meantime. */
async function moveTo(sql: Sql, personId: string, address: string): Promise<boolean> {
  const moved = await sql.query(
    `update accounts.users set email = $2, email_verified = true, updated_at = now()
     where id = $1 and not exists (select from accounts.users where email = $2) returning id`,
    [personId, address],
  );
  await invalidateLinks(sql, personId);
  return moved.length > 0;
}

async function ownerOf(sql: Sql, token: string): Promise<string | undefined> {
  const [found] = await sql.query('select user_id from accounts.email_changes where token_hash = $1', [hashOfToken(token)]);
  return found && String(found['user_id']);
}
