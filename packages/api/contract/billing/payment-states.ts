/** States of a payment; those in none of the groups below are final. */
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

/** Capture was requested from the service and its outcome is not known yet. */
export const CAPTURE_IN_PROGRESS: readonly PaymentState[] = ['capturing', 'pending'];
/** States in which the service knows the payment. */
export const KNOWN_TO_SERVICE: readonly PaymentState[] = ['ordered', ...CAPTURE_IN_PROGRESS];
/** States that are not final. */
export const OPEN: readonly PaymentState[] = ['created', ...KNOWN_TO_SERVICE];
/** The money was received and is recorded in the ledger. */
export const PAID: readonly PaymentState[] = ['captured', 'refunded', 'reversed'];

export const REFUND_STATES = ['asked', 'requested', 'pending', 'completed', 'failed', 'refused'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** The refund was decided and is not finished. */
export const REFUND_IN_PROGRESS: readonly RefundState[] = ['requested', 'pending'];
/** A payment has at most one refund in these states. */
export const OPEN_REFUND_STATES: readonly RefundState[] = ['asked', ...REFUND_IN_PROGRESS, 'completed'];
