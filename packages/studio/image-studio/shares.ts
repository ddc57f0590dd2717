/** Public links to images, valid until revoked or the image is deleted. */
import { randomBytes } from 'node:crypto';
import type { ImageShare, SharedImageView } from '@bakkum/api-contract/images/shares';
import type { StoredBlob } from '@bakkum/blobs/blob-store';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import type { Studio } from './studio.ts';
import { imageViews } from './views.ts';

const ID_BYTES = 16;

const shareRow = z.object({ id: z.string(), created_at: z.date() });

const ACTIVE = 'select id, created_at from studio.shares where image_id = $1 and revoked_at is null';

function viewOf(row: unknown): ImageShare {
  const { id, created_at: createdAt } = shareRow.parse(row);
  return { id, createdAt: createdAt.toISOString() };
}

/** Locks an image that may be shared. Images that show an imported one are not, so that nobody publishes foreign files through this site. */
async function lockShareable(sql: Sql, userId: string, imageId: string): Promise<'shareable' | 'blocked' | undefined> {
  const locked = await sql.query(
    'select from studio.images where id = $1 and user_id = $2 and deleted_at is null and not shows_import for update',
    [imageId, userId],
  );
  if (locked.length === 0) return undefined;
  // A separate statement, because it must see what was committed before the lock was granted.
  const blocking = await sql.query(
    'select from studio.images i join studio.blocked_sharing b on b.root_id = i.root_id where i.id = $1',
    [imageId],
  );
  return blocking.length > 0 ? 'blocked' : 'shareable';
}

/**
 * Shares an image; a shared image keeps its link. `blocked`: the operator ended its links. Undefined if the person has no such image, or
 * it shows an imported one.
 */
export function shareImage(
  { database, now }: Studio,
  userId: string,
  imageId: string,
): Promise<ImageShare | 'blocked' | undefined> {
  return database.transaction(async (sql) => {
    const state = await lockShareable(sql, userId, imageId);
    if (state !== 'shareable') return state;
    await sql.query(
      `insert into studio.shares (id, image_id, created_at) values ($1, $2, $3)
       on conflict (image_id) where revoked_at is null do nothing`,
      [randomBytes(ID_BYTES).toString('base64url'), imageId, now()],
    );
    return viewOf((await sql.query(ACTIVE, [imageId]))[0]);
  });
}

/** The active link of a person's image. Undefined if there is no such image. */
export async function shareOf(
  { database }: Studio,
  userId: string,
  imageId: string,
): Promise<{ readonly share?: ImageShare } | undefined> {
  const owned = await database.query('select from studio.images where id = $1 and user_id = $2 and deleted_at is null', [
    imageId,
    userId,
  ]);
  if (owned.length === 0) return undefined;
  const [row] = await database.query(ACTIVE, [imageId]);
  return row ? { share: viewOf(row) } : {};
}

/** Revokes the link of an image permanently; sharing the image again creates another link. False if there is none. */
export async function revokeShare({ database, now }: Studio, userId: string, imageId: string): Promise<boolean> {
  const rows = await database.query(
    `update studio.shares s set revoked_at = $3 from studio.images i
     where s.image_id = $2 and i.id = s.image_id and i.user_id = $1 and i.deleted_at is null and s.revoked_at is null returning s.id`,
    [userId, imageId, now()],
  );
  return rows.length > 0;
}

/** All links of a person, for the export of their data. */
export async function ownedShares(sql: Sql, userId: string) {
  const rows = await sql.query(
    `select s.id, s.image_id, s.created_at, s.revoked_at from studio.shares s join studio.images i on i.id = s.image_id
     where i.user_id = $1 order by s.created_at, s.id`,
    [userId],
  );
  return z.array(shareRow.extend({ image_id: z.string(), revoked_at: z.date().nullable() })).parse(rows);
}

const targetRow = z.object({ image_id: z.string(), file_key: z.string(), bytes: z.number(), ended: z.boolean() });
type Target = Pick<z.infer<typeof targetRow>, 'image_id' | 'file_key' | 'bytes'>;

/** `ended`: the owner or the operator revoked the link, or the image was deleted. Undefined: there never was such a link, or the image is deleted for good. */
export type Shared<Found> = Found | 'ended' | undefined;

async function targetOf({ database }: Studio, shareId: string): Promise<Shared<Target>> {
  const [row] = await database.query(
    `select s.image_id, i.file_key, f.bytes, s.revoked_at is not null or i.deleted_at is not null as ended
     from studio.shares s join studio.images i on i.id = s.image_id join studio.files f on f.key = i.file_key where s.id = $1`,
    [shareId],
  );
  if (!row) return undefined;
  const target = targetRow.parse(row);
  return target.ended ? 'ended' : target;
}

/** What a visitor learns about a shared image: nothing of its owner, its prompt or its settings. */
export async function sharedImage(studio: Studio, shareId: string): Promise<Shared<SharedImageView>> {
  const target = await targetOf(studio, shareId);
  if (target === undefined || target === 'ended') return target;
  const [image] = await imageViews(studio, studio.database, 'where i.id = $1 and i.deleted_at is null', [target.image_id]);
  if (!image) return 'ended';
  const { width, height, transparent, design, mark, providerName, model } = image;
  return {
    width,
    height,
    bytes: target.bytes,
    transparent,
    origin: design ? 'design' : mark === 'edited' ? 'edited' : 'ai',
    ...(!design && { madeBy: model ? `${providerName} (${model})` : providerName }),
  };
}

/** The stored file, a PNG without prompt and settings. */
export async function sharedFile(studio: Studio, shareId: string): Promise<Shared<StoredBlob>> {
  const target = await targetOf(studio, shareId);
  if (target === undefined || target === 'ended') return target;
  return (await studio.blobs.get(target.file_key)) ?? 'ended';
}

/** The image behind a link, for a report about it. */
export async function sharedImageId(studio: Studio, shareId: string): Promise<Shared<string>> {
  const target = await targetOf(studio, shareId);
  return target === undefined || target === 'ended' ? target : target.image_id;
}
