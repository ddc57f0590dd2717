import type { PaymentView } from '@bakkum/api-contract/billing/payments';
import { decimalOf } from '@bakkum/payment/money';
import { invoiceOf } from '@bakkum/payment/record';
import type { OwnPayment } from '@bakkum/payment/report';

const PROBLEMS = ['declined', 'not-approved', 'mismatch', 'gone', 'rejected'] as const;

/** Payment view for its buyer. */
export function viewOf({ payment, startsAt, endsAt, refund, refundWay }: OwnPayment): PaymentView {
  const { id, plan, money, state, createdAt, capturedAt } = payment;
  const problem = PROBLEMS.find((one) => one === payment.problem);
  return {
    id,
    number: invoiceOf(id),
    plan,
    amount: decimalOf(money.minor),
    currency: money.currency,
    state,
    createdAt: createdAt.toISOString(),
    refundWay,
    ...(problem && { problem }),
    ...(capturedAt && { capturedAt: capturedAt.toISOString() }),
    ...(startsAt && { startsAt: startsAt.toISOString() }),
    ...(endsAt && { endsAt: endsAt.toISOString() }),
    ...(refund && { refund: { state: refund.state, at: refund.at.toISOString() } }),
  };
}
