import type { PaymentView, PaymentWay } from '@bakkum/api-contract/billing/payments';
import type { Translate } from './message.ts';
import type { Strings } from './strings.en.ts';

const WAYS = {
  paypal: { real: 'wayPayPal', test: 'wayTest' },
  portone: { real: 'wayPortOne', test: 'wayPortOneTest' },
} as const satisfies Readonly<Record<PaymentWay, object>>;

/** How a payment was made, as on its receipt. */
export function wayName(receipts: Translate<Strings['receipts']>, { way, test }: Pick<PaymentView, 'way' | 'test'>): string {
  return receipts(test ? WAYS[way].test : WAYS[way].real);
}
