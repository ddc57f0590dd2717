/** Rows of the stored pieces of an upload. */
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';

export const segmentRow = z.object({ first: z.number(), bytes: z.number(), key: z.string() });
export type Segment = z.infer<typeof segmentRow>;

export async function segmentsOf(sql: Sql, id: string): Promise<readonly Segment[]> {
  return z
    .array(segmentRow)
    .parse(await sql.query('select first, bytes, key from conversions.segments where upload_id = $1 order by first', [id]));
}
