/** Limits of stored images: per account, and for free accounts also per network address and in total. */
import { MIN_FILE_BYTES } from '@bakkum/blobs/counted-bytes';
import type { Sql } from '@bakkum/database/sql';
import { lockOwner } from '@bakkum/idempotency/idempotency';
import { IMPORTS_KEPT, STORED_IMAGE_BYTES } from '@bakkum/studio-options/imports';
import { RESOLUTION_IDS } from '@bakkum/studio-options/resolutions';
import { z } from 'zod';
import { sizeOf } from './rows.ts';
import type { Buyer, Studio } from './studio.ts';

/** The limit that is reached: of the account, of all free accounts on the address, or of all free accounts. */
export type StorageFull = { readonly outcome: 'account-full' | 'address-full' | 'site-full' };

/** Maximum bytes of free accounts that use one network address. */
export const FREE_BYTES_PER_ADDRESS = 5_000_000_000;

/** Share of the space left by others that one address may use, so that a few addresses cannot fill it. */
const ADDRESS_SHARE = 0.25;
/** Bytes that an address may always use, if there is space at all. */
const ADDRESS_FLOOR = 20_000_000;

/** Prefix of the lock under which one account's orders, imports and restored images are accepted one at a time. */
export const STUDIO_LOCK = 'studio';

/** The address that an order counts towards. Paid plans have their own limits. */
export function placeOf({ tier, place }: Buyer): string | undefined {
  return tier === 'free' ? place : undefined;
}

/**
 * Returns the limit that prevents storing more images, if any. Open orders count with the largest files they can create.
 * @param sql a transaction that holds the account's lock
 * @param bytes size of an image that is not stored yet
 */
export async function storageFull(studio: Studio, sql: Sql, buyer: Buyer, bytes = 0): Promise<StorageFull | undefined> {
  if (!(await hasRoom(sql, buyer, bytes))) return { outcome: 'account-full' };
  const place = placeOf(buyer);
  if (place === undefined) return undefined;
  // Always locked after the account, to prevent deadlocks.
  await lockOwner(sql, 'studio-place', place);
  const here = (await filesOf(sql, 'place = $1', [place])) + (await openBytes(sql, 'place = $1', [place]));
  if (here + bytes > FREE_BYTES_PER_ADDRESS) return { outcome: 'address-full' };
  if (studio.freeBytes === undefined) return undefined;
  const all = (await filesOf(sql, 'place is not null', [])) + (await openBytes(sql, 'place is not null', []));
  const share = Math.max(ADDRESS_FLOOR, (studio.freeBytes - (all - here)) * ADDRESS_SHARE);
  if (here + bytes > share) return { outcome: 'address-full' };
  if (all + bytes <= studio.freeBytes) return undefined;
  studio.onProblem({ event: 'free-images-full', detail: `${all} of ${studio.freeBytes} bytes` });
  return { outcome: 'site-full' };
}

/** Whether the account can store this many more bytes. Deleted images do not count, so deleting one frees space immediately. */
export async function hasRoom(sql: Sql, { userId, tier }: Buyer, bytes: number): Promise<boolean> {
  const open = await openBytes(sql, 'user_id = $1', [userId]);
  return (await imagesOf(sql, userId)) + open + bytes <= STORED_IMAGE_BYTES[tier];
}

/** Whether the account may keep another imported image. Enlarged copies of imported images do not count. */
export async function mayKeepImport(sql: Sql, { userId, tier }: Buyer): Promise<boolean> {
  const [row] = await sql.query(
    'select count(*) as kept from studio.images where user_id = $1 and imported_as is not null and iteration = 1 and deleted_at is null',
    [userId],
  );
  return z.object({ kept: z.number() }).parse(row).kept < IMPORTS_KEPT[tier];
}

const counted = z.object({ bytes: z.number() });

/** Bytes of an account's images, including designs that the database stores as SVG. */
async function imagesOf(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql.query(
    `select coalesce(sum(greatest(f.bytes, ${MIN_FILE_BYTES}) + coalesce(pg_column_size(i.vector), 0)), 0)::bigint as bytes
     from studio.images i join studio.files f on f.key = i.file_key where i.user_id = $1 and i.deleted_at is null`,
    [userId],
  );
  return counted.parse(row).bytes;
}

async function filesOf(sql: Sql, where: string, values: readonly string[]): Promise<number> {
  const [row] = await sql.query(
    `select coalesce(sum(greatest(bytes, ${MIN_FILE_BYTES})), 0)::bigint as bytes from studio.files where ${where}`,
    values,
  );
  return counted.parse(row).bytes;
}

/** Bytes of an incompressible pixel. */
const PIXEL_BYTES = 4;
const openRow = z.object({
  resolution: z.enum(RESOLUTION_IDS),
  width: z.number().nullable(),
  height: z.number().nullable(),
  images: z.number(),
});

async function openBytes(sql: Sql, where: string, values: readonly string[]): Promise<number> {
  const rows = await sql.query(
    `select resolution, width, height, sum(count)::bigint as images from studio.batches
     where ${where} and ended_at is null group by resolution, width, height`,
    values,
  );
  return z
    .array(openRow)
    .parse(rows)
    .reduce((bytes, row) => {
      const { width, height } = sizeOf(row);
      return bytes + row.images * width * height * PIXEL_BYTES;
    }, 0);
}
