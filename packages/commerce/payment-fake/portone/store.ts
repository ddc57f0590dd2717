import { z } from 'zod';
import type { Shelf } from '../store.ts';

const cancellation = z.object({
  id: z.string(),
  status: z.enum(['SUCCEEDED', 'REQUESTED', 'FAILED']),
  totalAmount: z.number(),
  reason: z.string(),
  trigger: z.enum(['API', 'CONSOLE', 'CHARGEBACK']),
  at: z.string(),
  /** Idempotency key of the request. */
  key: z.string().optional(),
});

/** A payment as stored by the fake. */
const payment = z.object({
  id: z.string(),
  /** Amount registered before the window opens. */
  registered: z.object({ totalAmount: z.number(), currency: z.string() }).optional(),
  /** Absent until the window is opened: the service does not know the payment yet. */
  status: z.enum(['READY', 'PAY_PENDING', 'PAID', 'FAILED', 'PARTIAL_CANCELLED', 'CANCELLED']).optional(),
  transactionId: z.string(),
  channelKey: z.string(),
  orderName: z.string(),
  total: z.number(),
  currency: z.string(),
  /** Masked number of the card; absent where it was paid from an account. */
  card: z.string().optional(),
  at: z.string(),
  /** Number of further reads that report a pending payment as pending. */
  pendingReads: z.number(),
  cancellations: z.array(cancellation),
  disputes: z.array(z.object({ status: z.enum(['UNRESOLVED', 'RESOLVED']), reason: z.string(), createdAt: z.string() })),
});
export type FakePayment = z.infer<typeof payment>;

export const PORTONE_SHELF: Shelf<FakePayment> = { table: 'portone_payments', schema: payment };

/** Returns what can still be cancelled. Requested cancellations count, failed ones do not. */
export function cancellableOf({ total, cancellations }: FakePayment): number {
  return cancellations.reduce((left, { status, totalAmount }) => (status === 'FAILED' ? left : left - totalAmount), total);
}
