import { z } from 'zod';
import { PLAN_IDS } from './plans.ts';

const moment = z.iso.datetime();

/** GET /api/credits */
export const balanceResponse = z.object({
  /** To spend now. */
  current: z.number().int(),
  /** What the grants that run began with. */
  total: z.number().int(),
  /** Set aside for work under way. */
  held: z.number().int(),
  plan: z.enum(PLAN_IDS),
  premium: z.boolean(),
  /** When the credits are new; absent where none are due. */
  resetsAt: moment.optional(),
  frozen: z.boolean(),
});
export type BalanceView = z.infer<typeof balanceResponse>;

export const statementEntry = z.object({
  id: z.number().int(),
  at: moment,
  kind: z.enum(['grant', 'reserve', 'settle', 'expire', 'claw_back']),
  /** What it did to the credits that can be spent. */
  change: z.number().int(),
  /** What it turned from set aside into spent. */
  spent: z.number().int(),
  /** To spend after it. */
  balance: z.number().int(),
  purpose: z.string().optional(),
  source: z.string().optional(),
  plan: z.string().optional(),
  note: z.string().optional(),
});
/** GET /api/credits/statement; newest first, `next` is the `before` of the next page. */
export const statementResponse = z.object({ entries: z.array(statementEntry), next: z.number().int().optional() });
export const statementQuery = z.object({ before: z.coerce.number().int().positive().optional() });
