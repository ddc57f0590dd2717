/** Creates an upload once per idempotency key, however often it is requested. */
import type { Sql } from '@bakkum/database/sql';
import { findByIdempotencyKey, type Idempotency, type KeyedTable } from '@bakkum/idempotency/idempotency';
import { z } from 'zod';
import { findUpload, type Upload } from './uploads.ts';

const keyRow = z.object({ upload_id: z.string() });
const UPLOADS: KeyedTable<{ readonly id: string }> = {
  table: 'conversions.upload_keys',
  owner: 'owner',
  key: 'key',
  columns: 'upload_id',
  resultOf: (row) => ({ id: keyRow.parse(row).upload_id }),
  lock: 'upload-keys',
};

/** The upload created under that key, even if its bytes are gone; `conflict` if the request was a different one. */
export async function findUploadByKey(
  sql: Sql,
  owner: string,
  idempotency: Idempotency,
): Promise<Upload | 'conflict' | undefined> {
  const found = await findByIdempotencyKey(sql, UPLOADS, owner, idempotency);
  if (!found) return undefined;
  return 'outcome' in found ? found.outcome : findUpload(sql, owner, found.id);
}

/** Records an upload under a key. Returns the recorded one, which is another upload if a parallel request was faster. */
export async function recordUploadKey(sql: Sql, upload: Upload, idempotency: Idempotency): Promise<Upload | 'conflict'> {
  const { key, hash } = idempotency;
  const rows = await sql.query(
    `insert into conversions.upload_keys (owner, key, request_hash, upload_id) values ($1, $2, $3, $4)
     on conflict (owner, key) do nothing returning upload_id`,
    [upload.owner, key, hash, upload.id],
  );
  if (rows.length > 0) return upload;
  return (await findUploadByKey(sql, upload.owner, idempotency)) ?? upload;
}
