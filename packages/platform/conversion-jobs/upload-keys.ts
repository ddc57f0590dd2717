/** Creates an upload once per idempotency key, however often it is requested. */
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import type { Idempotency } from './jobs.ts';
import { findUpload, type Upload } from './uploads.ts';

const keyRow = z.object({ request_hash: z.string(), upload_id: z.string() });

/** The upload created under that key, even if its bytes are gone; `conflict` if the request was a different one. */
export async function uploadUnderKey(
  sql: Sql,
  owner: string,
  { key, hash }: Idempotency,
): Promise<Upload | 'conflict' | undefined> {
  const [row] = await sql.query('select request_hash, upload_id from conversions.upload_keys where owner = $1 and key = $2', [
    owner,
    key,
  ]);
  if (!row) return undefined;
  const { request_hash: before, upload_id: id } = keyRow.parse(row);
  return before === hash ? findUpload(sql, owner, id) : 'conflict';
}

/** Records an upload under a key. Returns the recorded one, which is another upload if a parallel request was faster. */
export async function keepUnderKey(sql: Sql, upload: Upload, idempotency: Idempotency): Promise<Upload | 'conflict'> {
  const { key, hash } = idempotency;
  const rows = await sql.query(
    `insert into conversions.upload_keys (owner, key, request_hash, upload_id) values ($1, $2, $3, $4)
     on conflict (owner, key) do nothing returning upload_id`,
    [upload.owner, key, hash, upload.id],
  );
  if (rows.length > 0) return upload;
  return (await uploadUnderKey(sql, upload.owner, idempotency)) ?? upload;
}
