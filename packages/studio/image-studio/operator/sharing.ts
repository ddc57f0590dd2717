/** The operator ends links to images, such as reported ones. */
import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';

const withId = z.array(z.object({ id: z.string() }));

/**
 * Ends the links to a family of images: an image and its versions, which may show the same. None of them can be shared again, also after
 * some are deleted. Returns the number of links that worked until now, or undefined if the whole family is deleted.
 */
export async function endSharing(database: Database, rootId: string, now: Date): Promise<number | undefined> {
  // Committed first: links made later are refused, and the transaction below finds earlier ones, also those of versions just finished.
  await database.query(
    `insert into studio.blocked_sharing (root_id, user_id, blocked_at)
     select root_id, user_id, $2 from studio.images where root_id = $1 limit 1 on conflict (root_id) do nothing`,
    [rootId, now],
  );
  return database.transaction(async (sql) => {
    // Sharing an image takes the same locks, so no link is missed.
    const family = withId.parse(
      await sql.query('select id from studio.images where root_id = $1 order by id for update', [rootId]),
    );
    if (family.length === 0) return undefined;
    const ended = await sql.query(
      'update studio.shares set revoked_at = $2 where image_id = any($1::uuid[]) and revoked_at is null returning id',
      [family.map(({ id }) => id), now],
    );
    return ended.length;
  });
}

/** Lets the owner share a family of images again. Ended links stay ended. False if that was allowed already. */
export async function allowSharing(sql: Sql, rootId: string): Promise<boolean> {
  const rows = await sql.query('delete from studio.blocked_sharing where root_id = $1 returning root_id', [rootId]);
  return rows.length > 0;
}

/** The family of the image behind a link, also if the link has ended. */
export async function familyOfLink(sql: Sql, shareId: string): Promise<string | undefined> {
  const [row] = await sql.query(
    'select i.root_id as id from studio.shares s join studio.images i on i.id = s.image_id where s.id = $1',
    [shareId],
  );
  return row && z.object({ id: z.string() }).parse(row).id;
}

const link = z.object({ id: z.string(), revoked_at: z.date().nullable() });

/** The newest link to an image. */
export async function newestLink(sql: Sql, imageId: string): Promise<z.infer<typeof link> | undefined> {
  const [row] = await sql.query(
    'select id, revoked_at from studio.shares where image_id = $1 order by revoked_at is null desc, created_at desc limit 1',
    [imageId],
  );
  return row && link.parse(row);
}
