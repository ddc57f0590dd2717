import { chunksOf } from '@bakkum/bytes/streams';
import type { z } from 'zod';
import { ProviderFault } from './fault.ts';

/** Errors that occur before anything is sent, so nothing can have been ordered. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** Maximum size of an answer, which may contain an image in base64. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: Uint8Array<ArrayBuffer> };

/**
 * Sends a request and reads the whole answer. Does not follow redirects, so that a key is sent nowhere else.
 * @param largest maximum bytes of the answer
 * @throws ProviderFault `unavailable` if nothing was sent, `ambiguous` if the order was sent without a complete answer
 */
export async function ask(
  address: string,
  init: RequestInit & { readonly signal: AbortSignal },
  largest = MAX_ANSWER_BYTES,
): Promise<Answer> {
  return send(address, init, (response) => answerOf(response, largest));
}

/** Sends a request whose answer `read` reads. Does not follow redirects. @throws ProviderFault like `ask` */
export async function send<Result>(
  address: string,
  init: RequestInit & { readonly signal: AbortSignal },
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  try {
    return await read(await fetch(address, { ...init, redirect: 'manual' }));
  } catch (error) {
    if (error instanceof ProviderFault) throw error;
    const code = networkCode(error);
    if (code && NEVER_SENT.has(code)) throw new ProviderFault('unavailable', `network ${code}`);
    throw new ProviderFault('ambiguous', `no answer: ${code ?? (init.signal.aborted ? 'stopped waiting' : 'connection lost')}`);
  }
}

export async function answerOf(response: Response, largest = MAX_ANSWER_BYTES): Promise<Answer> {
  return { status: response.status, headers: response.headers, body: await readAll(response, largest) };
}

/**
 * @throws ProviderFault `bad-answer` if the answer is larger than any image
 */
export async function readAll(response: Response, largest = MAX_ANSWER_BYTES): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ? chunksOf(response.body) : []) {
    length += part.byteLength;
    if (length > largest) throw new ProviderFault('bad-answer', `answer larger than ${largest} bytes`);
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts, length));
}

function networkCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return networkCode(error.cause);
}

/** The fault for a status; more precise information in the answer takes precedence. */
export function faultOfStatus(status: number, what = ''): ProviderFault {
  const message = `status ${status}${what && ` ${what}`}`;
  if (status === 401 || status === 403) return new ProviderFault('auth', message);
  if (status === 402) return new ProviderFault('quota', message);
  if (status === 429) return new ProviderFault('rate-limited', message);
  if (status === 400 || status === 413 || status === 415 || status === 422) return new ProviderFault('invalid', message);
  return new ProviderFault('unavailable', message);
}

/**
 * The answer to a read-only request that costs nothing.
 * @throws ProviderFault that of the status, unless `faultOf` reads a more precise one from the answer
 */
export async function read(
  address: string,
  init: RequestInit & { readonly signal: AbortSignal },
  faultOf: (answer: Answer) => ProviderFault = ({ status }) => faultOfStatus(status),
): Promise<Answer> {
  const answer = await ask(address, init).catch((error: unknown) => {
    // Nothing is ordered by reading.
    throw error instanceof ProviderFault && error.code === 'ambiguous' ? new ProviderFault('unavailable', error.message) : error;
  });
  if (!isOk(answer)) throw faultOf(answer);
  return answer;
}

export function isOk({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** @throws ProviderFault `bad-answer` */
export function jsonOf<Schema extends z.ZodType>(answer: Answer, schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(anyJson(answer));
  if (!parsed.success)
    throw new ProviderFault('bad-answer', `answer is not as documented: ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
  return parsed.data;
}

/** The body as JSON; undefined if it is not JSON. */
export function anyJson({ body }: Answer): unknown {
  return jsonIn(new TextDecoder().decode(body));
}

/** A text as JSON; undefined if it is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @throws ProviderFault `bad-answer` if it is not base64
 */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const plain = text.startsWith('data:') ? text.slice(text.indexOf(',') + 1) : text;
  const bytes = Buffer.from(plain, 'base64');
  if (bytes.byteLength === 0) throw new ProviderFault('bad-answer', 'empty picture');
  return new Uint8Array(bytes);
}

export function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** `base` with a path; the base may end with a slash. */
export function under(base: string, path: string): string {
  return `${base.replace(/(?<!\/)\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}

export function jsonInit(body: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** A single-word code from an answer, for the log: never a sentence, which may repeat the prompt. */
export function wordOf(value: unknown): string {
  return typeof value === 'string' && /^[\w.-]{1,60}$/.test(value) ? value : '';
}
