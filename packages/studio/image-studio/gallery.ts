/** Operations on a person's images. Every lookup includes the owner, so images of others are not found. */
import { randomUUID } from 'node:crypto';
import type { BoardView, ImageView, PresetView } from '@bakkum/api-contract/images/images';
import { presetRequest } from '@bakkum/api-contract/images/images';
import type { StoredBlob } from '@bakkum/blobs/blob-store';
import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import { lockOwner } from '@bakkum/idempotency/idempotency';
import type { DownloadFormat } from '@bakkum/studio-options/limits';
import { STYLE_IDS, type StyleId } from '@bakkum/studio-options/styles';
import { z } from 'zod';
import { bytesOfBlob } from './files/blob-bytes.ts';
import { downloadOf, thumbnail } from './files/image-file.ts';
import { thumbnailKey } from './recovery.ts';
import { hasRoom, mayKeepImport, STUDIO_LOCK, type StorageFull } from './stored-bytes.ts';
import type { Buyer, Studio } from './studio.ts';
import { imageViews, withoutSlotId } from './views.ts';

const MINE = 'where i.user_id = $1 and i.deleted_at is null';
/** Without imported images. */
const MADE = `${MINE} and i.imported_as is null`;

export type ImageFilter = {
  readonly search?: string | undefined;
  readonly favourite?: boolean | undefined;
  readonly board?: string | undefined;
  readonly style?: StyleId | undefined;
  /** `next` of the previous page. */
  readonly before?: string | undefined;
  readonly limit: number;
};

const CURSOR = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** A page of a person's images, newest first. */
export async function listImages(
  studio: Studio,
  userId: string,
  filter: ImageFilter,
): Promise<{ images: ImageView[]; next?: string }> {
  const [, at, id] = CURSOR.exec(filter.before ?? '') ?? [];
  const found = await imageViews(
    studio,
    studio.database,
    `${MINE} and ($2::text is null or b.prompt ilike $2 or b.instructions ilike $2 or i.imported_as ilike $2) and ($3::boolean is null or i.favourite = $3)
       and ($4::uuid is null or exists (select from studio.board_images x where x.image_id = i.id and x.board_id = $4))
       and ($5::text is null or b.style = $5) and ($6::timestamptz is null or (i.made_at, i.id) < ($6, $7::uuid))
     order by i.made_at desc, i.id desc limit $8`,
    [
      userId,
      filter.search ? `%${filter.search.replace(/[\\%_]/g, '\\$&')}%` : null,
      filter.favourite ?? null,
      filter.board ?? null,
      filter.style ?? null,
      at ? new Date(Number(at)) : null,
      id ?? null,
      filter.limit,
    ],
  );
  const last = found.length === filter.limit ? found.at(-1) : undefined;
  return { images: found.map(withoutSlotId), ...(last && { next: `${new Date(last.madeAt).getTime()}.${last.id}` }) };
}

export async function imageOf(studio: Studio, userId: string, imageId: string): Promise<ImageView | undefined> {
  const [found] = await imageViews(studio, studio.database, `${MINE} and i.id = $2`, [userId, imageId]);
  return found && withoutSlotId(found);
}

/** The first image and everything refined from it, oldest first; empty if there is no such image. */
export async function iterationsOf(studio: Studio, userId: string, imageId: string): Promise<ImageView[]> {
  const where = `${MINE} and i.root_id = (select root_id from studio.images where id = $2 and user_id = $1) order by i.made_at, i.id`;
  return (await imageViews(studio, studio.database, where, [userId, imageId])).map(withoutSlotId);
}

/** False if there is no such image. */
export async function changeImage(
  { database }: Studio,
  userId: string,
  imageId: string,
  { favourite, rating }: { readonly favourite?: boolean | undefined; readonly rating?: number | null | undefined },
): Promise<boolean> {
  const rows = await database.query(
    `update studio.images set favourite = coalesce($3, favourite), rating = case when $4 then $5::int else rating end
     where user_id = $1 and id = $2 and deleted_at is null returning id`,
    [userId, imageId, favourite ?? null, rating !== undefined, rating ?? null],
  );
  return rows.length > 0;
}

