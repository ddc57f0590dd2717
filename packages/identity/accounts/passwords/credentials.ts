import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';

/** How a person signs in. The hash changes with every new password. */
export type Credential = { readonly personId: string; readonly passwordHash: string; readonly demo: boolean };

const row = z
  .object({ id: z.string(), password: z.string(), demo: z.boolean() })
  .transform(({ id, password, demo }): Credential => ({ personId: id, passwordHash: password, demo }));

const SELECT = `select u.id, c.password, u.demo from accounts.users u
  join accounts.credentials c on c.user_id = u.id and c.provider_id = 'credential' and c.password is not null`;

export async function credentialByEmail(sql: Sql, email: string): Promise<Credential | undefined> {
  const [found] = await sql.query(`${SELECT} where u.email = $1`, [email]);
  return found && row.parse(found);
}

export async function credentialOf(sql: Sql, personId: string): Promise<Credential | undefined> {
  const [found] = await sql.query(`${SELECT} where u.id = $1`, [personId]);
  return found && row.parse(found);
}

/** Invalidates every link and every started connection that could change how a person signs in. Part of every change of a credential. */
export async function invalidateLinks(sql: Sql, personId: string): Promise<void> {
  await sql.query('delete from accounts.password_resets where user_id = $1', [personId]);
  await sql.query('delete from accounts.email_changes where user_id = $1', [personId]);
  await sql.query('delete from accounts.verifications where value = $1', [personId]);
  await sql.query('delete from accounts.external_sign_ins where user_id = $1', [personId]);
}

export type PasswordChange = { readonly passwordHash: string; readonly revokeApiKeys: boolean };

/**
 * Sets a password within the caller's transaction, signs out every browser and invalidates every link. Also disconnects the sign-in
 * service, because an attacker with the old password may have connected it. The caller has locked the row of the person.
 * @returns the number of revoked API keys
 */
export async function replacePassword(sql: Sql, personId: string, change: PasswordChange): Promise<number> {
  await sql.query(
    `insert into accounts.credentials (user_id, account_id, provider_id, password) values ($1::uuid, $1::text, 'credential', $2)
     on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()`,
    [personId, change.passwordHash],
  );
  await sql.query('delete from accounts.sessions where user_id = $1', [personId]);
  await sql.query('delete from accounts.external_identities where user_id = $1', [personId]);
  await invalidateLinks(sql, personId);
  if (!change.revokeApiKeys) return 0;
  const revoked = await sql.query('delete from accounts.api_keys where user_id = $1 returning id', [personId]);
  return revoked.length;
}

/** Whether the person still has the password of `checked`, which was read before. The caller has locked the row of the person. */
export async function hasPassword(sql: Sql, checked: Credential): Promise<boolean> {
  return (await credentialOf(sql, checked.personId))?.passwordHash === checked.passwordHash;
}

/** Locks the row of a person until the transaction ends, so that changes of their credentials follow one another. */
export async function lockPerson(sql: Sql, personId: string): Promise<void> {
  await sql.query('select from accounts.users where id = $1 for update', [personId]);
}
