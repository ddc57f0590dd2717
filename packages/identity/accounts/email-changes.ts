import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import type { AccountMail } from './account-mail.ts';
import type { Attempts } from './attempts.ts';
import { isPasswordOf, type Passwords } from './password.ts';
import { personByEmail, readPerson } from './person.ts';
import { DONE, type Done, type Refusal, refused } from './refusal.ts';
import type { Visitor } from './visitor.ts';

const HOURS = 24;
const TOKEN_BYTES = 32;

export type EmailChanges = {
  /** Sends a link to the new address, after checking the password again; nothing changes until the link is opened. */
  requestEmailChange(personId: string, given: { readonly password: string; readonly email: string }): Promise<Done | Refusal>;
  /** Makes the address of that link the person's and notifies the old one. Links sent to the old address become invalid. */
  confirmEmailChange(token: string, visitor: Visitor): Promise<Done | Refusal>;
};

export type EmailChangesParts = {
  readonly database: Database;
  readonly attempts: Attempts;
  readonly passwords: Passwords;
  readonly sendMail: (mail: AccountMail, sql: Sql) => Promise<void>;
};

/** @internal Part of `Accounts`. */
export function createEmailChanges({ database, attempts, passwords, sendMail }: EmailChangesParts): EmailChanges {
  return {
    async requestEmailChange(personId, { password, email }) {
      const limited = await refused(attempts.count('passwordAccount', personId), attempts.count('mailAccount', email));
      if (limited) return limited;
      if (!(await isPasswordOf(database, passwords, personId, password))) return { outcome: 'wrong' };
      const person = await readPerson(database, personId);
      const owner = await personByEmail(database, email);
      if (owner?.id === personId) return DONE;
      // The answer is the same, so it does not reveal that the address is in use.
      if (owner) await sendMail({ kind: 'already-registered', person: owner }, database);
      else
        await sendMail(
          { kind: 'change-address', person, address: email, token: await addChange(database, personId, email) },
          database,
        );
      return DONE;
    },
    async confirmEmailChange(token, visitor) {
      const limited = await refused(attempts.count('tokenAddress', visitor.address));
      if (limited) return limited;
      return database.transaction(async (sql) => {
        const [change] = await sql.query(
          'delete from accounts.email_changes where token_hash = $1 and expires_at > now() returning user_id, email',
          [hashOf(token)],
        );
        if (!change) return { outcome: 'invalid-token' };
        const before = await readPerson(sql, String(change['user_id']));
        const address = String(change['email']);
        if (!(await moveTo(sql, before.id, address))) return { outcome: 'invalid-token' };
        await sendMail({ kind: 'address-changed', person: before, address }, sql);
        return DONE;
      });
    },
  };
}

async function addChange(sql: Sql, personId: string, email: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await sql.query(
    `insert into accounts.email_changes (user_id, token_hash, email, expires_at)
     values ($1, $2, $3, now() + $4 * interval '1 hour')
     on conflict (user_id) do update set token_hash = excluded.token_hash, email = excluded.email, expires_at = excluded.expires_at`,
    [personId, hashOf(token), email, HOURS],
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
  await sql.query('delete from accounts.verifications where value = $1', [personId]);
  return moved.length > 0;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