/** Hides the image and revokes its link; returns the end of the time in which the image can be restored, without the link. */
export async function deleteImage({ database, now, times }: Studio, userId: string, imageId: string): Promise<Date | undefined> {
  const at = now();
  const isDeleted = await database.transaction(async (sql) => {
    const rows = await sql.query(
      'update studio.images set deleted_at = $3 where user_id = $1 and id = $2 and deleted_at is null returning id',
      [userId, imageId, at],
    );
    if (rows.length > 0)
      await sql.query('update studio.shares set revoked_at = $2 where image_id = $1 and revoked_at is null', [imageId, at]);
    return rows.length > 0;
  });
  return isDeleted ? new Date(at.getTime() + times.undoMs) : undefined;
}

const deletedRow = z.object({ bytes: z.number(), imported: z.boolean() });

export type Restored = StorageFull | { readonly outcome: 'restored' | 'not-found' | 'full' };

/** Restores a deleted image if it fits the limits of the account. `full`: the limit of imported images is reached. */
export function restoreImage({ database, now, times }: Studio, buyer: Buyer, imageId: string): Promise<Restored> {
  return database.transaction(async (sql) => {
    await lockOwner(sql, STUDIO_LOCK, buyer.userId);
    const [row] = await sql.query(
      `select f.bytes, i.imported_as is not null and i.iteration = 1 as imported from studio.images i join studio.files f on f.key = i.file_key
       where i.user_id = $1 and i.id = $2 and i.deleted_at > $3`,
      [buyer.userId, imageId, new Date(now().getTime() - times.undoMs)],
    );
    if (!row) return { outcome: 'not-found' };
    const { bytes, imported } = deletedRow.parse(row);
    if (imported && !(await mayKeepImport(sql, buyer))) return { outcome: 'full' };
    if (!(await hasRoom(sql, buyer, bytes))) return { outcome: 'account-full' };
    await sql.query('update studio.images set deleted_at = null where user_id = $1 and id = $2', [buyer.userId, imageId]);
    return { outcome: 'restored' };
  });
}

const fileRow = z.object({ file_key: z.string() });

async function fileOf({ database }: Studio, userId: string, imageId: string): Promise<z.infer<typeof fileRow> | undefined> {
  const [row] = await database.query('select file_key from studio.images where user_id = $1 and id = $2 and deleted_at is null', [
    userId,
    imageId,
  ]);
  return row && fileRow.parse(row);
}

async function pictureOf(studio: Studio, userId: string, imageId: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = await fileOf(studio, userId, imageId);
  return file && bytesOfBlob(studio.blobs, file.file_key);
}

/** A person's image as a stream, which holds little of it in memory while a slow client reads. */
export async function pictureStream(studio: Studio, userId: string, imageId: string): Promise<StoredBlob | undefined> {
  const file = await fileOf(studio, userId, imageId);
  return file && studio.blobs.get(file.file_key);
}

/** Runs work that decodes images, when it is its turn. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** The thumbnail, created on first request. */
export async function thumbnailOf(
  studio: Studio,
  userId: string,
  imageId: string,
  inTurn: InTurn,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = await fileOf(studio, userId, imageId);
  if (!file) return undefined;
  const key = thumbnailKey(file.file_key);
  const kept = await bytesOfBlob(studio.blobs, key);
  if (kept) return kept;
  return inTurn(async () => {
    // An earlier request may have created it while this one waited.
    const known = await bytesOfBlob(studio.blobs, key);
    if (known) return known;
    const whole = await bytesOfBlob(studio.blobs, file.file_key);
    if (!whole) return undefined;
    const small = await thumbnail(whole);
    await studio.blobs.put(key, small, small.byteLength);
    return small;
  });
}

/** The design as SVG; undefined for images that are none. */
async function vectorOf({ database }: Studio, userId: string, imageId: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [row] = await database.query('select vector from studio.images where user_id = $1 and id = $2 and deleted_at is null', [
    userId,
    imageId,
  ]);
  const { vector } = z.object({ vector: z.string().nullable() }).parse(row ?? { vector: null });
  return vector === null ? undefined : new TextEncoder().encode(vector);
}

