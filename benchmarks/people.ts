/** A running site and its users, for suites that measure it as a whole. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createApiKeys } from '@bakkum/accounts/api-keys';
import { createPasswords } from '@bakkum/accounts/passwords/password';
import type { Database } from '@bakkum/database/database';
import { openDatabase } from '@bakkum/database/open-database';

const START_TIMEOUT_MS = 120_000;
/** Password of all users. */
export const PASSWORD = 'correct horse';

export async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await wait(50);
  }
  throw new Error('the server did not start in time');
}

/** Inserts users with confirmed addresses into the database directly, as sign-up is not measured. */
export async function addPeople(data: string, count: number): Promise<readonly string[]> {
  const emails = Array.from({ length: count }, () => `${randomUUID()}@example.com`);
  const database = await openDatabase({ folder: path.join(data, 'postgres'), migrations: [], poolSize: 1 });
  try {
    await addPeopleTo(database, emails);
  } finally {
    await database.close();
  }
  return emails;
}

async function addPeopleTo(database: Database, emails: readonly string[]): Promise<readonly string[]> {
  const rows = await database.query(
    `with person as (
       insert into accounts.users (name, email, email_verified, first_name, last_name, locale)
       select 'A B', given, true, 'A', 'B', 'en' from unnest($1::text[]) given returning id
     ) insert into accounts.credentials (user_id, account_id, provider_id, password)
       select id, id::text, 'credential', $2 from person returning user_id`,
    [emails, await createPasswords().hash(PASSWORD)],
  );
  return rows.map((row) => String(row['user_id']));
}

/** Creates an account with that address and returns an API key with all permissions. */
export async function addKey(database: Database, email: string): Promise<string> {
  const [id = ''] = await addPeopleTo(database, [email]);
  const scopes = ['convert:read', 'convert:write', 'account:read'] as const;
  const made = await createApiKeys({ database }).make(id, { name: 'benchmark', scopes }, undefined);
  if (typeof made === 'string') throw new Error(made);
  return made.secret;
}

/** Returns the time that this share of the values does not exceed. */
export function percentile(times: readonly number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}
