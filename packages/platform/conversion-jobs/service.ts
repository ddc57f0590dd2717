import { randomBytes } from 'node:crypto';
import type { BlobStore } from '@bakkum/blobs/blob-store';
import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import type { Signals } from './signals.ts';

/** Dependencies of the functions in this package. */
export type Conversions = {
  readonly database: Database;
  readonly blobs: BlobStore;
  /** Store for copies of results, if the operator has configured one. */
  readonly backup?: BlobStore | undefined;
  /** Tells other processes that jobs wait or have changed. */
  readonly signals: Signals;
  /** Tells the webhook sender that a message is due, once the transaction commits. */
  readonly wakeDeliveries: (sql: Sql) => Promise<void>;
  readonly now: () => Date;
  /** Maximum bytes of all visitors without an account together. Unlimited when absent. */
  readonly anonymousBytes?: number;
  /** Maximum bytes of all free accounts together. Unlimited when absent. */
  readonly freeBytes?: number;
  readonly onProblem: (problem: { readonly event: string; readonly detail: string }) => void;
};

/** How long the input is kept after an end that a retry may fix. */
export const RETRY_MS = 3_600_000;

/** The owner of a job or file. */
export type Owner = `person:${string}` | `visitor:${string}`;

export const personOwner = (personId: string): Owner => `person:${personId}`;
export const visitorOwner = (hash: string): Owner => `visitor:${hash}`;

/** Owner of rows left by a deleted account, which the sweeper removes. */
export const NOBODY = 'nobody';

/**
 * Who is counted for limits: an account, or the network address of a visitor without one, who could delete the cookie
 * that owns the files.
 */
export function sourceOf({ owner, place }: { readonly owner: string; readonly place?: string | null | undefined }): string {
  return place ?? owner;
}

/** Source whose jobs share a turn. */
export function turnOf(job: {
  readonly owner: string;
  readonly place?: string | undefined;
  readonly network?: string | undefined;
}): string {
  return job.place ?? job.network ?? job.owner;
}

export const INPUT_PREFIX = 'conversions/in/';
export const OUTPUT_PREFIX = 'conversions/out/';

/**
 * Start of the keys of an upload or a job. Few folders hold them all, because a new folder must be written to disk as well.
 */
export function prefixOf(kind: typeof INPUT_PREFIX | typeof OUTPUT_PREFIX, id: string): string {
  return `${kind}${id.slice(0, 2)}/${id}-`;
}

/**
 * Keys end with their creation time, because stores do not report a blob's age and a blob without a row may belong to a row about
 * to be written.
 */
export function keyWithTime(prefix: string, now: Date): string {
  return `${prefix}-${now.getTime().toString(36)}-${randomBytes(6).toString('hex')}`;
}

/** Creation time of a key; undefined for keys that are not ours. */
export function timeOfKey(key: string): Date | undefined {
  const time = /-([0-9a-z]{1,9})-[0-9a-f]{12}$/.exec(key)?.[1];
  return time === undefined ? undefined : new Date(Number.parseInt(time, 36));
}
