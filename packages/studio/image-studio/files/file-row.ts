import type { Sql } from '@bakkum/database/sql';

/** A file that is about to be stored. Width and height are 0 for masks. */
export type FileRow = {
  readonly key: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  /** Whether any pixel is not opaque. Default false. */
  readonly transparent?: boolean;
  /** The network address that the file counts towards, if it counts towards one. */
  readonly place?: string | null | undefined;
};

/** Records a file before it is stored, so that no file is forgotten. It counts toward the first given address. */
export async function noteFileRow(
  sql: Sql,
  { key, bytes, width, height, transparent = false, place = null }: FileRow,
  now: Date,
): Promise<void> {
  await sql.query(
    `insert into studio.files (key, bytes, media_type, width, height, written_at, place, transparent) values ($1, $2, 'image/png', $3, $4, $5, $6, $7)
     on conflict (key) do update set written_at = $5, place = coalesce(studio.files.place, $6), transparent = $7`,
    [key, bytes, width, height, now, place, transparent],
  );
}
