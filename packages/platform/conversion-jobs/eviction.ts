/** Makes room for new files by removing those of visitors without an account, before they expire. */
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { hasNoJob, needsInputs } from './inputs.ts';
import { expireJob, removeUnusedInput } from './removal.ts';
import { safely } from './safely.ts';
import type { Conversions } from './service.ts';
import { RESULT_BYTES, UPLOAD_BYTES } from './storage.ts';

/** Time for a visitor to download a result, in milliseconds. */
export const KEPT_MS = 120_000;
/** Maximum removals per call. */
const MAX_REMOVALS = 500;

const found = z.object({ kind: z.enum(['result', 'input']), id: z.string(), bytes: z.number() });

/**
 * Removes anonymous results and unused inputs until at least that many bytes are free. The address that stores the most loses its files
 * first, oldest before newest, so that nobody can push out the files of others.
 * @returns the number of freed bytes
 */
export async function evictAnonymous(parts: Conversions, bytes: number): Promise<number> {
  let freed = 0;
  for (let count = 0; count < MAX_REMOVALS && freed < bytes; count += 1) {
    const next = await nextToEvict(parts.database, new Date(parts.now().getTime() - KEPT_MS));
    if (!next) break;
    const isGone = await safely(parts, 'conversion-eviction', () =>
      next.kind === 'result' ? expireJob(parts, next.id) : removeUnusedInput(parts, next.id),
    );
    if (!isGone) break;
    freed += next.bytes;
  }
  return freed;
}

async function nextToEvict(sql: Sql, before: Date): Promise<z.infer<typeof found> | undefined> {
  const [row] = await sql.query(
    `select kind, id, bytes from (
       select 'result' as kind, j.id, j.place, j.ended_at as at, ${RESULT_BYTES}::bigint as bytes
         from conversions.jobs j join conversions.outputs o on o.job_id = j.id
         where j.place is not null and j.state = 'completed' and o.removed_at is null group by j.id
       union all
       select 'input', u.id, u.place, u.completed_at, ${UPLOAD_BYTES}::bigint from conversions.uploads u
         where u.place is not null and u.removed_at is null and u.completed_at is not null
           and ${hasNoJob(needsInputs('$1'))}
     ) stored where at <= $1
     order by sum(bytes) over (partition by place) desc, at, id limit 1`,
    [before],
  );
  return row && found.parse(row);
}
