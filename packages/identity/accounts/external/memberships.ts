import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';

/** What an issuer said about a person at the last sign-in. */
export type Membership = {
  readonly groups: readonly string[];
  readonly signedInAt: Date;
  /** Whether the sign-in is recent enough for the groups to count. */
  readonly isCurrent: boolean;
  /** Whether the person can also sign in with a password. */
  readonly hasPassword: boolean;
};

const row = z
  .object({ groups: z.array(z.string()), signed_in: z.date(), is_current: z.boolean(), has_password: z.boolean() })
  .transform(
    (given): Membership => ({
      groups: given.groups,
      signedInAt: given.signed_in,
      isCurrent: given.is_current,
      hasPassword: given.has_password,
    }),
  );

/**
 * Returns the membership of a person at an issuer; undefined for accounts that are not connected to it.
 * @param days days that the groups of a sign-in count
 */
export async function membershipOf(sql: Sql, personId: string, issuer: string, days: number): Promise<Membership | undefined> {
  const [found] = await sql.query(
    `select i.groups, i.signed_in, i.signed_in > now() - $3 * interval '1 day' as is_current, exists (
       select from accounts.credentials c where c.user_id = i.user_id and c.provider_id = 'credential' and c.password is not null
     ) as has_password
     from accounts.external_identities i where i.user_id = $1 and i.issuer = $2`,
    [personId, issuer, days],
  );
  return found && row.parse(found);
}

/** Everything stored about the identities of a person, for the export of their data. */
export function externalIdentities(sql: Sql, personId: string): Promise<readonly object[]> {
  return sql.query(
    `select issuer, subject, groups, signed_in as "signedInAt", created_at as "connectedAt"
     from accounts.external_identities where user_id = $1 order by created_at`,
    [personId],
  );
}
