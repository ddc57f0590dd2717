import { PRODUCTS, type Product } from '@bakkum/api-contract/billing/payments';
import { HOST_NAME, hostsIn, type PaymentManifest, type PaymentVariable } from '@bakkum/payment/provider';
import { PAYMENT_PROVIDERS } from '@bakkum/registry/payment-providers.node.gen';
import { z } from 'zod';

/** A payment service and the values of its variables by their short names. */
export type PaymentServiceSettings = { readonly manifest: PaymentManifest; readonly values: Readonly<Record<string, string>> };

/** Prices in whole won, tax included. */
export type WonPrices = Readonly<Record<Product, number>>;

/** Payment services. Fakes of all services move no money and work in demo mode only. */
export type PaymentSettings = { readonly won: WonPrices } & (
  | { readonly kind: 'providers'; readonly services: readonly PaymentServiceSettings[] }
  | { readonly kind: 'fake' }
);

/** Prices of demo mode. */
const DEMO_WON: WonPrices = { monthly: 29_000, annual: 290_000, pack100: 7000, pack500: 33_000 };
/** Gateways refuse smaller amounts, and a larger one is a typo. */
const WON_RANGE = { min: 100, max: 10_000_000 };
const WON_FORM = PRODUCTS.map((product) => `${product}:${DEMO_WON[product]}`).join(',');

/** `monthly:29000,annual:290000,…`: one price for every product. */
const wonPrices = z.string().transform((text, context): WonPrices => {
  const entries = text.split(',').map((entry) => entry.trim().split(':'));
  const prices = entries.flatMap(([name, price = '']) => {
    const product = PRODUCTS.find((one) => one === name?.trim());
    const won = /^\d+$/.test(price.trim()) ? Number(price) : 0;
    return product && won >= WON_RANGE.min && won <= WON_RANGE.max ? [[product, won] as const] : [];
  });
  const found = new Map(prices);
  const [monthly, annual, pack100, pack500] = PRODUCTS.map((product) => found.get(product));
  const isWhole = entries.length === PRODUCTS.length && prices.length === PRODUCTS.length;
  if (isWhole && monthly && annual && pack100 && pack500) return { monthly, annual, pack100, pack500 };
  context.addIssue({ code: 'custom', message: `must be a price in whole won for each product, such as ${WON_FORM}` });
  return z.NEVER;
});

/** Former name of the setting `fake`, still accepted. */
const OLD_FAKE = 'stand-in';

/** Bytes. The specification of Standard Webhooks requires 24, and fewer than 16 could be guessed. */
const MIN_KEY_BYTES = 16;

/** A key of Standard Webhooks. Decoding other text would silently give another key, so that every message is refused. */
function isSigningKey(text: string): boolean {
  const base64 = text.replace(/^whsec_/, '').replace(/={1,2}$/, '');
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length >= MIN_KEY_BYTES && bytes.toString('base64').replace(/={1,2}$/, '') === base64;
}

const KINDS = {
  secret: z.string().min(4).max(500).regex(/^\S+$/, 'must not contain spaces'),
  'signing-key': z
    .string()
    .refine((value) => isSigningKey(value), 'must be the whole webhook secret of the service: base64, usually after whsec_'),
  address: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/(?<!\/)\/+$/, '')),
  hosts: z
    .string()
    .max(1000)
    .refine(
      (value) => hostsIn(value).every((host) => HOST_NAME.test(host)),
      'must be host names such as js.example.com, *.example.com',
    ),
  text: z.string().max(200),
} as const satisfies Readonly<Record<PaymentVariable['kind'], z.ZodType<string>>>;

/** Variables of every payment service, as listed in their manifests. */
export const paymentVariables = z.object({
  PAYMENTS: z.preprocess((value) => (value === OLD_FAKE ? 'fake' : value), z.enum(['auto', 'fake', 'off']).default('auto')),
  PRICES_KRW: wonPrices.optional(),
  ...Object.fromEntries(variablesOf(PAYMENT_PROVIDERS).map(({ name, kind }) => [name, KINDS[kind].optional()])),
});
type Values = Readonly<Record<string, unknown>> & {
  readonly PAYMENTS: 'auto' | 'fake' | 'off';
  readonly PRICES_KRW?: WonPrices | undefined;
};

function variablesOf(manifests: readonly PaymentManifest[]): readonly PaymentVariable[] {
  return manifests.flatMap(({ variables }) => Object.values(variables));
}

function missing({ variables }: PaymentManifest, values: Values): readonly string[] {
  return Object.values(variables).flatMap(({ name, needed }) => (needed && values[name] === undefined ? [name] : []));
}

function isBegun({ variables }: PaymentManifest, values: Values): boolean {
  return Object.values(variables).some(({ name, needed }) => needed && values[name] !== undefined);
}

/** Whether a service is used that opens its payment window on our page. */
export function opensWindow(values: Values): boolean {
  return values.PAYMENTS === 'auto' && PAYMENT_PROVIDERS.some((manifest) => manifest.opensWindow && isBegun(manifest, values));
}

/** Problems in the combination of these variables, as sentences. */
export function paymentProblems(values: Values, mode: 'demo' | 'production'): readonly string[] {
  const halves: string[] = PAYMENT_PROVIDERS.filter((manifest) => isBegun(manifest, values)).flatMap((manifest) =>
    missing(manifest, values).map(
      (name) => `${name}: is needed to be paid by ${manifest.name}, as another of its variables is set`,
    ),
  );
  const sellsInWon = PAYMENT_PROVIDERS.some((manifest) => manifest.currency === 'KRW' && isBegun(manifest, values));
  if (sellsInWon && !values.PRICES_KRW) halves.push(`PRICES_KRW: is needed to be paid in won, such as ${WON_FORM}`);
  if (mode !== 'production') return halves;
  const open = variablesOf(PAYMENT_PROVIDERS).filter(
    ({ name, kind }) => kind === 'address' && String(values[name]).startsWith('http:'),
  );
  return [
    ...halves,
    ...open.map(({ name }) => `${name}: must be https in production, or keys travel in the open`),
    ...(values.PAYMENTS === 'fake'
      ? ['PAYMENTS: production refuses the fake service, which takes no money; set auto or off']
      : []),
  ];
}

/** Returns the services whose keys are set. Without keys: the fakes in demo mode, none in production. */
export function paymentSettings(values: Values, mode: 'demo' | 'production'): PaymentSettings | undefined {
  if (values.PAYMENTS === 'off') return undefined;
  const won = values.PRICES_KRW ?? DEMO_WON;
  const begun = PAYMENT_PROVIDERS.filter((one) => isBegun(one, values));
  if (begun.length === 0 || values.PAYMENTS === 'fake') return mode === 'demo' ? { kind: 'fake', won } : undefined;
  return { kind: 'providers', won, services: begun.map((manifest) => ({ manifest, values: valuesOf(manifest, values) })) };
}

function valuesOf({ variables }: PaymentManifest, values: Values): Readonly<Record<string, string>> {
  const given = Object.entries(variables).map(([short, { name, default: fallback = '' }]) => {
    const value = values[name];
    return [short, typeof value === 'string' ? value : fallback];
  });
  return Object.fromEntries(given);
}
