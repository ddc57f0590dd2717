import { PaymentFault, type PaymentFaultCode } from '@bakkum/payment/fault';
import type { PaymentConnection, PaymentValues } from '@bakkum/payment/provider';
import { type Answer, type CallService, createSend, documented, jsonOf, parsedJson } from '@bakkum/payment/service-requests';
import { refusalAnswer, tokenAnswer } from './wire.ts';

/** PayPal's stated maximum response time; slower requests are checked later. */
const TIMEOUT_MS = 30_000;
/** Fraction of a token's lifetime after which it is renewed. */
const FRESH_PART = 0.9;

/** Malformed or impossible requests. Any other status leaves the outcome unknown. */
const REJECTIONS = [400, 422];

const ISSUES: Readonly<Record<string, PaymentFaultCode>> = {
  INSTRUMENT_DECLINED: 'declined',
  PAYER_CANNOT_PAY: 'declined',
  TRANSACTION_REFUSED: 'declined',
  ORDER_NOT_APPROVED: 'not-approved',
  PAYER_ACTION_REQUIRED: 'not-approved',
  ORDER_ALREADY_CAPTURED: 'done-before',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'gone',
  ORDER_EXPIRED: 'gone',
  ORDER_VOIDED: 'gone',
  CAPTURE_FULLY_REFUNDED: 'done-before',
  SUBSCRIPTION_STATUS_INVALID: 'gone',
  // Version 1 of the Payments API names the issue at the top.
  TRANSACTION_ALREADY_REFUNDED: 'done-before',
};

export type Connection = CallService & {
  /**
   * Requests an access token.
   * @throws PaymentFault
   */
  reach(): Promise<void>;
  /**
   * Fetches the text of a URL without a token.
   * @throws PaymentFault
   */
  text(address: string): Promise<string>;
};

type Key = { readonly token: string; readonly freshUntil: number };

export function connect({ id = '', secret = '', base = '' }: PaymentValues, given: PaymentConnection): Connection {
  const send = createSend(given, TIMEOUT_MS);
  const now = given.now ?? (() => new Date());
  let key: Promise<Key> | undefined;

  const currentKey = async (): Promise<string> => {
    const held = await key?.catch(() => undefined);
    if (held && held.freshUntil > now().getTime()) return held.token;
    key = fetchKey();
    return (await key).token;
  };
  const fetchKey = async (): Promise<Key> => {
    const headers = {
      Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    const init = { method: 'POST', headers, body: 'grant_type=client_credentials' };
    // Nothing was ordered yet, so any failure here has no effect.
    const answer = await send(`${base}/v1/oauth2/token`, init).catch(() => undefined);
    if (answer?.status === 401) throw new PaymentFault('auth', 'the keys are wrong');
    const parsed = answer?.status === 200 ? tokenAnswer.safeParse(parsedJson(answer.text)) : undefined;
    if (!parsed?.success) throw new PaymentFault('unavailable', `no key: status ${answer?.status ?? 'none'}`);
    return { token: parsed.data.access_token, freshUntil: now().getTime() + parsed.data.expires_in * 1000 * FRESH_PART };
  };
  return {
    async call({ method, path, once, ...content }, schema) {
      const headers = {
        Authorization: `Bearer ${await currentKey()}`,
        'Content-Type': 'application/json',
        Prefer: 'return=representation',
        ...(once !== undefined && { 'PayPal-Request-Id': once }),
      };
      const body = jsonOf(content);
      const init = { method, headers, ...(body !== undefined && { body }) };
      const answer = await send(base + path, init);
      if (answer.status === 401) key = undefined;
      if (answer.status === 404 && method === 'GET') return undefined;
      if (answer.status < 200 || answer.status > 299) throw faultOf(answer);
      return documented(parsedJson(answer.text), schema);
    },
    async reach() {
      await currentKey();
    },
    async text(address) {
      const answer = await send(address, { method: 'GET' });
      if (answer.status !== 200) throw new PaymentFault('unavailable', `status ${answer.status}`);
      return answer.text;
    },
  };
}

function faultOf({ status, text }: Answer): PaymentFault {
  const refusal = refusalAnswer.safeParse(parsedJson(text)).data;
  const issue = refusal?.details?.find(({ issue: code }) => code)?.issue;
  const message = [`status ${status}`, refusal?.name, issue, refusal?.debug_id].map(wordOf).filter(Boolean).join(' ');
  const known = ISSUES[issue ?? refusal?.name ?? ''];
  if (known) return new PaymentFault(known, message);
  if (status === 401 || status === 403) return new PaymentFault('auth', message);
  if (status === 404) return new PaymentFault('gone', message);
  if (status === 429) return new PaymentFault('unavailable', message);
  return new PaymentFault(REJECTIONS.includes(status) ? 'rejected' : 'unknown', message);
}

/** Only codes are logged, because messages may contain personal data. */
function wordOf(value: string | undefined): string {
  return value && /^[\w .-]{1,80}$/.test(value) ? value : '';
}
