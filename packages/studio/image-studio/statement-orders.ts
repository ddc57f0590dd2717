import { STATEMENT_PROMPT_LENGTH } from '@bakkum/api-contract/billing/credits';
import type { Sql } from '@bakkum/database/sql';
import { RESOLUTION_IDS } from '@bakkum/studio-options/resolutions';
import { z } from 'zod';
import { sizeOf } from './rows.ts';
import type { Studio } from './studio.ts';

/** The order that a hold of the credit ledger paid for. */
export type StatementOrder = {
  readonly prompt: string;
  readonly width: number;
  readonly height: number;
  readonly count: number;
  /** Name of the service, with the model if it has a name. */
  readonly model?: string;
  /** The first image that still exists. */
  readonly imageId?: string;
  readonly imagesDeleted: boolean;
};

const row = z.object({
  hold_id: z.string(),
  prompt: z.string(),
  resolution: z.enum(RESOLUTION_IDS),
  width: z.number().nullable(),
  height: z.number().nullable(),
  count: z.number(),
  spent: z.number().nullable(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  image_id: z.string().nullable(),
});

// A refinement shows its instructions, because its prompt is that of the original image. Permanently deleted images no longer have a
// service, so the service of the attempt is used.
const ORDERS = `
  select b.hold_id, coalesce(nullif(b.instructions, ''), b.prompt) as prompt, b.resolution, b.width, b.height, b.count, b.spent,
    coalesce(i.provider, a.provider) as provider, i.model, case when i.deleted_at is null then i.id end as image_id
  from studio.batches b
  left join lateral (
    select id, provider, model, deleted_at from studio.images where batch_id = b.id
    order by deleted_at is not null, made_at, id limit 1
  ) i on true
  left join lateral (
    select t.provider from studio.slots s join studio.attempts t on t.slot_id = s.id
    where s.batch_id = b.id and t.state = 'done' order by t.id limit 1
  ) a on true
  where b.user_id = $1 and b.hold_id = any($2::uuid[])`;

/** Returns the orders of a user by hold id. */
export async function ordersOfHolds(
  { models, upscalers }: Pick<Studio, 'models' | 'upscalers'>,
  sql: Sql,
  userId: string,
  holdIds: readonly string[],
): Promise<ReadonlyMap<string, StatementOrder>> {
  if (holdIds.length === 0) return new Map();
  const rows = z.array(row).parse(await sql.query(ORDERS, [userId, holdIds]));
  const services = [...models, ...upscalers];
  const nameOf = (id: string): string => services.find(({ manifest }) => manifest.id === id)?.manifest.name ?? id;
  return new Map(
    rows.map(({ hold_id: holdId, prompt, count, spent, provider, model, image_id: imageId, ...size }) => [
      holdId,
      {
        prompt: truncated(prompt),
        ...sizeOf(size),
        count,
        ...(provider !== null && { model: model === null ? nameOf(provider) : `${nameOf(provider)} (${model})` }),
        ...(imageId !== null && { imageId }),
        imagesDeleted: imageId === null && (spent ?? 0) > 0,
      },
    ]),
  );
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Truncates between graphemes, so that no emoji or syllable is split. */
function truncated(prompt: string): string {
  const line = prompt.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= STATEMENT_PROMPT_LENGTH) return line;
  let end = 0;
  for (const { index, segment } of graphemes.segment(line.slice(0, STATEMENT_PROMPT_LENGTH + 1))) {
    if (index + segment.length > STATEMENT_PROMPT_LENGTH - 1) break;
    end = index + segment.length;
  }
  return `${line.slice(0, end)}…`;
}