/** The image as a downloadable file; with `recipe`, the prompt and settings are written into it. */
export async function downloadFile(
  studio: Studio,
  userId: string,
  imageId: string,
  { format, recipe }: { readonly format: DownloadFormat | 'svg'; readonly recipe: boolean },
): Promise<{ readonly content: Uint8Array<ArrayBuffer>; readonly image: ImageView } | undefined> {
  const image = await imageOf(studio, userId, imageId);
  if (format === 'svg') {
    const content = await vectorOf(studio, userId, imageId);
    return image && content && { content, image };
  }
  const picture = image && (await pictureOf(studio, userId, imageId));
  if (!picture) return undefined;
  const content = await downloadOf(
    picture,
    format,
    image.mark,
    recipe && image.importedAs === undefined ? recipeOf(image) : undefined,
  );
  return { content, image };
}

/** In the format other image tools read: the prompt, the negative prompt, then one line of settings. */
function recipeOf({ finalPrompt, negativePrompt, seed, width, height, model, providerName, style }: ImageView): string {
  const settings = [
    ...(seed === undefined ? [] : [`Seed: ${seed}`]),
    `Size: ${width}x${height}`,
    `Model: ${model ?? providerName}`,
    ...(style === undefined ? [] : [`Style: ${style}`]),
  ];
  return [finalPrompt, ...(negativePrompt ? [`Negative prompt: ${negativePrompt}`] : []), settings.join(', ')].join('\n');
}

const statisticsRow = z.object({
  images: z.number(),
  favourites: z.number(),
  designs: z.number(),
  average_ms: z.coerce.number().nullable(),
  average_rating: z.coerce.number().nullable(),
});

export async function statisticsOf({ database }: Studio, userId: string) {
  const [row] = await database.query(
    `select count(*) as images, count(*) filter (where favourite) as favourites, count(*) filter (where design) as designs,
       avg(processing_ms) as average_ms, avg(rating) as average_rating
     from studio.images i ${MADE}`,
    [userId],
  );
  const { images, favourites, designs, average_ms: ms, average_rating: rating } = statisticsRow.parse(row);
  const [spent] = await database.query(
    'select coalesce(sum(spent), 0)::bigint as credits from studio.batches where user_id = $1',
    [userId],
  );
  const styles = await database.query(
    `select b.style, count(*) as images from studio.images i join studio.batches b on b.id = i.batch_id
     ${MADE} and b.style is not null group by 1 order by 2 desc, 1`,
    [userId],
  );
  return {
    images,
    favourites,
    designs,
    ...(ms !== null && { averageMs: Math.round(ms) }),
    ...(rating !== null && { averageRating: Math.round(rating * 10) / 10 }),
    creditsSpent: z.object({ credits: z.number() }).parse(spent).credits,
    styles: z.array(z.object({ style: z.enum(STYLE_IDS), images: z.number() })).parse(styles),
  };
}

const boardRow = z.object({ id: z.string(), name: z.string(), images: z.number(), cover: z.string().nullable() });

export async function boardsOf({ database }: Studio, userId: string, boardId?: string): Promise<BoardView[]> {
  const rows = await database.query(
    `select o.id, o.name,
       (select count(*) from studio.board_images x join studio.images i on i.id = x.image_id where x.board_id = o.id and i.deleted_at is null) as images,
       (select i.id::text from studio.board_images x join studio.images i on i.id = x.image_id
        where x.board_id = o.id and i.deleted_at is null order by x.added_at desc, i.id limit 1) as cover
     from studio.boards o where o.user_id = $1 and ($2::uuid is null or o.id = $2) order by o.created_at, o.id`,
    [userId, boardId ?? null],
  );
  return z
    .array(boardRow)
    .parse(rows)
    .map(({ id, name, images, cover }) => ({ id, name, images, ...(cover && { coverUrl: `/api/images/${cover}/thumbnail` }) }));
}

