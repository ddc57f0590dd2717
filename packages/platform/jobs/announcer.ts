import type { Database } from '@bakkum/database/database';
import { announceNewJobs } from './waiting-jobs.ts';

export type Announcer = {
  /** Announces new, already committed jobs of a kind. Announcements made within a short time are sent together. */
  announce(kind: string): void;
  /** Resolves when all announcements were sent. */
  settled(): Promise<void>;
};

/** Creates an announcer. Jobs whose announcement fails are found by the next poll of a dispatcher. */
export function createAnnouncer(database: Database, onProblem: (problem: { event: string; error: string }) => void): Announcer {
  const waiting = new Set<string>();
  let announcing: Promise<void> | undefined;
  const announceWaiting = async (): Promise<void> => {
    while (waiting.size > 0) {
      const kinds = [...waiting];
      waiting.clear();
      try {
        await announceNewJobs(database, kinds);
      } catch (error) {
        onProblem({ event: 'jobs-not-announced', error: error instanceof Error ? error.message : String(error) });
      }
    }
  };
  return {
    announce(kind) {
      waiting.add(kind);
      announcing ??= announceWaiting().finally(() => {
        announcing = undefined;
      });
    },
    settled: async () => announcing,
  };
}
