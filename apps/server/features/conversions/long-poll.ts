import { setTimeout as passed } from 'node:timers/promises';
import type { JobChanges } from '@bakkum/conversion-jobs/changes';
import type { Database } from '@bakkum/database/database';
import { z } from 'zod';

type Watching = { readonly database: Database; readonly changes: JobChanges };

const ended = z.object({ ended: z.boolean() });

async function hasEnded(database: Database, id: string): Promise<boolean> {
  const [row] = await database.query(
    'select ended_at is not null or deleted_at is not null as ended from conversions.jobs where id = $1',
    [id],
  );
  return row === undefined || ended.parse(row).ended;
}

/** Resolves when the job has ended, the time is over, or the client has disconnected. */
export async function waitForEnd(
  { database, changes }: Watching,
  id: string,
  seconds: number,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const done = Promise.withResolvers<void>();
  const stop = changes.subscribe(id, () => {
    hasEnded(database, id).then((yes) => yes && done.resolve(), done.reject);
  });
  const either = AbortSignal.any([signal, over.signal]);
  const waited = passed(seconds * 1000, undefined, { signal: either }).catch(() => undefined);
  try {
    await Promise.race([done.promise, waited]);
  } finally {
    stop();
    over.abort();
  }
}
