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

const activityRow = z.object({
  provider: z.string(),
  model: z.string().nullable(),
  attempts: z.number(),
  images: z.number(),
  /** Of these, images made from a given one. */
  edited: z.number(),
  refused: z.number(),
  credits: z.number(),
  reports: z.number(),
});
const faultRow = z.object({ provider: z.string(), model: z.string().nullable(), fault: z.string(), count: z.number() });

/** What the operator's models did. Credits are those of the orders, reports those about their images. */
export type ModelActivity = z.infer<typeof activityRow> & {
  /** Failed attempts by code, most frequent first, without refused content. */
  readonly faults: readonly { readonly code: string; readonly count: number }[];
};

/** Returns what each model did with orders that still exist, most attempts first. Attempts that are still open count as attempts. */
export async function activityByModel(sql: Sql, from: Date, until: Date): Promise<readonly ModelActivity[]> {
  const rows = await sql.query(
    `select a.provider, coalesce(a.model, i.model) as model, count(*)::bigint as attempts,
       (count(*) filter (where a.state = 'done'))::bigint as images,
       (count(*) filter (where a.state = 'done' and b.mode in ('edit', 'mask', 'extend', 'variation')))::bigint as edited,
       (count(*) filter (where a.fault = 'refused'))::bigint as refused,
       coalesce(sum(case when a.state = 'done' and b.spent > 0 then coalesce(i.credits, b.price) end), 0)::bigint as credits,
       coalesce(sum(case when a.state = 'done' then (select count(*) from studio.reports r where r.image_id = i.id) end), 0)::bigint as reports
     from studio.attempts a
     join studio.slots s on s.id = a.slot_id
     join studio.batches b on b.id = s.batch_id
     left join studio.images i on i.slot_id = s.id and i.provider = a.provider
     where a.at >= $1 and a.at < $2 group by 1, 2 order by 3 desc, 1, 2`,
    [from, until],
  );
  const faults = z.array(faultRow).parse(
    await sql.query(
      `select provider, model, fault, count(*)::bigint as count from studio.attempts
       where state = 'failed' and fault <> 'refused' and at >= $1 and at < $2 group by 1, 2, 3 order by 4 desc, 3`,
      [from, until],
    ),
  );
  return z
    .array(activityRow)
    .parse(rows)
    .map((row) => ({
      ...row,
      faults: faults
        .filter(({ provider, model }) => provider === row.provider && model === row.model)
        .map(({ fault: code, count }) => ({ code, count })),
    }));
}

const refusalRow = z.object({ stage: z.string(), category: z.string(), count: z.number() });

/** Refused content by the check that refused it and its category or word, most frequent first. */
export async function refusalsByStage(sql: Sql, from: Date, until: Date): Promise<readonly z.infer<typeof refusalRow>[]> {
  const rows = await sql.query(
    `select stage, coalesce(category, '') as category, count(*)::bigint as count
     from studio.refusals left join unnest(categories) category on true
     where at >= $1 and at < $2 group by 1, 2 order by 3 desc, 1, 2`,
    [from, until],
  );
  return z.array(refusalRow).parse(rows);
}
