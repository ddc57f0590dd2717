import type { PaymentManifest, PaymentVariable } from '@bakkum/payment/provider';
import { PAYMENT_PROVIDERS } from '@bakkum/registry/payment-providers.node.gen';
import { z } from 'zod';

/** Payment service for plans. The fake service moves no money and works in demo mode only. */
export type PaymentSettings =
  | { readonly kind: 'provider'; readonly manifest: PaymentManifest; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'fake' };

/** Former name of the setting `fake`, still accepted. */
const OLD_FAKE = 'stand-in';

const KINDS = {
  secret: z.string().min(4).max(500).regex(/^\S+$/, 'must not contain spaces'),
  address: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/(?<!\/)\/+$/, '')),
  text: z.string().max(200),
} as const satisfies Readonly<Record<PaymentVariable['kind'], z.ZodType<string>>>;

/** Variables of every payment service, as listed in their manifests. */
export const paymentVariables = z.object({
  PAYMENTS: z.preprocess((value) => (value === OLD_FAKE ? 'fake' : value), z.enum(['auto', 'fake', 'off']).default('auto')),
  ...Object.fromEntries(variablesOf(PAYMENT_PROVIDERS).map(({ name, kind }) => [name, KINDS[kind].optional()])),
});
type Values = Readonly<Record<string, unknown>> & { readonly PAYMENTS: 'auto' | 'fake' | 'off' };

function variablesOf(manifests: readonly PaymentManifest[]): readonly PaymentVariable[] {
  return manifests.flatMap(({ variables }) => Object.values(variables));
}

function missing({ variables }: PaymentManifest, values: Values): readonly string[] {
  return Object.values(variables).flatMap(({ name, needed }) => (needed && values[name] === undefined ? [name] : []));
}

function isBegun({ variables }: PaymentManifest, values: Values): boolean {
  return Object.values(variables).some(({ name, needed }) => needed && values[name] !== undefined);
}

/** Problems in the combination of these variables, as sentences. */
export function paymentProblems(values: Values, mode: 'demo' | 'production'): readonly string[] {
  const halves = PAYMENT_PROVIDERS.filter((manifest) => isBegun(manifest, values)).flatMap((manifest) =>
    missing(manifest, values).map(
      (name) => `${name}: is needed to be paid by ${manifest.name}, as another of its variables is set`,
    ),
  );
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

/** Returns the service whose keys are set. Without keys: the fake service in demo mode, none in production. */
export function paymentSettings(values: Values, mode: 'demo' | 'production'): PaymentSettings | undefined {
  if (values.PAYMENTS === 'off') return undefined;
  const manifest = PAYMENT_PROVIDERS.find((one) => isBegun(one, values));
  if (!manifest || values.PAYMENTS === 'fake') return mode === 'demo' ? { kind: 'fake' } : undefined;
  const given = Object.entries(manifest.variables).map(([short, { name, default: fallback = '' }]) => {
    const value = values[name];
    return [short, typeof value === 'string' ? value : fallback];
  });
  return { kind: 'provider', manifest, values: Object.fromEntries(given) };
}
