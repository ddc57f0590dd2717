import { PaymentFault, type PaymentFaultCode } from '@bakkum/payment/fault';
import type { PaymentConnection, PaymentValues } from '@bakkum/payment/provider';
import type { z } from 'zod';
import { refusalAnswer, tokenAnswer } from './wire.ts';

/** PayPal's stated maximum response time; slower requests are checked later. */
const TIMEOUT_MS = 30_000;
/** Fraction of a token's lifetime after which it is renewed. */
const FRESH_PART = 0.9;
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Errors that guarantee nothing was sent. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

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
};

/** A request: `once` is the id under which PayPal executes it only once. */
export type Call = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: unknown; readonly once?: string };

export type Connection = {
  /**
   * The answer; undefined if the resource does not exist.
   * @throws PaymentFault
   */
  call<Schema extends z.ZodType>(call: Call, schema: Schema): Promise<z.infer<Schema> | undefined>;
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
  const send = given.fetch ?? fetch;
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
    const answer = await request(send, `${base}/v1/oauth2/token`, init).catch(() => undefined);
    if (answer?.status === 401) throw new PaymentFault('auth', 'the keys are wrong');
    const parsed = answer?.status === 200 ? tokenAnswer.safeParse(parsedJson(answer.text)) : undefined;
    if (!parsed?.success) throw new PaymentFault('unavailable', `no key: status ${answer?.status ?? 'none'}`);
    return { token: parsed.data.access_token, freshUntil: now().getTime() + parsed.data.expires_in * 1000 * FRESH_PART };
  };
  return {
    async call({ method, path, body, once }, schema) {
      const headers = {
        Authorization: `Bearer ${await currentKey()}`,
        'Content-Type': 'application/json',
        Prefer: 'return=representation',
        ...(once !== undefined && { 'PayPal-Request-Id': once }),
      };
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const answer = await request(send, base + path, init);
      if (answer.status === 401) key = undefined;
      if (answer.status === 404 && method === 'GET') return undefined;
      if (answer.status < 200 || answer.status > 299) throw faultOf(answer);
      const parsed = schema.safeParse(parsedJson(answer.text));
      if (!parsed.success)
        throw new PaymentFault('unknown', `answer is not as documented: ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
      return parsed.data;
    },
    async reach() {
      await currentKey();
    },
    async text(address) {
      const answer = await request(send, address, { method: 'GET' });
      if (answer.status !== 200) throw new PaymentFault('unavailable', `status ${answer.status}`);
      return answer.text;
    },
  };
}

type Answer = { readonly status: number; readonly text: string };

/** Redirects are not followed, so that a token is sent nowhere else. */
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

function faultOf({ status, text }: Answer): PaymentFault {
  const refusal = refusalAnswer.safeParse(parsedJson(text)).data;
  const issue = refusal?.details?.find(({ issue: code }) => code)?.issue;
  const message = [`status ${status}`, refusal?.name, issue, refusal?.debug_id].map(wordOf).filter(Boolean).join(' ');
  const known = issue ? ISSUES[issue] : undefined;
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
