import type { PaymentsView } from '@bakkum/api-contract/billing/payments';
import { useEffect, useState } from 'react';
import { call, type Failure } from '../../session/api.ts';

type Known = { readonly view?: PaymentsView; readonly failure?: Failure; readonly reload: () => Promise<void> };

/** Returns the user's payments, and the paid time. */
export function usePayments(): Known {
  const [known, setKnown] = useState<Omit<Known, 'reload'>>({});
  const reload = async (): Promise<void> => {
    const answer = await call('GET /api/payments');
    setKnown(answer.ok ? { view: answer.body } : { failure: answer.failure });
  };
  // oxlint-disable-next-line react/exhaustive-deps -- once
  useEffect(() => void reload(), []);
  return { ...known, reload };
}
