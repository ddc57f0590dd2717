import { StoreRefused } from '@bakkum/blobs/s3-store';

const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH']);
const CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);
/** Of PostgreSQL (appendix A of its manual): connections that fail, shutting down, starting, too many of them. */
const STATES = /^(?:08\w{3}|57P0[1-3]|53300)$/;
/** What its driver says without a code. */
const WORDS = /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** What a store answers that has too much to do (RFC 6585); from 500 on, what is the matter is its own. */
const TOO_MANY_REQUESTS = 429;

/** Seconds after which a database that is away is worth asking again: a restart takes a few. */
export const TRANSIENT_RETRY_S = 5;

/** Whether a request failed because the database or the store does not answer at the moment, and may do so when asked again. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StoreRefused) return isTransientRefusal(error);
  const code = 'code' in error ? String(error.code) : '';
  if (WORDS.test(error.message) || STATES.test(code)) return true;
  if ('syscall' in error && CALLS.has(String(error.syscall)) && NETWORK.has(code)) return true;
  // One error for each address that was tried.
  if (error instanceof AggregateError && error.errors.some(isTransient)) return true;
  // A query tells what went wrong as its cause.
  return isTransient(error.cause);
}

function isTransientRefusal({ status }: StoreRefused): boolean {
  return status === undefined || status === TOO_MANY_REQUESTS || status >= 500;
}
