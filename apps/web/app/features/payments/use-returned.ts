import { CAPTURE_IN_PROGRESS } from '@bakkum/api-contract/billing/payment-states';
import type { PaymentView } from '@bakkum/api-contract/billing/payments';
import { useState } from 'react';
import { call, type Failure } from '../../session/api.ts';
import { useServerData } from '../../state/server-data.ts';

/** How the buyer returned: with the order number of the payment service, or our number of a payment. */
export type Returned = { readonly order: string } | { readonly payment: string };

export type Outcome =
  | { readonly status: 'asking' }
  | { readonly status: 'known'; readonly payment: PaymentView }
  | { readonly status: 'failed'; readonly failure: Failure };

/** Milliseconds between two requests while the payment service has not finished. */
const POLL_INTERVAL_MS = 2000;
/** Maximum number of requests: a payment under review takes hours, so the user need not wait. */
const MAX_REQUESTS = 60;

/** Captures the payment, and polls, also while the page is hidden, until the outcome is known. */
export function useReturned(returned: Returned): Outcome {
  const [target, setTarget] = useState(returned);
  const { body, fault } = useServerData({
    key: ['returned', returned],
    ask: async () => {
      if ('payment' in target) return call('GET /api/payments/{id}', undefined, { id: target.payment });
      const answer = await call('POST /api/payments/return', { order: target.order });
      // The server limits returns per hour. Reading the payment completes it too, and is not limited.
      if (answer.ok) setTarget({ payment: answer.body.payment.id });
      return answer;
    },
    pollMs: ({ body: last, fault: failed }, answers) =>
      last && !failed && CAPTURE_IN_PROGRESS.includes(last.payment.state) && answers < MAX_REQUESTS
        ? POLL_INTERVAL_MS
        : undefined,
    pollsHidden: true,
  });
  if (fault) return { status: 'failed', failure: fault };
  return body ? { status: 'known', payment: body.payment } : { status: 'asking' };
}
