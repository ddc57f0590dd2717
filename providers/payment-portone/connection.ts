import { PaymentFault, type PaymentFaultCode } from '@bakkum/payment/fault';
import type { PaymentConnection, PaymentValues } from '@bakkum/payment/provider';
import { type CallService, createSend, documented, jsonOf, parsedJson } from '@bakkum/payment/service-requests';
import { refusalAnswer } from './wire.ts';

/** Milliseconds. PortOne recommends a minute; the lease of a payment must outlast the call. */
const TIMEOUT_MS = 55_000;

const TYPES: Readonly<Record<string, PaymentFaultCode>> = {
  ALREADY_PAID: 'done-before',
  PAYMENT_ALREADY_CANCELLED: 'done-before',
  PAYMENT_NOT_PAID: 'not-approved',
  PAYMENT_NOT_FOUND: 'gone',
  // Another cancellation was faster. The next read of the payment shows what is left.
  CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN: 'unknown',
  IDEMPOTENCY_OUTSTANDING_REQUEST: 'unknown',
  // The gateway behind PortOne failed or refused. Only the payment shows what it did.
  PG_PROVIDER: 'unknown',
  UNAUTHORIZED: 'auth',
  FORBIDDEN: 'auth',
  INVALID_REQUEST: 'rejected',
  CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT: 'rejected',
  MAX_CANCEL_COUNT_REACHED: 'rejected',
};

export function connect({ secret = '', base = '' }: PaymentValues, given: PaymentConnection): CallService {
  const send = createSend(given, TIMEOUT_MS);
  return {
    async call({ method, path, once, ...content }, schema) {
      const headers = {
        Authorization: `PortOne ${secret}`,
        'Content-Type': 'application/json',
        // Valid for three hours.
        ...(once !== undefined && { 'Idempotency-Key': `"${once}"` }),
      };
      const body = jsonOf(content);
      const answer = await send(base + path, { method, headers, ...(body !== undefined && { body }) });
      const json = parsedJson(answer.text);
      if (method === 'GET' && isNotFound(answer.status, json)) return undefined;
      if (answer.status < 200 || answer.status > 299) throw faultOf(answer.status, json);
      return documented(json, schema);
    },
  };
}

/** A 404 from anything but PortOne, such as a proxy, says nothing about the payment. */
function isNotFound(status: number, json: unknown): boolean {
  return status === 404 && refusalAnswer.safeParse(json).data?.type === 'PAYMENT_NOT_FOUND';
}

function faultOf(status: number, json: unknown): PaymentFault {
  const refusal = refusalAnswer.safeParse(json).data;
  // Only codes are logged, because messages may contain personal data.
  const codes = [refusal?.type, refusal?.pgCode].filter((code) => code !== undefined && /^[\w.-]{1,80}$/.test(code));
  const message = [`status ${status}`, ...codes].join(' ');
  const known = refusal && TYPES[refusal.type];
  if (known) return new PaymentFault(known, message);
  if (status === 401 || status === 403) return new PaymentFault('auth', message);
  return new PaymentFault(status === 429 ? 'unavailable' : 'unknown', message);
}
