import {
  PAYMENT_MEANS,
  PAYMENT_WAYS,
  type PaymentMeans,
  type PaymentWay,
  type Product,
} from '@bakkum/api-contract/billing/payments';
import type { Site } from '@bakkum/site/brand';
import type { PaymentSettings, WonPrices } from '../../config/payment-settings.ts';

/** Provider names stored with payments at a fake service. The name for PayPal dates from the first release. */
export const FAKE_PROVIDERS = { paypal: 'stand-in', portone: 'fake-portone' } as const satisfies Readonly<
  Record<PaymentWay, string>
>;

/** Paths of the pages and scripts of the fake services. */
export const FAKE_PAYPAL_PATH = '/demo/paypal';
export const FAKE_PORTONE_PATH = '/demo/portone';

/** The way of a payment, by its provider in the database, and whether the provider is a fake. */
export function wayOf(provider: string): { readonly way: PaymentWay; readonly test: boolean } {
  const way = PAYMENT_WAYS.find((one) => one === provider || FAKE_PROVIDERS[one] === provider);
  if (!way) throw new Error(`no way to pay is ${provider}`);
  return { way, test: provider !== way };
}

/** The configured ways to pay. */
export function waysOf(payments: PaymentSettings): readonly PaymentWay[] {
  if (payments.kind === 'fake') return PAYMENT_WAYS;
  return PAYMENT_WAYS.filter((way) => payments.services.some(({ manifest }) => manifest.id === way));
}

type Sales = {
  /** Missing operator variables. */
  readonly missing: readonly string[];
  /** Whether the payment window has an origin. A public demo without one sells nothing in won. */
  readonly hasWindow: boolean;
};

/** What pages show about payments. Nothing is sold until buyers can see who they are buying from. */
export function salesOf(payments: PaymentSettings, { missing, hasWindow }: Sales): Pick<Site, 'payments' | 'salesClosed'> {
  if (missing.length > 0) return { salesClosed: true };
  const ways = waysOf(payments).filter((way) => way !== 'portone' || hasWindow);
  const inWon = ways.includes('portone') && { won: { prices: pricesOf(payments.won), means: meansOf(payments) } };
  return { payments: { ways, fake: payments.kind === 'fake', renews: renewsIn(payments), ...inWon } };
}

function pricesOf({ monthly, annual, pack100, pack500 }: WonPrices): Readonly<Record<Product, string>> {
  return { monthly: String(monthly), annual: String(annual), pack100: String(pack100), pack500: String(pack500) };
}

/** Whether the operator has set up a plan that renews. */
function renewsIn(payments: PaymentSettings): boolean {
  if (payments.kind === 'fake') return true;
  const values = payments.services.find(({ manifest }) => manifest.id === 'paypal')?.values;
  return Boolean(values?.['monthlyPlan'] || values?.['annualPlan']);
}

/** The means of payment that have a channel. */
function meansOf(payments: PaymentSettings): readonly PaymentMeans[] {
  if (payments.kind === 'fake') return PAYMENT_MEANS;
  const values = payments.services.find(({ manifest }) => manifest.id === 'portone')?.values;
  return PAYMENT_MEANS.filter((means) => values?.[means]);
}
