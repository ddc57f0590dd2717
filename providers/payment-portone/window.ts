import { PAYMENT_MEANS, type PaymentMeans } from '@bakkum/api-contract/billing/payments';
import {
  HOST_NAME,
  hostsIn,
  type PaymentConnection,
  type PaymentValues,
  type PaymentWindow,
  type WindowRequest,
} from '@bakkum/payment/provider';

const SCRIPT = 'https://cdn.portone.io/v2/browser-sdk.js';
/** Hosts of PortOne that its script calls. */
const REQUESTS = ['https://*.portone.io', 'https://*.iamport.co', 'https://*.iamport.kr'];
/** The window of a gateway may lead to any bank or card company. */
const FRAMES = ['https:'];
/** Characters of an order name. Gateways refuse or cut longer ones. */
const MAX_NAME_LENGTH = 50;

const METHODS = { card: 'CARD', kakaopay: 'EASY_PAY', tosspay: 'EASY_PAY' } as const satisfies Readonly<
  Record<PaymentMeans, string>
>;

/** The payment window of PortOne's browser SDK. Its amount was registered before, so that another one is refused. */
export function windowOf(values: PaymentValues, { script }: PaymentConnection, request: WindowRequest): PaymentWindow {
  const hosts = hostsIn(values['scripts'] ?? '').filter((host) => HOST_NAME.test(host));
  const gateways = hosts.map((host) => `https://${host}`);
  const means = PAYMENT_MEANS.flatMap((one) => {
    const channelKey = values[one];
    return channelKey ? [{ means: one, request: requestOf(values, request, { means: one, channelKey }) }] : [];
  });
  const sources = script
    ? { scripts: [], requests: ["'self'"], frames: [] }
    : { scripts: ['https://cdn.portone.io', ...gateways], requests: [...REQUESTS, ...gateways], frames: FRAMES };
  return { script: script ?? SCRIPT, sources, means };
}

function requestOf(
  { storeId }: PaymentValues,
  { paymentId, description, money, returnUrl }: WindowRequest,
  { means, channelKey }: { readonly means: PaymentMeans; readonly channelKey: string },
) {
  return {
    storeId,
    channelKey,
    paymentId,
    orderName: description.slice(0, MAX_NAME_LENGTH),
    totalAmount: money.minor,
    currency: money.currency,
    payMethod: METHODS[means],
    redirectUrl: returnUrl,
    // The same way back on computers and phones.
    forceRedirect: true,
  };
}
