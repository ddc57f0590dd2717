import { createHmac } from 'node:crypto';
import type { ContactRequest } from '@bakkum/api-contract/contact';
import type { ContactSubject } from '@bakkum/api-contract/contact-rules';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';

/** A way to deliver a message to the operator. Rejects on failure. */
export type Way = { readonly name: 'mail' | 'form'; readonly deliver: (message: StoredMessage) => Promise<void> };

export type StoredMessage = {
  readonly id: number;
  readonly at: Date;
  readonly name: string;
  readonly email: string;
  readonly subject: ContactSubject;
  readonly message: string;
  readonly locale: 'en' | 'ko';
};

/** A message in the operator's list. */
export type ListedMessage = StoredMessage & { readonly way?: 'mail' | 'form'; readonly answeredAt?: Date };

export type Received =
  | { readonly outcome: 'received'; readonly way: 'mail' | 'form' | 'stored' }
  | { readonly outcome: 'limited'; readonly retryAfterS: number };

/** Messages per hour: more from one network address are refused, and more in total are stored without being passed on. */
export const CONTACT_LIMITS = { fromOnePlace: 5, passedOn: 30, seconds: 3600 } as const;
/** Days that spam is stored, in case the filter was wrong. */
const SPAM_DAYS = 7;

type ContactParts = {
  readonly sql: Sql;
  /** Keys the hash of the sender's network address. */
  readonly secret: string;
  /** Tried in this order. */
  readonly ways: readonly Way[];
  /** Receives the failed way and its error; never the message. */
  readonly onProblem?: (problem: { readonly way: string; readonly error: string }) => void;
  readonly now?: () => Date;
};

export type Contact = {
  /** Stores a message, then passes it on. `place` is a network address and is not stored. */
  receive(request: ContactRequest, place: string): Promise<Received>;
  /** Newest first, without spam. */
  list(limit?: number): Promise<readonly ListedMessage[]>;
  find(id: number): Promise<ListedMessage | undefined>;
  markAnswered(id: number): Promise<void>;
  /** Deletes sender hashes and spam past their retention. */
  tidy(): Promise<void>;
};

const storedRow = z
  .object({
    id: z.number(),
    at: z.date(),
    name: z.string(),
    email: z.string(),
    subject: z.custom<ContactSubject>((value) => typeof value === 'string'),
    message: z.string(),
    locale: z.enum(['en', 'ko']),
    way: z.enum(['mail', 'form']).nullable(),
    answered_at: z.date().nullable(),
  })
  .transform(
    ({ way, answered_at: answeredAt, ...row }): ListedMessage => ({
      ...row,
      ...(way && { way }),
      ...(answeredAt && { answeredAt }),
    }),
  );
const COLUMNS = 'id, at, name, email, subject, message, locale, way, answered_at';

export function createContact({ sql, secret, ways, onProblem, now = () => new Date() }: ContactParts): Contact {
  const limiter = createLimiter(sql, secret);
  return {
    async receive(request, place) {
      const at = now();
      const sender = limiter.senderOf(place);
      const retryAfterS = await limiter.waitOf(sender, at);
      if (retryAfterS > 0) return { outcome: 'limited', retryAfterS };
      const stored = await store(sql, request, { sender, at });
      // A bot gets the same answer as a person, so that it learns nothing.
      if (request.website !== '') return { outcome: 'received', way: 'stored' };
      const way = (await limiter.mayTryNextService(at)) ? await passOn(ways, stored, onProblem) : undefined;
      if (way) await sql.query('update contact.messages set way = $2 where id = $1', [stored.id, way]);
      return { outcome: 'received', way: way ?? 'stored' };
    },
    async list(limit = 50) {
      const rows = await sql.query(`select ${COLUMNS} from contact.messages where not spam order by id desc limit $1`, [limit]);
      return z.array(storedRow).parse(rows);
    },
    async find(id) {
      const [row] = await sql.query(`select ${COLUMNS} from contact.messages where id = $1`, [id]);
      return row && storedRow.parse(row);
    },
    async markAnswered(id) {
      await sql.query('update contact.messages set answered_at = $2 where id = $1', [id, now()]);
    },
    async tidy() {
      await sql.query(
        "update contact.messages set sender = null where sender is not null and at < $1::timestamptz - interval '1 day'",
        [now()],
      );
      await sql.query('delete from contact.messages where spam and at < $1::timestamptz - make_interval(days => $2)', [
        now(),
        SPAM_DAYS,
      ]);
    },
  };
}

async function store(
  sql: Sql,
  request: ContactRequest,
  from: { readonly sender: string; readonly at: Date },
): Promise<StoredMessage> {
  const { name, email, subject, message, locale, website } = request;
  const rows = await sql.query(
    `insert into contact.messages (at, name, email, subject, message, locale, sender, spam)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
    [from.at, name, email, subject, message, locale, from.sender, website !== ''],
  );
  return storedRow.parse(rows[0]);
}

/** Tries the ways in order and returns the first that succeeds. */
async function passOn(
  ways: readonly Way[],
  message: StoredMessage,
  onProblem: ContactParts['onProblem'],
): Promise<Way['name'] | undefined> {
  for (const { name, deliver } of ways) {
    try {
      await deliver(message);
      return name;
    } catch (error) {
      onProblem?.({ way: name, error: error instanceof Error ? error.message : String(error) });
    }
  }
  return undefined;
}

function createLimiter(sql: Sql, secret: string) {
  const { fromOnePlace, passedOn, seconds } = CONTACT_LIMITS;
  const recent = z.object({ count: z.number(), wait: z.number().nullable() });
  return {
    senderOf: (place: string): string => createHmac('sha256', secret).update(`contact\0${place}`).digest('base64url'),
    /** Seconds until this sender may write again; 0 if now. */
    async waitOf(sender: string, at: Date): Promise<number> {
      const rows = await sql.query(
        `select count(*)::int as count, ceil(extract(epoch from min(at) + make_interval(secs => $3) - $2))::int as wait
         from contact.messages where sender = $1 and at > $2::timestamptz - make_interval(secs => $3)`,
        [sender, at, seconds],
      );
      const { count, wait } = recent.parse(rows[0]);
      return count < fromOnePlace ? 0 : Math.max(1, wait ?? 1);
    },
    async mayTryNextService(at: Date): Promise<boolean> {
      const rows = await sql.query(
        'select count(*)::int as count, null::int as wait from contact.messages where way is not null and at > $1::timestamptz - make_interval(secs => $2)',
        [at, seconds],
      );
      return recent.parse(rows[0]).count < passedOn;
    },
  };
}
