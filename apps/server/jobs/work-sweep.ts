import { createSweeper } from '@bakkum/native-programs/work-folders';
import type { Log } from '../observability/log.ts';

const SWEEP_MS = 3_600_000;

export type WorkSweep = {
  /** Resolves after the first sweep. */
  readonly swept: Promise<void>;
  stop(): Promise<void>;
};

/** Deletes the files that killed processes left in their work folders, now and every hour. */
export function startWorkSweep(root: string, log: Log): WorkSweep {
  const sweeper = createSweeper(root);
  const sweep = async (): Promise<void> => {
    try {
      const removed = await sweeper.sweep();
      if (removed > 0) log.info('work-folders-removed', { removed });
    } catch (error) {
      log.error('work-folders-left', { error: error instanceof Error ? error.message : String(error) });
    }
  };
  const swept = sweep();
  let running = swept;
  const timer = setInterval(() => {
    running = sweep();
  }, SWEEP_MS);
  timer.unref();
  return {
    swept,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
