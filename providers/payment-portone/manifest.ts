import type { PaymentManifest } from '@bakkum/payment/provider';

/**
 * PortOne version 2, which opens the payment windows of Korean payment gateways: cards through Toss Payments or another one,
 * and KakaoPay and Toss Pay where they have a channel.
 */
export const manifest: PaymentManifest = {
  id: 'portone',
  name: 'PortOne',
  currency: 'KRW',
  opensWindow: true,
  variables: {
    storeId: { name: 'PORTONE_STORE_ID', kind: 'text', needed: true },
    secret: { name: 'PORTONE_API_SECRET', kind: 'secret', needed: true },
    webhookSecret: { name: 'PORTONE_WEBHOOK_SECRET', kind: 'signing-key', needed: true },
    card: { name: 'PORTONE_CHANNEL_KEY', kind: 'text', needed: true },
    kakaopay: { name: 'PORTONE_KAKAOPAY_CHANNEL_KEY', kind: 'text' },
    tosspay: { name: 'PORTONE_TOSSPAY_CHANNEL_KEY', kind: 'text' },
    scripts: { name: 'PORTONE_SCRIPT_HOSTS', kind: 'hosts', default: '*.tosspayments.com' },
    base: { name: 'PORTONE_API_BASE', kind: 'address', default: 'https://api.portone.io' },
  },
};
