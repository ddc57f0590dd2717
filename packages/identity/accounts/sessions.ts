import type { Database } from '@bakkum/database/database';
import { z } from 'zod';
import type { Auth } from './auth.ts';
import { type Person, personById } from './person.ts';
import { headersOf, type Visitor } from './visitor.ts';

/** A browser session of a signed-in user. */
export type SessionRow = {
  readonly id: string;
  readonly signedInAt: Date;
  readonly usedAt: Date;
  readonly expiresAt: Date;
  readonly userAgent: string;
};

export type CurrentSession = {
  readonly id: string;
  readonly person: Person;
  /** `Set-Cookie` lines, when the session was extended. */
  readonly cookies: readonly string[];
};

export type Sessions = {
  /** The person signed in with this browser. */
  session(visitor: Visitor): Promise<CurrentSession | undefined>;
  /** Newest first. */
  sessions(personId: string): Promise<readonly SessionRow[]>;
  /** False when that person has no such session. */
  revokeSession(personId: string, sessionId: string): Promise<boolean>;
  /** Signs out every other browser and returns how many. */
  revokeOthers(personId: string, sessionId: string): Promise<number>;
};

const row = z.object({
  id: z.string(),
  created_at: z.date(),
  updated_at: z.date(),
  expires_at: z.date(),
  user_agent: z.string().nullable(),
});

/** @internal Part of `Accounts`. */
export function createSessions(database: Database, auth: Auth): Sessions {
  return {
    async session(visitor) {
      if (!visitor.cookie) return undefined;
      const { headers, response } = await auth.api.getSession({ headers: headersOf(visitor), returnHeaders: true });
      const person = response && (await personById(database, response.user.id));
      return person ? { id: response.session.id, person, cookies: headers.getSetCookie() } : undefined;
    },
    async sessions(personId) {
      const rows = await database.query(
        `select id, created_at, updated_at, expires_at, user_agent from accounts.sessions
         where user_id = $1 and expires_at > now() order by updated_at desc`,
        [personId],
      );
      return z
        .array(row)
        .parse(rows)
        .map((given) => ({
          id: given.id,
          signedInAt: given.created_at,
          usedAt: given.updated_at,
          expiresAt: given.expires_at,
          userAgent: given.user_agent ?? '',
        }));
    },
    async revokeSession(personId, sessionId) {
      const rows = await database.query('delete from accounts.sessions where user_id = $1 and id = $2 returning id', [
        personId,
        sessionId,
      ]);
      return rows.length > 0;
    },
    async revokeOthers(personId, sessionId) {
      const rows = await database.query('delete from accounts.sessions where user_id = $1 and id <> $2 returning id', [
        personId,
        sessionId,
      ]);
      return rows.length;
    },
  };
}