/** Maximum number of boards per account. */
const MAX_BOARDS = 200;
const MAX_PRESETS = 100;

/** Undefined at the maximum number of boards. */
export async function addBoard({ database, now }: Studio, userId: string, name: string): Promise<string | undefined> {
  return addFew(database, 'boards', MAX_BOARDS, userId, [randomUUID(), userId, name, now()], '(id, user_id, name, created_at)');
}

export async function addPreset(
  { database, now }: Studio,
  userId: string,
  { name, settings }: Omit<PresetView, 'id'>,
): Promise<string | undefined> {
  const values = [randomUUID(), userId, name, now(), JSON.stringify(settings)];
  return addFew(database, 'presets', MAX_PRESETS, userId, values, '(id, user_id, name, created_at, settings)');
}

function addFew(
  database: Database,
  table: 'boards' | 'presets',
  most: number,
  userId: string,
  values: readonly unknown[],
  columns: string,
): Promise<string | undefined> {
  const places = values.map((_, index) => `$${index + 1}`).join(', ');
  return database.transaction(async (sql) => {
    await lockOwner(sql, `studio-${table}`, userId);
    const [row] = await sql.query(`select count(*) as there from studio.${table} where user_id = $1`, [userId]);
    if (z.object({ there: z.number() }).parse(row).there >= most) return undefined;
    const [added] = await sql.query(`insert into studio.${table} ${columns} values (${places}) returning id`, values);
    return z.object({ id: z.string() }).parse(added).id;
  });
}

export async function renameBoard({ database }: Studio, userId: string, boardId: string, name: string): Promise<boolean> {
  const rows = await database.query('update studio.boards set name = $3 where user_id = $1 and id = $2 returning id', [
    userId,
    boardId,
    name,
  ]);
  return rows.length > 0;
}

/** Images on the board are kept. */
export async function deleteBoard({ database }: Studio, userId: string, boardId: string): Promise<boolean> {
  return (
    (await database.query('delete from studio.boards where user_id = $1 and id = $2 returning id', [userId, boardId])).length > 0
  );
}

export async function deletePreset({ database }: Studio, userId: string, presetId: string): Promise<boolean> {
  return (
    (await database.query('delete from studio.presets where user_id = $1 and id = $2 returning id', [userId, presetId])).length >
    0
  );
}

/** Ignores images and boards of others; images already on the board stay. */
export async function addToBoard(
  { database, now }: Studio,
  userId: string,
  boardId: string,
  imageIds: readonly string[],
): Promise<void> {
  await database.query(
    `insert into studio.board_images (board_id, image_id, added_at)
     select o.id, i.id, $4 from studio.boards o join studio.images i on i.user_id = o.user_id
     where o.user_id = $1 and o.id = $2 and i.id = any($3::uuid[]) and i.deleted_at is null on conflict do nothing`,
    [userId, boardId, [...imageIds], now()],
  );
}

export async function removeFromBoard(
  { database }: Studio,
  userId: string,
  boardId: string,
  imageIds: readonly string[],
): Promise<void> {
  await database.query(
    `delete from studio.board_images x using studio.boards o
     where x.board_id = o.id and o.user_id = $1 and o.id = $2 and x.image_id = any($3::uuid[])`,
    [userId, boardId, [...imageIds]],
  );
}

export async function presetsOf({ database }: Studio, userId: string, presetId?: string): Promise<PresetView[]> {
  const rows = await database.query(
    'select id, name, settings from studio.presets where user_id = $1 and ($2::uuid is null or id = $2) order by created_at, id',
    [userId, presetId ?? null],
  );
  return z.array(presetRequest.extend({ id: z.string() })).parse(rows);
}

/** Deletes all of a user's data; files are deleted later if no other user has them. */
export async function deleteStudioData(sql: Sql, userId: string): Promise<void> {
  for (const table of ['batches', 'boards', 'presets', 'reports', 'refusals', 'blocked_sharing']) {
    await sql.query(`delete from studio.${table} where user_id = $1`, [userId]);
  }
}
