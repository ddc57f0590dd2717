import type { Ledger, Violation } from '@bakkum/credits/ledger';
import type { Log } from './log.ts';

/** What the last look at the books found; undefined before the first. */
export type Audit = { readonly latest: () => readonly Violation[] | undefined; readonly run: () => Promise<void> };

/** Reads the whole ledger, so it is done at the start and every hour, and `/readyz` tells what came out. */
export function createAudit(ledger: Ledger, log: Log): Audit {
  let latest: readonly Violation[] | undefined;
  return {
    latest: () => latest,
    async run() {
      latest = await ledger.violations();
      if (latest.length > 0) log.error('ledger-violated', { violations: latest });
    },
  };
}
