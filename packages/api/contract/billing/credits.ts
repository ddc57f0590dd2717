import { z } from 'zod';
import { PLAN_IDS } from './plans.ts';

const moment = z.iso.datetime();

/** GET /api/credits */
export const balanceResponse = z.object({
  /** Credits available to spend. */
  current: z.number().int(),
  /** Credits that the active grants started with. */
  total: z.number().int(),
  /** Credits reserved for running work. */
  held: z.number().int(),
  plan: z.enum(PLAN_IDS),
  premium: z.boolean(),
  /** When the credits renew; absent if no renewal is due. */
  resetsAt: moment.optional(),
  frozen: z.boolean(),
});
export type BalanceView = z.infer<typeof balanceResponse>;

export const statementEntry = z.object({
  id: z.number().int(),
  at: moment,
  kind: z.enum(['grant', 'reserve', 'settle', 'expire', 'claw_back']),
  /** Change of the available credits. */
  change: z.number().int(),
  /** Reserved credits that were spent. */
  spent: z.number().int(),
  /** Available credits after the entry. */
  balance: z.number().int(),
  purpose: z.string().optional(),
  source: z.string().optional(),
  plan: z.string().optional(),
  note: z.string().optional(),
});
/** GET /api/credits/statement; newest first, `next` is the `before` of the next page. */
export const statementResponse = z.object({ entries: z.array(statementEntry), next: z.number().int().optional() });
export const statementQuery = z.object({ before: z.coerce.number().int().positive().optional() });
