import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import type { Auth } from './auth.ts';
import { type Credential, hasPassword, lockPerson } from './passwords/credentials.ts';

/** Sessions of one account. A new one deletes the oldest. */
export const MAX_SESSIONS = 100;

export type NewSessionParts = { readonly auth: Auth; readonly database: Database };

/**
 * Deletes the session that better-auth has just created if the account's password is no longer `checked`. Checking a password takes
 * time, and a reset in the meantime has already deleted the other sessions. Otherwise deletes the sessions beyond `MAX_SESSIONS`.
 * @param cookies the `Set-Cookie` lines of the new session
 * @returns whether the session is valid
 */
export async function keepNewSession(
  { auth, database }: NewSessionParts,
  cookies: readonly string[],
  checked: Credential | undefined,
): Promise<boolean> {
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
  const found = await auth.api.getSession({ headers: new Headers({ cookie }) });
  if (!found) return false;
  const { id, userId } = found.session;
  return database.transaction(async (sql) => {
    await lockPerson(sql, userId);
    if (checked?.personId !== userId || !(await hasPassword(sql, checked))) {
      await sql.query('delete from accounts.sessions where id = $1', [id]);
      return false;
    }
    await trimSessions(sql, userId, id);
    return true;
  });
}

/** Deletes the oldest sessions beyond `MAX_SESSIONS`. The caller has locked the row of the person. @param newest id of the session to keep */
export async function trimSessions(sql: Sql, personId: string, newest: string): Promise<void> {
  await sql.query(
    `delete from accounts.sessions where id in
       (select id from accounts.sessions where user_id = $1 and id <> $2 order by created_at desc, id offset $3)`,
    [personId, newest, MAX_SESSIONS - 1],
  );
}

/** Minutes that a sign-in proves who is there, for accounts without a password. */
export const SIGN_IN_PROVES_MINUTES = 15;

/** Whether a session of the person began in the last minutes. */
export async function isNewSession(sql: Sql, personId: string, sessionId: string): Promise<boolean> {
  const rows = await sql.query(
    "select from accounts.sessions where id = $1 and user_id = $2 and created_at > now() - $3 * interval '1 minute'",
    [sessionId, personId, SIGN_IN_PROVES_MINUTES],
  );
  return rows.length > 0;
}
