import { randomBytes } from 'node:crypto';
import type { BlobStore } from '@bakkum/blobs/blob-store';
import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';

/** What the functions of this package work with. */
export type Conversions = {
  readonly database: Database;
  readonly blobs: BlobStore;
  /** Where copies of results are kept, where the operator has such a place. */
  readonly backup?: BlobStore | undefined;
  /** Tells the workers that there is a job, once the transaction is kept. Telling it twice harms nobody. */
  readonly wake: (jobId: string, sql: Sql) => Promise<void>;
  /** Tells whoever sends messages that there is one, once the transaction is kept. */
  readonly wakeDeliveries: (sql: Sql) => Promise<void>;
  readonly now: () => Date;
  readonly onProblem: (problem: { readonly event: string; readonly detail: string }) => void;
};

/** How long the input stays after an end that another try may mend. */
export const RETRY_MS = 3_600_000;

/** Whose something is. */
export type Owner = `person:${string}` | `visitor:${string}`;

export const personOwner = (personId: string): Owner => `person:${personId}`;
export const visitorOwner = (hash: string): Owner => `visitor:${hash}`;

/** What is nobody's any more: an account that was deleted left it, and the sweeper takes it. */
export const NOBODY = 'nobody';

export const INPUT_PREFIX = 'conversions/in/';
export const OUTPUT_PREFIX = 'conversions/out/';

/**
 * Keys end with the time they were made at, so that a blob without a row can be told from one whose row is about to be written:
 * the stores do not tell how old a blob is.
 */
export function timedKey(prefix: string, now: Date): string {
  return `${prefix}-${now.getTime().toString(36)}-${randomBytes(6).toString('hex')}`;
}

/** When a key was made; undefined for one that is none of ours. */
export function timeOfKey(key: string): Date | undefined {
  const time = /-([0-9a-z]{1,9})-[0-9a-f]{12}$/.exec(key)?.[1];
  return time === undefined ? undefined : new Date(Number.parseInt(time, 36));
}
