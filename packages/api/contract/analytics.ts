import { z } from 'zod';
import { MAX_EVENTS, VISIT_EVENTS, VISIT_STATS } from './analytics-rules.ts';
import { text } from './text.ts';

const WORD = 60;
const ADDRESS = 2000;

const count = z.number().int().min(0).max(100_000);

/**
 * One event as the page sends it. The specification also allows a page title, a user and a client timestamp; these are accepted
 * and not stored.
 */
const visitEvent = z.object({
  event: z.enum(VISIT_EVENTS),
  category: text().max(WORD).default(''),
  label: text()
    .max(WORD * 2)
    .default(''),
  value: z.number().optional(),
  /** With `session_end`: counts of the visit. */
  stats: z.record(z.enum(VISIT_STATS), count).optional(),
  /** The visitor agreed that the operator's analytics service receives it too. */
  shared: z.boolean().default(false),
  session_id: z.uuid(),
  page_url: text().max(ADDRESS),
  page_title: text().max(ADDRESS).optional(),
  user_id: text().max(WORD).nullish(),
  timestamp: z.union([text().max(WORD), z.number()]).optional(),
});
export type SentEvent = z.infer<typeof visitEvent>;

/** POST /api/analytics */
export const analyticsRequest = z.union([visitEvent, z.array(visitEvent).min(1).max(MAX_EVENTS)]);
