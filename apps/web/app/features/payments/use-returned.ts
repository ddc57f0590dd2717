import { UNDER_WAY } from '@bakkum/api-contract/billing/payment-states';
import type { PaymentView } from '@bakkum/api-contract/billing/payments';
import { useEffect, useState } from 'react';
import { call, type Failure } from '../../session/api.ts';

/** How the buyer returned: with the order number of the payment service, or our number of a payment. */
export type Returned = { readonly order: string } | { readonly payment: string };

export type Outcome =
  | { readonly status: 'asking' }
  | { readonly status: 'known'; readonly payment: PaymentView }
  | { readonly status: 'failed'; readonly failure: Failure };

/** Milliseconds between two requests while the payment service has not finished. */
const PAUSE = 2000;
/** Maximum number of requests: a payment under review takes hours, so the user need not wait. */
const MOST_QUESTIONS = 60;

/** Captures the payment, and polls until the outcome is known. */
export function useReturned(returned: Returned): Outcome {
  const [outcome, setOutcome] = useState<Outcome>({ status: 'asking' });
  const key = 'order' in returned ? returned.order : returned.payment;
  const isOrder = 'order' in returned;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const askAgain = async (questions: number): Promise<void> => {
      const answer = isOrder
        ? await call('POST /api/payments/return', { order: key })
        : await call('GET /api/payments/{id}', undefined, { id: key });
      if (left) return;
      if (!answer.ok) return setOutcome({ status: 'failed', failure: answer.failure });
      const { payment } = answer.body;
      setOutcome({ status: 'known', payment });
      if (UNDER_WAY.includes(payment.state) && questions < MOST_QUESTIONS) {
        timer = setTimeout(() => void askAgain(questions + 1), PAUSE);
      }
    };
    void askAgain(1);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [isOrder, key]);
  return outcome;
}
