/** Imports a person's image: checks it, strips it, and stores it as a finished order without cost. */
import { randomUUID } from 'node:crypto';
import { compose } from '@bakkum/conversion/compose';
import type { Sql } from '@bakkum/database/sql';
import { findByIdempotencyKey, type Idempotency, requestHash, runOnce } from '@bakkum/idempotency/idempotency';
import { editsImages } from '@bakkum/image-provider/model';
import { IMPORTS_PER_HOUR, MAX_IMAGE_NAME_LENGTH, nearestResolution } from '@bakkum/studio-options/imports';
import { z } from 'zod';
import type { ImageImportFault } from './decoding/decoded-image.ts';
import { noteFileRow } from './files/file-row.ts';
import { type ImportedImage, isTransparent, prepareImportedImage } from './files/image-file.ts';
import { imageKey } from './files/image-key.ts';
import { checkPicture, noteRefusal } from './moderation/moderation.ts';
import { BATCHES } from './order.ts';
import { mayKeepImport, placeOf, type StorageFull, storageFull } from './stored-bytes.ts';
import type { Buyer, Studio } from './studio.ts';

export type Brought = { readonly bytes: Uint8Array<ArrayBuffer>; readonly name: string };

/** The problem with an image; `withheld`: our own check found content that must not be shown; `unchecked`: it does not work. */
type Unfit = { readonly outcome: ImageImportFault | 'withheld' | 'unchecked' };

/** The account limit that was reached; `full`: no more images may be stored. */
type Limited = { readonly outcome: 'full' } | StorageFull | { readonly outcome: 'too-often'; readonly retryAfterS: number };

export type Imported =
  | { readonly outcome: 'taken'; readonly batchId: string }
  | { readonly outcome: 'conflict' | 'no-editing' }
  | Unfit
  | Limited;

const HOUR_MS = 60 * 60_000;
/** Images being decoded or waiting per process; further requests are asked to retry. */
const MAX_PENDING_IMPORTS = 4;
const BUSY_S = 5;

let underWay = 0;

/** Stores an image for its owner, so that it can be refined. The same key and image are stored once. */
export async function importPicture(studio: Studio, buyer: Buyer, key: string, brought: Brought): Promise<Imported> {
  const name = importedImageName(brought.name);
  const idempotency = { key, hash: requestHash(['import', name], brought.bytes) };
  const known = await findByIdempotencyKey(studio.database, BATCHES, buyer.userId, idempotency);
  if (known) return known;
  if (!studio.models.some(({ model }) => editsImages(model))) return { outcome: 'no-editing' };
  // A check before decoding; the binding check is repeated under a lock.
  const obstacle = await obstacleTo(studio, studio.database, buyer);
  if (obstacle) return obstacle;
  if (underWay >= MAX_PENDING_IMPORTS) return { outcome: 'too-often', retryAfterS: BUSY_S };
  underWay += 1;
  try {
    const looked = await looksGood(studio, buyer, brought.bytes);
    return 'outcome' in looked ? looked : await keep(studio, buyer, { idempotency, name, ...looked });
  } finally {
    underWay -= 1;
  }
}

/** A recognisable name: without folders, extension and invisible characters. */
export function importedImageName(given: string): string {
  const base = compose(given).replaceAll('\\', '/').split('/').at(-1) ?? '';
  const seen = base.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').replace(/\.[a-z0-9]{1,5}$/i, '');
  return [...seen.trim()].slice(0, MAX_IMAGE_NAME_LENGTH).join('') || 'picture';
}

/** Decodes and checks the image. Refusals are counted, which limits repeated attempts. */
async function looksGood(studio: Studio, { userId }: Buyer, bytes: Uint8Array<ArrayBuffer>): Promise<ImportedImage | Unfit> {
  const looked = await prepareImportedImage(studio.decode, bytes);
  if (typeof looked === 'string') {
    await noteRefusal(studio, userId, 'import', [looked]);
    return { outcome: looked };
  }
  const found = await checkPicture(studio, looked.picture, false);
  if (!found) return { outcome: 'unchecked' };
  if (found.length === 0) return looked;
  await noteRefusal(studio, userId, 'import', found);
  return { outcome: 'withheld' };
}

/** The account limit that prevents the import, if any. */
async function obstacleTo({ now }: Pick<Studio, 'now'>, sql: Sql, buyer: Buyer): Promise<Limited | undefined> {
  if (!(await mayKeepImport(sql, buyer))) return { outcome: 'full' };
  const [row] = await sql.query(
    'select count(*) as lately from studio.batches where user_id = $1 and imported and created_at > $2',
    [buyer.userId, new Date(now().getTime() - HOUR_MS)],
  );
  const { lately } = z.object({ lately: z.number() }).parse(row);
  return lately >= IMPORTS_PER_HOUR ? { outcome: 'too-often', retryAfterS: HOUR_MS / 1000 } : undefined;
}

type Keeping = ImportedImage & { readonly idempotency: Idempotency; readonly name: string };

/**
 * Records the file first, then stores it with everything else in one transaction, once the limits allow it. A crash in between leaves a
 * file that the cleanup removes.
 */
async function keep(studio: Studio, buyer: Buyer, keeping: Keeping): Promise<Imported> {
  const { picture, size } = keeping;
  const fileKey = imageKey(picture);
  const row = { key: fileKey, bytes: picture.byteLength, ...size, transparent: await isTransparent(picture) };
  await noteFileRow(studio.database, row, studio.now());
  return studio.database.transaction((sql) =>
    runOnce(sql, BATCHES, { owner: buyer.userId, idempotency: keeping.idempotency }, async () => {
      const obstacle = (await obstacleTo(studio, sql, buyer)) ?? (await storageFull(studio, sql, buyer, picture.byteLength));
      if (obstacle) return obstacle;
      await noteFileRow(sql, { ...row, place: placeOf(buyer) }, studio.now());
      await studio.blobs.put(fileKey, picture, picture.byteLength);
      return insert(studio, sql, buyer.userId, fileKey, keeping);
    }),
  );
}

async function insert(
  studio: Studio,
  sql: Sql,
  userId: string,
  fileKey: string,
  { idempotency: { key, hash }, name, size, source }: Keeping,
): Promise<Imported> {
  const [batchId, slotId, imageId] = [randomUUID(), randomUUID(), randomUUID()];
  const now = studio.now();
  const sold = nearestResolution(size);
  await sql.query(
    `insert into studio.batches (id, user_id, idempotency_key, request_hash, state, changed_at, created_at, expires_at, ended_at, imported,
       prompt, aspect_ratio, resolution, width, height, count, seed, price, held, spent)
     values ($1, $2, $3, $4, 'done', clock_timestamp(), $5, $5, $5, true, '', $6, $7, $8, $9, 1, 0, 0, 0, 0)`,
    [batchId, userId, key, hash, now, sold.aspectRatio, sold.id, size.width, size.height],
  );
  await sql.query(
    `insert into studio.slots (id, batch_id, index, seed, state, started_at, ended_at) values ($1, $2, 0, 0, 'done', $3, $3)`,
    [slotId, batchId, now],
  );
  await sql.query(
    `insert into studio.images (id, slot_id, batch_id, user_id, file_key, root_id, made_at, final_prompt, provider, design, mark,
       imported_as, shows_import, processing_ms)
     values ($1, $2, $3, $4, $5, $1, $6, '', 'import', false, $7, $8, true, 0)`,
    [imageId, slotId, batchId, userId, fileKey, now, source ?? null, name],
  );
  return { outcome: 'taken', batchId };
}
