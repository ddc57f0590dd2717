import { createHmac } from 'node:crypto';
import type { ContactRequest } from '@bakkum/api-contract/contact';
import type { ContactSubject } from '@bakkum/api-contract/contact-rules';
import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import { lockOwner } from '@bakkum/idempotency/idempotency';
import { networkOf } from '@bakkum/outbound/network';
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

/**
 * Messages per hour. More from one network address or network are refused. More from one network or in total than are passed on are
 * stored; `passOnWaiting` passes on `waiting` of them at a time, one of each network.
 */
export const CONTACT_LIMITS = {
  fromOnePlace: 5,
  fromOneNetwork: 1000,
  /** Messages of a day, from everyone. Beyond it, a network may write one, so that nobody keeps others from writing. */
  perDay: 20_000,
  passedOn: 30,
  passedOnFromNetwork: 10,
  waiting: 10,
  seconds: 3600,
} as const;
/** Hours during which a message that was only stored is tried again. */
const WAITING_HOURS = 24;
/** Days that spam is stored, in case the filter was wrong. */
const SPAM_DAYS = 7;

type ContactParts = {
  readonly sql: Database;
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
  /**
   * Passes on messages that were only stored, because there were too many or a service failed. Those of networks that wrote least go
   * first, so that nobody keeps others from being read. Returns their number.
   */
  passOnWaiting(): Promise<number>;
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
  /** Stores one message per network at a time, so that simultaneous messages are limited too. Returns the seconds to wait if refused. */
  const storeLimited = (request: ContactRequest, origin: Origin, at: Date): Promise<StoredMessage | number> =>
    sql.transaction(async (locked) => {
      await lockOwner(locked, 'contact', origin.network);
      const retryAfterS = await limiter.waitOf(locked, origin, at);
      return retryAfterS > 0 ? retryAfterS : store(locked, request, { ...origin, at });
    });
  return {
    async receive(request, place) {
      const at = now();
      const origin = limiter.originOf(place);
      const stored = await storeLimited(request, origin, at);
      if (typeof stored === 'number') return { outcome: 'limited', retryAfterS: stored };
      // A bot gets the same answer as a person, so that it learns nothing.
      if (request.website !== '') return { outcome: 'received', way: 'stored' };
      if (!(await limiter.beginPassing(origin, at))) return { outcome: 'received', way: 'stored' };
      const way = await passOn(ways, stored, onProblem);
      await limiter.endPassing(origin, async () => {
        if (way) await sql.query('update contact.messages set way = $2 where id = $1', [stored.id, way]);
      });
      return { outcome: 'received', way: way ?? 'stored' };
    },
    async passOnWaiting() {
      const waiting = ways.length > 0 ? await waitingMessages(sql, now()) : [];
      let passed = 0;
      for (const message of waiting) {
        const way = await passOn(ways, message, onProblem);
        if (!way) continue;
        await sql.query('update contact.messages set way = $2 where id = $1', [message.id, way]);
        passed += 1;
      }
      return passed;
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
        "update contact.messages set sender = null, network = null where sender is not null and at < $1::timestamptz - interval '1 day'",
        [now()],
      );
      await sql.query('delete from contact.messages where spam and at < $1::timestamptz - make_interval(days => $2)', [
        now(),
        SPAM_DAYS,
      ]);
    },
  };
}

async function store(sql: Sql, request: ContactRequest, from: Origin & { readonly at: Date }): Promise<StoredMessage> {
  const { name, email, subject, message, locale, website } = request;
  const rows = await sql.query(
    `insert into contact.messages (at, name, email, subject, message, locale, sender, network, spam)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${COLUMNS}`,
    [from.at, name, email, subject, message, locale, from.sender, from.network, website !== ''],
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

async function waitingMessages(sql: Sql, at: Date): Promise<readonly StoredMessage[]> {
  const rows = await sql.query(
    `select ${COLUMNS} from (
       select distinct on (network) *, count(*) over (partition by network) as others from contact.messages
       where network is not null and way is null and not spam and answered_at is null
         and at > $1::timestamptz - make_interval(hours => $2)
       order by network, at
     ) oldest order by others, at limit $3`,
    [at, WAITING_HOURS, CONTACT_LIMITS.waiting],
  );
  return z.array(storedRow).parse(rows);
}

/** Keyed hashes of where a message came from. */
type Origin = { readonly sender: string; readonly network: string };

function createLimiter(sql: Sql, secret: string) {
  const { fromOnePlace, fromOneNetwork, perDay, passedOn, passedOnFromNetwork, seconds } = CONTACT_LIMITS;
  const hash = (text: string): string => createHmac('sha256', secret).update(`contact\0${text}`).digest('base64url');
  const waits = z.object({ by_sender: z.number(), by_network: z.number(), wait: z.number().nullable() });
  const passed = z.object({ total: z.number(), by_network: z.number() });
  /** Networks whose messages are being forwarded. */
  const passing: string[] = [];
  let last: Promise<unknown> = Promise.resolve();
  // One at a time, so that every message is counted either as being forwarded or as forwarded.
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
  const isDayFull = async (locked: Sql, network: string, at: Date): Promise<boolean> => {
    const rows = await locked.query(
      `select (select count(*) from (select from contact.messages where at > $1::timestamptz - interval '1 day' limit $2) recent) >= $2
         and exists (select from contact.messages where network = $3 and at > $1::timestamptz - interval '1 day') as is_full`,
      [at, perDay, network],
    );
    return z.object({ is_full: z.boolean() }).parse(rows[0]).is_full;
  };
  return {
    originOf: (place: string): Origin => ({ sender: hash(place), network: hash(`network\0${networkOf(place)}`) }),
    /** Seconds until this sender may write again; 0 if now. */
    async waitOf(locked: Sql, { sender, network }: Origin, at: Date): Promise<number> {
      const rows = await locked.query(
        `select count(*) filter (where sender = $1)::int as by_sender, count(*)::int as by_network,
           ceil(extract(epoch from coalesce(min(at) filter (where sender = $1), min(at)) + make_interval(secs => $4) - $3))::int as wait
         from contact.messages where network = $2 and at > $3::timestamptz - make_interval(secs => $4)`,
        [sender, network, at, seconds],
      );
      const { by_sender: bySender, by_network: byNetwork, wait } = waits.parse(rows[0]);
      if (bySender >= fromOnePlace || byNetwork >= fromOneNetwork) return Math.max(1, wait ?? 1);
      return (await isDayFull(locked, network, at)) ? seconds : 0;
    },
    /** Whether a message may be forwarded. Messages that this process is forwarding count too. */
    beginPassing: ({ network }: Origin, at: Date): Promise<boolean> =>
      inTurn(async () => {
        const rows = await sql.query(
          `select count(*)::int as total, count(*) filter (where network = $1)::int as by_network
           from contact.messages where way is not null and at > $2::timestamptz - make_interval(secs => $3)`,
          [network, at, seconds],
        );
        const { total, by_network: byNetwork } = passed.parse(rows[0]);
        const fromNetwork = passing.filter((each) => each === network).length;
        const isAllowed = total + passing.length < passedOn && byNetwork + fromNetwork < passedOnFromNetwork;
        if (isAllowed) passing.push(network);
        return isAllowed;
      }),
    /** @param note records that the message was forwarded */
    endPassing: ({ network }: Origin, note: () => Promise<void>): Promise<void> =>
      inTurn(() => note().finally(() => passing.splice(passing.indexOf(network), 1))),
  };
}
