import { UNDER_WAY } from '@bakkum/api-contract/payment-states';
import type { PaymentView } from '@bakkum/api-contract/payments';
import { useEffect, useState } from 'react';
import { call, type Failure } from '../../session/api.ts';

/** How the buyer came back: with the service's number of an order, or ours of a payment. */
export type Returned = { readonly order: string } | { readonly payment: string };

export type Outcome =
  | { readonly status: 'asking' }
  | { readonly status: 'known'; readonly payment: PaymentView }
  | { readonly status: 'failed'; readonly failure: Failure };

/** How long between two questions while the service is not done, in ms. */
const PAUSE = 2000;
/** A payment under review takes hours: after so many questions one may go. */
const MOST_QUESTIONS = 60;

/** Has the payment go through, and asks until it is known how it went. */
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
