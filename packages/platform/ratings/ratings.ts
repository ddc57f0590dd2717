import { createHmac } from 'node:crypto';
import type { Rating, RatingRequest } from '@bakkum/api-contract/ratings';
import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import { lockOwner } from '@bakkum/idempotency/idempotency';
import { z } from 'zod';

/** Maximum number of votes per day from one network: for all articles, and for one. A school shares a network. */
export const RATING_LIMITS = { fromOnePlace: 20, ofOneArticle: 3 } as const;

export type Ratings = {
  /** Stores a reader's vote and replaces an earlier one. `place` is the network address; it is not stored. */
  rate(request: RatingRequest, place: string): Promise<Rating | 'limited'>;
  /** Ratings by article; unrated ones are missing. */
  all(): Promise<ReadonlyMap<string, Rating>>;
  /** Erases the hashed network addresses of past days. */
  tidy(): Promise<void>;
};

type RatingParts = {
  readonly sql: Database;
  /** Key for the hashes. */
  readonly secret: string;
  readonly now?: () => Date;
};

const counted = z.object({ all: z.number(), same: z.number() });
const ratingRow = z.object({ article: z.string(), stars: z.number(), votes: z.number() });

export function createRatings({ sql, secret, now = () => new Date() }: RatingParts): Ratings {
  const hash = (text: string): string => createHmac('sha256', secret).update(`rating\0${text}`).digest('base64url');

  async function mayRate(locked: Sql, article: string, reader: string, sender: string): Promise<boolean> {
    // A repeated vote replaces the earlier one, so that readers can change their mind.
    const rows = await locked.query(
      `select count(*)::int as all, (count(*) filter (where article = $2))::int as same from ratings.votes
       where sender = $1 and at > $4::timestamptz - interval '1 day' and not (article = $2 and reader = $3)`,
      [sender, article, reader, now()],
    );
    const { all, same } = counted.parse(rows[0]);
    return all < RATING_LIMITS.fromOnePlace && same < RATING_LIMITS.ofOneArticle;
  }

  const all = async (): Promise<ReadonlyMap<string, Rating>> => {
    const rows = await sql.query(
      'select article, avg(stars)::float8 as stars, count(*)::int as votes from ratings.votes group by article',
    );
    const parsed = z.array(ratingRow).parse(rows);
    return new Map(parsed.map(({ article, stars, votes }) => [article, { stars, votes }]));
  };
  return {
    async rate({ article, stars, reader: mark }, place) {
      const [reader, sender] = [hash(mark), hash(place)];
      const isCounted = await sql.transaction(async (locked) => {
        // One vote per sender at a time, so that simultaneous votes are limited too.
        await lockOwner(locked, 'ratings', sender);
        if (!(await mayRate(locked, article, reader, sender))) return false;
        await locked.query(
          `insert into ratings.votes (article, reader, stars, at, sender) values ($1, $2, $3, $4, $5)
           on conflict (article, reader) do update set stars = excluded.stars, at = excluded.at, sender = excluded.sender`,
          [article, reader, stars, now(), sender],
        );
        return true;
      });
      if (!isCounted) return 'limited';
      return (await all()).get(article) ?? { stars, votes: 1 };
    },
    all,
    async tidy() {
      await sql.query(
        "update ratings.votes set sender = null where sender is not null and at < $1::timestamptz - interval '1 day'",
        [now()],
      );
    },
  };
}
