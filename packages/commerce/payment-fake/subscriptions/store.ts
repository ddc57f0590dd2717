import { z } from 'zod';
import type { Shelf } from '../store.ts';

const amount = z.object({ value: z.string(), currency_code: z.string() });

const plan = z.object({ id: z.string(), productId: z.string(), name: z.string(), days: z.number(), amount });
export type FakePlan = z.infer<typeof plan>;

const catalog = z.object({ products: z.array(z.object({ id: z.string(), name: z.string() })), plans: z.array(plan) });
/** Products and plans, in one document. */
export type FakeCatalog = z.infer<typeof catalog>;
export const CATALOG_ID = 'catalog';

const sale = z.object({
  id: z.string(),
  state: z.enum(['completed', 'partially_refunded', 'pending', 'refunded', 'denied']),
  amount,
  at: z.string(),
  refund: z.object({ state: z.enum(['pending', 'completed', 'failed']), requestId: z.string() }).optional(),
  dispute: z.object({ status: z.string(), outcome: z.string().optional() }).optional(),
  /** Whether a bank took the money. */
  reversed: z.boolean().optional(),
});
export type FakeSale = z.infer<typeof sale>;

/** A subscription as stored by the fake. Times are ISO 8601 in UTC. */
const subscription = z.object({
  id: z.string(),
  status: z.enum(['APPROVAL_PENDING', 'ACTIVE', 'SUSPENDED', 'CANCELLED']),
  plan,
  customId: z.string(),
  brand: z.string(),
  locale: z.string(),
  payerId: z.string(),
  returnUrl: z.string(),
  cancelUrl: z.string(),
  createdAt: z.string(),
  /** The next charge, or the first one. */
  nextAt: z.string(),
  /** `renewals-declined`: charges after the first one are declined. `other-amount`: charges differ from the plan. */
  behaviour: z.enum(['pays', 'renewals-declined', 'other-amount']),
  failures: z.number(),
  failedAt: z.string().optional(),
  retryAt: z.string().optional(),
  sales: z.array(sale),
  /** A plan that waits for the buyer's approval. */
  revision: z.object({ plan, returnUrl: z.string(), cancelUrl: z.string() }).optional(),
});
export type FakeSubscription = z.infer<typeof subscription>;

export const SUBSCRIPTION_SHELF: Shelf<FakeSubscription> = { table: 'subscriptions', schema: subscription };
export const CATALOG_SHELF: Shelf<FakeCatalog> = { table: 'catalog', schema: catalog };

/** Plans that the fake has from the start. */
export const FAKE_PLANS = {
  monthly: plan.parse({
    id: 'P-FAKEMONTHLY',
    productId: 'FAKE-PRODUCT',
    name: 'Monthly',
    days: 30,
    amount: { value: '20.00', currency_code: 'USD' },
  }),
  annual: plan.parse({
    id: 'P-FAKEANNUAL',
    productId: 'FAKE-PRODUCT',
    name: 'Annual',
    days: 365,
    amount: { value: '200.00', currency_code: 'USD' },
  }),
} as const;
