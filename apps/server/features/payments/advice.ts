import type { PaymentProblem } from '@bakkum/payment/payment-context';
import { invoiceOf } from '@bakkum/payment/record';

/** Suggested admin command for each problem, shown in the log and the daily report. */
const COMMANDS = {
  'partly-refunded': (number) =>
    `bakkum admin payments refund ${number} (refunds the rest and ends the plan; do nothing to let the plan run)`,
  'refund-asked': (number) => `bakkum admin payments refund ${number}, or refuse ${number}`,
  'refund-not-told': (number) => `bakkum admin payments history ${number}; if a bank took it: bakkum admin freeze EMAIL`,
  'subscription-plan-differs': () => 'bakkum admin payments plans',
  'dispute-unclear': (_, dispute) => `bakkum admin payments dispute ${dispute} won, or lost`,
} as const satisfies Readonly<Record<string, (number: string, dispute: string) => string>>;

/** Suggested command for a logged problem. Undefined if there is none. */
export function adviceOn({ what, paymentId, detail }: PaymentProblem): string | undefined {
  const dispute = detail && 'dispute' in detail ? String(detail.dispute) : '';
  return isKnown(what) ? commandFor(what, paymentId, dispute) : undefined;
}

export function commandFor(what: keyof typeof COMMANDS, paymentId: string, dispute = ''): string {
  return COMMANDS[what](invoiceOf(paymentId), dispute);
}

function isKnown(what: string): what is keyof typeof COMMANDS {
  return Object.hasOwn(COMMANDS, what);
}
