import type { PaymentManifest } from '@bakkum/payment/provider';

/**
 * PayPal through its Orders API version 2. PayPal decides which buyers may pay which sellers: payments between two Korean
 * accounts are not allowed.
 */
export const manifest: PaymentManifest = {
  id: 'paypal',
  name: 'PayPal',
  currency: 'USD',
  variables: {
    id: { name: 'PAYPAL_CLIENT_ID', kind: 'secret', needed: true },
    secret: { name: 'PAYPAL_CLIENT_SECRET', kind: 'secret', needed: true },
    webhookId: { name: 'PAYPAL_WEBHOOK_ID', kind: 'text', needed: true },
    monthlyPlan: { name: 'PAYPAL_MONTHLY_PLAN_ID', kind: 'text' },
    annualPlan: { name: 'PAYPAL_ANNUAL_PLAN_ID', kind: 'text' },
    base: { name: 'PAYPAL_API_BASE', kind: 'address', default: 'https://api-m.paypal.com' },
  },
};
