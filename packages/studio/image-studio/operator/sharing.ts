/** The operator ends links to images, such as reported ones. */
import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';

const withId = z.array(z.object({ id: z.string() }));

/** The images that share an original with this one: itself, its original and all versions. */
const FAMILY = 'select id from studio.images where root_id = (select root_id from studio.images where id = $1)';

/**
 * Ends the links to an image and its versions, which may show the same. None of them can be shared again. Returns the number of links
 * that worked until now.
 */
export function endSharing(database: Database, imageId: string, now: Date): Promise<number> {
  return database.transaction(async (sql) => {
    // Sharing an image takes the same locks, so no link is missed.
    const family = withId.parse(await sql.query(`${FAMILY} order by id for update`, [imageId]));
    await sql.query('update studio.images set sharing_ended_at = coalesce(sharing_ended_at, $2) where id = $1', [imageId, now]);
    const ended = await sql.query(
      'update studio.shares set revoked_at = $2 where image_id = any($1::uuid[]) and revoked_at is null returning id',
      [family.map(({ id }) => id), now],
    );
    return ended.length;
  });
}

/** Lets the owner share an image and its versions again. Ended links stay ended. False if that was allowed already. */
export async function allowSharing(sql: Sql, imageId: string): Promise<boolean> {
  const rows = await sql.query(
    `update studio.images set sharing_ended_at = null where id in (${FAMILY}) and sharing_ended_at is not null returning id`,
    [imageId],
  );
  return rows.length > 0;
}

/** The image behind a link, also if the link has ended. */
export async function imageOfLink(sql: Sql, shareId: string): Promise<string | undefined> {
  const [row] = await sql.query('select image_id as id from studio.shares where id = $1', [shareId]);
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
