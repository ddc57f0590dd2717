import { createDiskStore } from '@bakkum/blobs/disk-store';
import type { Database } from '@bakkum/database/database';
import type { Conversions } from './service.ts';

/** Conversions for tests: files in a folder, a clock, and no worker that is woken. */
export function testConversions(database: Database, folder: string, now: () => Date): Conversions {
  return {
    database,
    blobs: createDiskStore(folder),
    wake: () => Promise.resolve(),
    wakeDeliveries: () => Promise.resolve(),
    now,
    onProblem: () => undefined,
  };
}
