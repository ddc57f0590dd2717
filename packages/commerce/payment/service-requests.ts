/** HTTP requests to a payment service. Every failure is a PaymentFault that tells whether the service may have acted. */
import { collect } from '@bakkum/bytes/streams';
import type { z } from 'zod';
import { PaymentFault } from './fault.ts';
import type { PaymentConnection } from './provider.ts';

const MAX_ANSWER_BYTES = 1024 * 1024;

/** Errors that guarantee nothing was sent. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

/** A request: `once` is the key under which the service executes it only once; `json` is sent as it is, instead of `body`. */
type Call = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly json?: string;
  readonly once?: string;
};

/** The JSON of a request; undefined if it has none. */
export function jsonOf({ body, json }: Pick<Call, 'body' | 'json'>): string | undefined {
  return json ?? (body === undefined ? undefined : JSON.stringify(body));
}

export type CallService = {
  /**
   * The answer; undefined if the resource does not exist.
   * @throws PaymentFault
   */
  call<Schema extends z.ZodType>(call: Call, schema: Schema): Promise<z.infer<Schema> | undefined>;
};

export type Answer = { readonly status: number; readonly text: string };
type Send = (address: string, init: RequestInit) => Promise<Answer>;

/** Returns a function that sends requests. Redirects are not followed, so that keys are sent nowhere else. */
export function createSend({ fetch: send = fetch }: PaymentConnection, timeoutMs: number): Send {
  return async (address, init) => {
    try {
      const response = await send(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
      const body = response.body ? await collect(response.body, MAX_ANSWER_BYTES) : new Uint8Array();
      return { status: response.status, text: new TextDecoder().decode(body) };
    } catch (error) {
      const code = networkCode(error);
      const neverSent = code !== undefined && NEVER_SENT.includes(code);
      throw new PaymentFault(neverSent ? 'unavailable' : 'unknown', `no answer: ${code ?? 'connection lost'}`);
    }
  };
}

/** The code of an error or its cause, such as `ECONNRESET`, or `too-large` for an answer over the limit. */
function networkCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : networkCode(error.cause);
}

/** The value of a JSON text; undefined if it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Checks the JSON of an answer. @throws PaymentFault */
export function documented<Schema extends z.ZodType>(json: unknown, schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new PaymentFault('unknown', `answer is not as documented: ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
}

/** Checks an id before it becomes part of a path, because an invalid one could change the path. @throws PaymentFault */
export function segment(id: string): string {
  if (!/^[\w-]{1,64}$/.test(id)) throw new PaymentFault('gone', 'not an id of the service');
  return id;
}

/** @throws PaymentFault if the resource does not exist */
export function orGone<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new PaymentFault('gone', 'status 404');
  return found;
}
