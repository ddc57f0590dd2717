/** Sends one request and retries it where that is safe. */
import { BakkumError } from './error.ts';

export type Connection = {
  /** URL of the site, with or without a trailing slash: `https://bakkum.example`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Language of messages in errors and warnings: `en`, `ko`. */
  readonly language?: string;
  /** Number of retries, 3 by default. */
  readonly retries?: number;
  readonly fetch?: typeof fetch;
};

export type Asking = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path below /api/v1. */
  readonly path: string;
  readonly body?: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Whether the server may safely receive it twice: it only reads, or carries an idempotency key. */
  readonly repeatable: boolean;
};

const RETRIES = 3;
/** First pause in ms; later pauses double. */
const FIRST_PAUSE_MS = 500;
/** Longest pause in ms; beyond it the error is thrown instead. */
const MAX_PAUSE_MS = 60_000;
/** Statuses after which nothing was done and a retry is allowed. */
const REFUSED_FOR_NOW = new Set([429, 503]);
/** Statuses that leave open whether something was done. */
const UNCERTAIN = new Set([500, 502, 504]);

/**
 * @throws BakkumError for every error response, and with `UNREACHABLE` if there is no response
 */
export async function request(connection: Connection, asking: Asking): Promise<Response> {
  const retries = connection.retries ?? RETRIES;
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await once(connection, asking);
    // Checked this way round because several libraries define their own `Response`.
    if (!(outcome instanceof BakkumError)) return outcome;
    const pause = pauseAfter(outcome, asking, attempt);
    if (attempt >= retries || pause === undefined) throw outcome;
    await sleep(pause, asking.signal);
  }
}

async function once(connection: Connection, { method, path, body, headers, signal }: Asking): Promise<Response | BakkumError> {
  const { baseUrl, apiKey, language } = connection;
  const ask = connection.fetch ?? fetch;
  const url = `${baseUrl.replace(/(?<!\/)\/+$/, '')}/api/v1${path}`;
  try {
    const answer = await ask(url, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, ...(language && { 'Accept-Language': language }), ...headers },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    return answer.ok ? answer : await problemOf(answer);
  } catch (cause) {
    signal?.throwIfAborted();
    return new BakkumError('The server cannot be reached.', { code: 'UNREACHABLE', status: 0 }, { cause });
  }
}

async function problemOf(answer: Response): Promise<BakkumError> {
  const body: unknown = await answer.json().catch(() => undefined);
  const { code, message, details } = errorIn(body);
  const seconds = Number(answer.headers.get('Retry-After') ?? Number.NaN);
  return new BakkumError(message ?? `The server answered ${answer.status}.`, {
    code: code ?? 'UNKNOWN',
    status: answer.status,
    ...(details && { detail: details }),
    ...(Number.isFinite(seconds) && { retryAfter: seconds }),
  });
}

type ErrorBody = { readonly code?: string; readonly message?: string; readonly details?: Readonly<Record<string, unknown>> };

function errorIn(body: unknown): ErrorBody {
  const isProblem = typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object';
  return isProblem ? (body.error as ErrorBody) : {};
}

/** Milliseconds to wait before the next try; undefined if it must not be retried. */
function pauseAfter({ status, retryAfter }: BakkumError, { repeatable }: Asking, attempt: number): number | undefined {
  const isUncertain = status === 0 || UNCERTAIN.has(status);
  if (!REFUSED_FOR_NOW.has(status) && !(isUncertain && repeatable)) return undefined;
  const pause = retryAfter === undefined ? FIRST_PAUSE_MS * 2 ** attempt * (1 + Math.random()) : retryAfter * 1000;
  return pause <= MAX_PAUSE_MS ? pause : undefined;
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}
