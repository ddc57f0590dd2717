import type { Sql } from '@bakkum/database/sql';
import { lockPerson } from './passwords/credentials.ts';

/** The session or API key that authenticated a request. */
export type Access = { readonly sessionId: string } | { readonly keyId: string };

/**
 * Whether the session or key still exists. A new password may have deleted it since the request began. It cannot be deleted until the
 * transaction ends, because credential changes wait for the lock of the user's row.
 */
export async function lockAccess(sql: Sql, personId: string, access: Access): Promise<boolean> {
  await lockPerson(sql, personId);
  const rows =
    'keyId' in access
      ? await sql.query('select from accounts.api_keys where id = $1 and user_id = $2', [access.keyId, personId])
      : await sql.query('select from accounts.sessions where id = $1 and user_id = $2', [access.sessionId, personId]);
  return rows.length > 0;
}
