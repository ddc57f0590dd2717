import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';

/** An address whose emails a browser may read, if they were sent after that time. */
export type ReadableAddress = { readonly address: string; readonly since: Date };

/** Lets the browser that created an account read its mail. Only the first one counts, so that no later sign-up takes an account. */
export async function addCreatingBrowser(sql: Sql, email: string, browser: string): Promise<void> {
  await sql.query(
    `insert into accounts.demo_browsers (user_id, browser) select id, $2 from accounts.users u
     where email = $1 and not exists (select from accounts.demo_browsers b where b.user_id = u.id) on conflict do nothing`,
    [email, browser],
  );
}

/** Lets a browser read the mail of an account to which it has just signed in. */
export async function addBrowser(sql: Sql, email: string, browser: string): Promise<void> {
  await sql.query(
    `insert into accounts.demo_browsers (user_id, browser) select id, $2 from accounts.users where email = $1
     on conflict do nothing`,
    [email, browser],
  );
}

const row = z.object({ address: z.string(), since: z.date() });

/** The addresses of a browser's accounts, and their pending new addresses if no other account has them. */
export async function readableAddresses(sql: Sql, browser: string): Promise<readonly ReadableAddress[]> {
  const rows = await sql.query(
    `select u.email as address, u.created_at as since
       from accounts.users u join accounts.demo_browsers b on b.user_id = u.id where b.browser = $1
     union all
     select c.email, u.created_at
       from accounts.email_changes c join accounts.users u on u.id = c.user_id join accounts.demo_browsers b on b.user_id = u.id
       where b.browser = $1 and not exists (select from accounts.users other where other.email = c.email)`,
    [browser],
  );
  return z.array(row).parse(rows);
}
