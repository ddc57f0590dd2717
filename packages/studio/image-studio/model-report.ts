import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';

const row = z.object({ provider: z.string(), model: z.string().nullable(), images: z.number(), credits: z.number() });

/** Images that a service delivered, and the credits of their orders. The model is null where the service has only one, or the image is from an earlier version and was deleted since. */
export type ModelUse = z.infer<typeof row>;

/** Returns delivered images by service and model, of orders that still exist, most images first. */
export async function usesByModel(sql: Sql, from: Date, until: Date): Promise<readonly ModelUse[]> {
  const rows = await sql.query(
    `select a.provider, coalesce(a.model, i.model) as model, count(*)::bigint as images,
       sum(case when b.spent > 0 then coalesce(i.credits, b.price) else 0 end)::bigint as credits
     from studio.attempts a
     join studio.slots s on s.id = a.slot_id
     join studio.batches b on b.id = s.batch_id
     left join studio.images i on i.slot_id = s.id and i.provider = a.provider
     where a.state = 'done' and a.ended_at >= $1 and a.ended_at < $2 group by 1, 2 order by 3 desc, 1, 2`,
    [from, until],
  );
  return z.array(row).parse(rows);
}
