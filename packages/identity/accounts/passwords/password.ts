import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { Sql } from '@bakkum/database/sql';
import { type Credential, credentialOf } from './credentials.ts';
import { createHashQueue } from './hash-queue.ts';

/** OWASP password storage cheat sheet: N = 2^15, r = 8, p = 3 takes 32 MiB and about 0.1 s. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** scrypt needs 128·N·r bytes; the rest is headroom. */
const maxmem = (n: number, r: number): number => 160 * n * r;
/** Hashing uses Node's thread pool, which also reads files, so it may take at most half of the four threads. */
const CONCURRENCY = 2;

/** Cost of a hash; tests use a cheap one. */
export type PasswordCost = { readonly N: number; readonly r: number; readonly p: number };

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Also false for a hash in another format. */
  verify(given: { readonly hash: string; readonly password: string }): Promise<boolean>;
};

/** Hashes are stored as `scrypt$N$r$p$salt$key`. Each hash records its cost, so the cost can be raised later. */
export function createPasswords(cost: PasswordCost = COST): Passwords {
  const queue = createHashQueue(CONCURRENCY);
  const derive = (password: string, salt: Buffer, { N, r, p }: PasswordCost): Promise<Buffer> =>
    queue(() => scryptKey(password.normalize('NFKC'), salt, { N, r, p, maxmem: maxmem(N, r) }));
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const key = await derive(password, salt, cost);
      return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
    },
    async verify({ hash, password }) {
      const [scheme, n, r, p, salt = '', key = ''] = hash.split('$');
      if (scheme !== 'scrypt') return false;
      const wanted = Buffer.from(key, 'base64url');
      const found = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(n), r: Number(r), p: Number(p) });
      return wanted.length === found.length && timingSafeEqual(wanted, found);
    },
  };
}

/** The person's credential if this is their password. A write that relies on it calls `hasPassword` in its transaction. */
export async function credentialWith(
  sql: Sql,
  passwords: Passwords,
  personId: string,
  password: string,
): Promise<Credential | undefined> {
  const found = await credentialOf(sql, personId);
  return found && (await passwords.verify({ hash: found.passwordHash, password })) ? found : undefined;
}

function scryptKey(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
