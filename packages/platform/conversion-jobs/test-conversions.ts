import { createDiskStore } from '@bakkum/blobs/disk-store';
import type { Database } from '@bakkum/database/database';
import type { Conversions } from './service.ts';
import type { Signals } from './signals.ts';

/** Conversions for tests: files in a folder, a clock, and no worker that is woken. */
export function testConversions(database: Database, folder: string, now: () => Date): Conversions {
  return {
    database,
    blobs: createDiskStore(folder),
    signals: silentSignals(),
    wakeDeliveries: () => Promise.resolve(),
    now,
    onProblem: () => undefined,
  };
}

/** Signals of a process that reach nobody; watchers poll the database. */
export function silentSignals(changes: Partial<Signals> = {}): Signals {
  const nothing = (): void => undefined;
  return {
    announceWaiting: nothing,
    announceChange: nothing,
    listen: () => nothing,
    isHeard: () => false,
    close: () => Promise.resolve(),
    ...changes,
  };
}
