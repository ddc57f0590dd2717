import type { Database } from '@bakkum/database/database';
import { announceNewJobs } from './waiting-jobs.ts';

export type Announcer = {
  /** Announces that there is a new job of a kind, soon and together with others. A committed one: nobody else sees it earlier. */
  announce(kind: string): void;
  /** Resolves when everything is announced. */
  settled(): Promise<void>;
};

/** What cannot be announced is found by the next look of a worker. */
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
