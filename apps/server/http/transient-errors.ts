import { NoSpace } from '@bakkum/blobs/disk-reserve';
import { StoreRefused } from '@bakkum/blobs/s3-store';
import { ConnectionLost, sqlState } from '@bakkum/database/sql';

const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH']);
const CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);
/** PostgreSQL error codes (manual, appendix A): connection failures, shutdown, startup, too many connections. */
const STATES = /^(?:08\w{3}|57P0[1-3]|53300)$/;

/** The disk cannot be read, or Linux has made it read-only after a failure. */
const DISK = new Set(['EROFS', 'EIO']);

/** Status of an overloaded store (RFC 6585). Statuses from 500 are server errors. */
const TOO_MANY_REQUESTS = 429;

/** Value of `Retry-After` while the database is unavailable, in seconds. A restart takes a few. */
export const TRANSIENT_RETRY_S = 5;

/** PostgreSQL error code: no space left on the disk. */
const DISK_FULL = '53100';

/** Whether an error means that the disk has no space, for files or for the database. */
export function isOutOfSpace(error: unknown): boolean {
  if (error instanceof NoSpace) return true;
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === 'ENOSPC') || sqlState(error) === DISK_FULL;
}

/** Whether an error means that the database or the file store is temporarily unavailable, so that a retry may succeed. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StoreRefused) return isTransientRefusal(error);
  if (error instanceof ConnectionLost) return true;
  const code = 'code' in error ? String(error.code) : '';
  if (STATES.test(code) || DISK.has(code)) return true;
  if ('syscall' in error && CALLS.has(String(error.syscall)) && NETWORK.has(code)) return true;
  // Contains one error per address tried.
  if (error instanceof AggregateError && error.errors.some(isTransient)) return true;
  // Failed queries carry the original error as their cause.
  return isTransient(error.cause);
}

function isTransientRefusal({ status }: StoreRefused): boolean {
  return status === undefined || status === TOO_MANY_REQUESTS || status >= 500;
}
