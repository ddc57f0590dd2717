import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { API_SCOPES, type ApiScope, MAX_API_KEYS } from '@bakkum/api-contract/api-keys';
import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { lockAccess } from './access.ts';
import { lockPerson } from './passwords/credentials.ts';
import { type Person, personById } from './person.ts';

/** Prefix of every key, so that scanners recognise a leaked one. */
const BRAND = 'bkm';
const PREFIX_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const PREFIX_LENGTH = 10;
/** 256 bits cannot be guessed, so a fast hash protects the key as well as a slow one. */
const SECRET_BYTES = 32;
const KEY = /^bkm_([a-z0-9]{10})_([A-Za-z0-9_-]{43})$/;
/** Resolution of the last-use time: writing it on every request would cost more than the request itself. */
const USED_EVERY_MS = 60_000;

export type ApiKey = {
  readonly id: string;
  readonly name: string;
  /** `bkm_` and the part used for lookup. */
  readonly prefix: string;
  readonly scopes: readonly ApiScope[];
  readonly madeAt: Date;
  readonly usedAt: Date | null;
  readonly expiresAt: Date | null;
};

export type NewApiKey = { readonly name: string; readonly scopes: readonly ApiScope[]; readonly expiresAt?: Date };

export type ApiKeys = {
  /** Newest first. */
  list(personId: string): Promise<readonly ApiKey[]>;
  /**
   * `secret` is the whole key, which cannot be read again. Answers `full` when the account has reached its limit, and `signed-out`
   * when the session that asks for the key has ended. Without a session, none is checked.
   */
  make(
    personId: string,
    key: NewApiKey,
    sessionId: string | undefined,
  ): Promise<{ readonly key: ApiKey; readonly secret: string } | 'full' | 'signed-out'>;
  /** False when the person has no such key. */
  revoke(personId: string, id: string): Promise<boolean>;
  /** Finds the owner of a key and records the use; undefined if the key is wrong, revoked or expired. */
  check(secret: string, sql?: Sql): Promise<{ readonly key: ApiKey; readonly person: Person } | undefined>;
};

const COLUMNS = 'id, user_id, name, prefix, hash, scopes, created_at, used_at, expires_at';
const row = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  prefix: z.string(),
  hash: z.instanceof(Buffer),
  scopes: z.array(z.enum(API_SCOPES)),
  created_at: z.date(),
  used_at: z.date().nullable(),
  expires_at: z.date().nullable(),
});

export type ApiKeysParts = {
  readonly database: Database;
  readonly now?: () => Date;
  /** Removes what a revoked key has set, in the transaction that deletes the key. */
  readonly onRevoke?: (sql: Sql, personId: string, keyId: string) => Promise<void>;
};

export function createApiKeys({ database, now = () => new Date(), onRevoke }: ApiKeysParts): ApiKeys {
  return {
    async list(personId) {
      const rows = await database.query(
        `select ${COLUMNS} from accounts.api_keys where user_id = $1 order by created_at desc, id`,
        [personId],
      );
      return rows.map((found) => keyOf(row.parse(found)));
    },
    make: (personId, key, sessionId) => makeKey(database, { now: now(), personId, sessionId, ...key }),
    async revoke(personId, id) {
      return database.transaction(async (sql) => {
        // Waits for a running request of this key, so that the settings it makes are removed too.
        await lockPerson(sql, personId);
        const rows = await sql.query('delete from accounts.api_keys where id = $1 and user_id = $2 returning id', [id, personId]);
        if (rows.length > 0) await onRevoke?.(sql, personId, id);
        return rows.length > 0;
      });
    },
    check: (secret, sql = database) => checkKey(sql, now(), secret),
  };
}

type Making = NewApiKey & { readonly now: Date; readonly personId: string; readonly sessionId: string | undefined };

async function makeKey(database: Database, { now, personId, sessionId, name, scopes, expiresAt }: Making) {
  const prefix = Array.from({ length: PREFIX_LENGTH }, () => PREFIX_LETTERS[randomInt(PREFIX_LETTERS.length)]).join('');
  const secret = `${BRAND}_${prefix}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return database.transaction(async (sql) => {
    await lockPerson(sql, personId);
    // A reset may have revoked every key since the request began. It also ends every session.
    if (sessionId !== undefined && !(await lockAccess(sql, personId, { sessionId }))) return 'signed-out';
    const count = await sql.query('select from accounts.api_keys where user_id = $1', [personId]);
    if (count.length >= MAX_API_KEYS) return 'full';
    const [made] = await sql.query(
      `insert into accounts.api_keys (user_id, name, prefix, hash, scopes, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}`,
      [personId, name, prefix, hashOf(secret), scopes, now, expiresAt ?? null],
    );
    return { key: keyOf(row.parse(made)), secret };
  });
}

async function checkKey(sql: Sql, now: Date, secret: string) {
  const prefix = KEY.exec(secret)?.[1];
  if (prefix === undefined) return undefined;
  const [found] = await sql.query(
    `select ${COLUMNS} from accounts.api_keys where prefix = $1 and (expires_at is null or expires_at > $2)`,
    [prefix, now],
  );
  if (!found) return undefined;
  const key = row.parse(found);
  if (!timingSafeEqual(key.hash, hashOf(secret))) return undefined;
  const person = await personById(sql, key.user_id);
  if (!person) return undefined;
  if (now.getTime() - (key.used_at?.getTime() ?? 0) >= USED_EVERY_MS) {
    await sql.query('update accounts.api_keys set used_at = $2 where id = $1', [key.id, now]);
  }
  return { key: keyOf(key), person };
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function keyOf({ id, name, prefix, scopes, created_at, used_at, expires_at }: z.infer<typeof row>): ApiKey {
  return { id, name, prefix: `${BRAND}_${prefix}`, scopes, madeAt: created_at, usedAt: used_at, expiresAt: expires_at };
}
