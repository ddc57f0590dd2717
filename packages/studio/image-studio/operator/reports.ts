/** Reports by users about images and refused prompts, and the operator's inbox of them. */
import type { Sql } from '@bakkum/database/sql';
import { lockOwner } from '@bakkum/idempotency/idempotency';
import { z } from 'zod';
import { imageOf } from '../gallery.ts';
import { type Shared, sharedImageId } from '../shares.ts';
import type { Studio } from '../studio.ts';

export type Report = {
  readonly imageId?: string | undefined;
  readonly prompt?: string | undefined;
  readonly reason: string;
  readonly note?: string | undefined;
};

/** Reports per account or share link and day. */
export const MAX_REPORTS = 30;
const DAY_MS = 86_400_000;

type Stored = { readonly outcome: 'done'; readonly id: number } | { readonly outcome: 'too-many' };

/** Stores a report about an image of the person or a refused prompt. */
export async function report(
  studio: Studio,
  userId: string,
  content: Report,
): Promise<Stored | { readonly outcome: 'not-found' }> {
  if (content.imageId && !(await imageOf(studio, userId, content.imageId))) return { outcome: 'not-found' };
  return store(studio, userId, content);
}

const VISITORS = 'share:';

/** Whether visitors of a share link sent a report, not the owner of the image. */
export function isFromVisitor({ user_id: reporter }: ListedReport): boolean {
  return reporter.startsWith(VISITORS);
}

/** Names the visitors of a share link, who have no account. */
export function visitorsOf(shareId: string): string {
  return VISITORS + shareId;
}

/** Stores a report about an image by a visitor of its share link. */
export async function reportShared(
  studio: Studio,
  shareId: string,
  content: Pick<Report, 'reason' | 'note'>,
): Promise<Shared<Stored>> {
  const imageId = await sharedImageId(studio, shareId);
  if (imageId === undefined || imageId === 'ended') return imageId;
  return store(studio, visitorsOf(shareId), { ...content, imageId });
}

async function store(studio: Studio, reporter: string, { imageId, prompt, reason, note }: Report): Promise<Stored> {
  const since = new Date(studio.now().getTime() - DAY_MS);
  const values = [reporter, imageId ?? null, prompt || null, reason, note || null, studio.now()];
  return studio.database.transaction(async (sql) => {
    await lockOwner(sql, 'studio-reports', reporter);
    const lately = await sql.query('select from studio.reports where user_id = $1 and created_at > $2', [reporter, since]);
    if (lately.length >= MAX_REPORTS) return { outcome: 'too-many' };
    const [row] = await sql.query(
      `insert into studio.reports (user_id, image_id, root_id, prompt, reason, note, created_at)
       values ($1, $2, (select root_id from studio.images where id = $2), $3, $4, $5, $6) returning id`,
      values,
    );
    return { outcome: 'done', id: z.object({ id: z.number() }).parse(row).id };
  });
}

const listedReport = z.object({
  id: z.number(),
  /** Who sent it: an account, or the visitors of a share link. */
  user_id: z.string(),
  reason: z.string(),
  note: z.string().nullable(),
  created_at: z.date(),
  closed_at: z.date().nullable(),
  /** Absent with a report about a refused prompt. */
  image_id: z.string().nullable(),
  /** The family of the image, also if it no longer exists. */
  root_id: z.string().nullable(),
  /** That of the image if it still exists, otherwise the refused one. */
  prompt: z.string().nullable(),
  instructions: z.string().nullable(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  file_key: z.string().nullable(),
});
export type ListedReport = z.infer<typeof listedReport>;

const REPORTS = `select r.id, r.user_id, r.reason, r.note, r.created_at, r.closed_at, r.image_id, coalesce(i.root_id, r.root_id) as root_id, coalesce(r.prompt, b.prompt) as prompt, b.instructions,
    i.provider, i.model, i.file_key
  from studio.reports r left join studio.images i on i.id = r.image_id left join studio.batches b on b.id = i.batch_id`;

/** Open reports, oldest first. */
export async function openReports(sql: Sql, limit = 100): Promise<readonly ListedReport[]> {
  const rows = await sql.query(`${REPORTS} where r.closed_at is null order by r.created_at, r.id limit $1`, [limit]);
  return z.array(listedReport).parse(rows);
}

export async function reportById(sql: Sql, id: number): Promise<ListedReport | undefined> {
  const [row] = await sql.query(`${REPORTS} where r.id = $1`, [id]);
  return row && listedReport.parse(row);
}

/** Whether the report was open. */
export async function closeReport(sql: Sql, id: number, now: Date): Promise<boolean> {
  const rows = await sql.query('update studio.reports set closed_at = $2 where id = $1 and closed_at is null returning id', [
    id,
    now,
  ]);
  return rows.length > 0;
}
