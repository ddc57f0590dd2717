import type { PaymentsView } from '@bakkum/api-contract/billing/payments';
import { call, type Failure } from '../../session/api.ts';
import { type ServerData, useServerData } from '../../state/server-data.ts';

/** Returns the user's payments, and the paid time. */
export function usePayments(): ServerData<PaymentsView, Failure> {
  return useServerData({ key: ['payments'], ask: () => call('GET /api/payments') });
}
