/** Where a payment stands; what the groups below do not name is over. */
export const PAYMENT_STATES = [
  'created',
  'ordered',
  'capturing',
  'pending',
  'captured',
  'refunded',
  'reversed',
  'expired',
  'failed',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** The service was asked for the money, and what became of it is not known yet. */
export const UNDER_WAY: readonly PaymentState[] = ['capturing', 'pending'];
/** The service knows of it. */
export const AT_SERVICE: readonly PaymentState[] = ['ordered', ...UNDER_WAY];
/** Something may still come of it. */
export const OPEN: readonly PaymentState[] = ['created', ...AT_SERVICE];
/** The money came in, and the ledger knows of it. */
export const PAID: readonly PaymentState[] = ['captured', 'refunded', 'reversed'];

export const REFUND_STATES = ['asked', 'requested', 'pending', 'completed', 'failed', 'refused'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** Decided, and not over. */
export const REFUND_UNDER_WAY: readonly RefundState[] = ['requested', 'pending'];
/** A payment has one of these at most. */
export const REFUND_LIVE: readonly RefundState[] = ['asked', ...REFUND_UNDER_WAY, 'completed'];
