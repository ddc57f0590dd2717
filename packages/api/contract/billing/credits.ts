import { z } from 'zod';
import { PLAN_IDS } from './plans.ts';

const moment = z.iso.datetime();

/** Purposes of reserved credits. The server stores them, and the statement page has a text for each. */
export const CREDIT_PURPOSES = ['images', 'refinement', 'upscale', 'extension', 'background', 'variations'] as const;
export type CreditPurpose = (typeof CREDIT_PURPOSES)[number];

/** Sources of credits that were not bought. */
export const GIFT_SOURCES = ['promotion', 'goodwill', 'operator'] as const;

/** Where credits come from: a plan, a pack or a gift. */
export const CREDIT_ORIGINS = [...PLAN_IDS, 'pack', ...GIFT_SOURCES] as const;
export type CreditOrigin = (typeof CREDIT_ORIGINS)[number];
const origin = z.enum(CREDIT_ORIGINS);

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
  /** Credits left by origin, in the order in which they will be spent. */
  remainders: z.array(z.object({ origin, amount: z.number().int(), expiresAt: moment })),
});
export type BalanceView = z.infer<typeof balanceResponse>;

/** Maximum characters of a prompt on a statement. */
export const STATEMENT_PROMPT_LENGTH = 120;

const rowParts = {
  id: z.number().int(),
  at: moment,
  /** Change of the available credits. */
  change: z.number().int(),
  /** Available credits after this row and all older ones. */
  balance: z.number().int(),
};
const orderRow = z.object({
  ...rowParts,
  kind: z.literal('order'),
  purpose: z.enum(CREDIT_PURPOSES),
  state: z.enum(['held', 'spent', 'partly-returned', 'returned']),
  /** Credits reserved for the order and credits spent on it. */
  reserved: z.number().int(),
  spent: z.number().int(),
  /** Unspent credits that expired before they could be returned. */
  lost: z.number().int(),
  /** Details of the order; absent once it has been deleted. */
  order: z
    .object({
      /** Beginning of the prompt, at most `STATEMENT_PROMPT_LENGTH` characters. */
      prompt: z.string(),
      width: z.number().int(),
      height: z.number().int(),
      /** Number of images ordered. */
      count: z.number().int(),
      /** Service and model that made the image. */
      model: z.string().optional(),
      image: z.object({ id: z.uuid(), thumbnailUrl: z.string() }).optional(),
      /** Whether images were created and all of them deleted. */
      imagesDeleted: z.boolean(),
    })
    .optional(),
});
const grantRow = z.object({
  ...rowParts,
  kind: z.literal('grant'),
  origin,
  amount: z.number().int(),
  remaining: z.number().int(),
  expiresAt: moment,
  /** Why the credits can no longer be spent. */
  closed: z.enum(['expired', 'replaced', 'removed']).optional(),
  note: z.string().optional(),
  /** The payment for these credits, which has a receipt. */
  paymentId: z.uuid().optional(),
});
const expireRow = z.object({
  ...rowParts,
  kind: z.literal('expire'),
  origin,
  /** Whether they ended before their expiry because a paid plan started. */
  early: z.boolean(),
});
const clawBackRow = z.object({
  ...rowParts,
  kind: z.literal('claw_back'),
  origin,
  /** Whether the bank or payment service reversed the payment, rather than us refunding it. */
  disputed: z.boolean(),
});
/** One row per order, grant, expiry and refund. */
export const statementRow = z.discriminatedUnion('kind', [orderRow, grantRow, expireRow, clawBackRow]);
export type StatementRowView = z.infer<typeof statementRow>;

/** GET /api/credits/statement; newest first, `next` is the `before` of the next page. */
export const statementResponse = z.object({ rows: z.array(statementRow), next: z.number().int().optional() });
export const statementQuery = z.object({ before: z.coerce.number().int().positive().optional() });
/** GET /api/credits/statement.csv */
export const statementFileQuery = z.object({ locale: z.enum(['en', 'ko']).default('en') });
