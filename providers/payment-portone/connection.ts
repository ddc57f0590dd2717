import { PaymentFault, type PaymentFaultCode } from '@bakkum/payment/fault';
import type { PaymentConnection, PaymentValues } from '@bakkum/payment/provider';
import type { z } from 'zod';
import { refusalAnswer } from './wire.ts';

/** Milliseconds. PortOne recommends a minute; the lease of a payment must outlast the call. */
const TIMEOUT_MS = 55_000;
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Errors that guarantee nothing was sent. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

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

/** A request: `once` is the key under which PortOne performs it only once, for three hours. */
export type Call = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: unknown; readonly once?: string };

export type Connection = {
  /**
   * The answer; undefined if the payment does not exist.
   * @throws PaymentFault
   */
  call<Schema extends z.ZodType>(call: Call, schema: Schema): Promise<z.infer<Schema> | undefined>;
};

export function connect({ secret = '', base = '' }: PaymentValues, given: PaymentConnection): Connection {
  const send = given.fetch ?? fetch;
  return {
    async call({ method, path, body, once }, schema) {
      const headers = {
        Authorization: `PortOne ${secret}`,
        'Content-Type': 'application/json',
        ...(once !== undefined && { 'Idempotency-Key': `"${once}"` }),
      };
      const answer = await request(send, base + path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const json = parsedJson(answer.text);
      if (method === 'GET' && isNotFound(answer.status, json)) return undefined;
      if (answer.status < 200 || answer.status > 299) throw faultOf(answer.status, json);
      const parsed = schema.safeParse(json);
      if (!parsed.success)
        throw new PaymentFault('unknown', `answer is not as documented: ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
      return parsed.data;
    },
  };
}

type Answer = { readonly status: number; readonly text: string };

/** Redirects are not followed, so that the secret is sent nowhere else. */
async function request(send: NonNullable<PaymentConnection['fetch']>, address: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await send(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    if (text.length > MAX_ANSWER_BYTES) throw new PaymentFault('unknown', 'answer is too large');
    return { status: response.status, text };
  } catch (error) {
    if (error instanceof PaymentFault) throw error;
    const code = networkCode(error);
    const neverSent = code !== undefined && NEVER_SENT.includes(code);
    throw new PaymentFault(neverSent ? 'unavailable' : 'unknown', `no answer: ${code ?? 'connection lost'}`);
  }
}

function networkCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : networkCode(error.cause);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
