import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';

/** A person with an account. */
export type Person = {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly locale: 'en' | 'ko';
  /** True for the account seeded by demo mode. */
  readonly demo: boolean;
  readonly joinedAt: Date;
};

const COLUMNS = 'id, email, email_verified, first_name, last_name, locale, demo, created_at';
const row = z
  .object({
    id: z.string(),
    email: z.string(),
    email_verified: z.boolean(),
    first_name: z.string(),
    last_name: z.string(),
    locale: z.enum(['en', 'ko']),
    demo: z.boolean(),
    created_at: z.date(),
  })
  .transform(
    (given): Person => ({
      id: given.id,
      email: given.email,
      emailVerified: given.email_verified,
      firstName: given.first_name,
      lastName: given.last_name,
      locale: given.locale,
      demo: given.demo,
      joinedAt: given.created_at,
    }),
  );

export async function personById(sql: Sql, id: string): Promise<Person | undefined> {
  const [found] = await sql.query(`select ${COLUMNS} from accounts.users where id = $1`, [id]);
  return found && row.parse(found);
}

/** Reads a person whose id is known to exist. */
export async function readPerson(sql: Sql, id: string): Promise<Person> {
  const person = await personById(sql, id);
  if (!person) throw new Error('Somebody is gone');
  return person;
}

/** Used by the operator's tools. */
export async function personByEmail(sql: Sql, email: string): Promise<Person | undefined> {
  const [found] = await sql.query(`select ${COLUMNS} from accounts.users where email = lower($1)`, [email]);
  return found && row.parse(found);
}
