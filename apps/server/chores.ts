import { setTimeout as wait } from 'node:timers/promises';
import { deliverMail, forgetMail } from '@bakkum/mail/outbox';
import type { Log } from './log.ts';
import type { Services } from './services.ts';

/** Something to be done again and again; any number of processes may do it at the same time. */
export type Chore = { readonly name: string; readonly everyMs: number; readonly run: () => Promise<unknown> };

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How long the addresses of ended mails are kept. */
const MAIL_KEPT_DAYS = 30;

/** The work that nobody waits for, until pages ask for longer work. */
export function choresOf({ accounts, database, ledger, mail, settings }: Services, log: Log): readonly Chore[] {
  const brand = { name: settings.brand };
  const onProblem = (problem: object): void => log.info('mail-not-taken', { ...problem });
  return [
    { name: 'mail', everyMs: SECOND_MS, run: () => deliverMail({ database, transport: mail, brand, onProblem }) },
    { name: 'holds', everyMs: 10 * SECOND_MS, run: () => ledger.sweep() },
    { name: 'grants', everyMs: MINUTE_MS, run: () => ledger.expire() },
    { name: 'accounts', everyMs: HOUR_MS, run: () => accounts.tidy() },
    { name: 'old-mail', everyMs: HOUR_MS, run: () => forgetMail(database, new Date(Date.now() - MAIL_KEPT_DAYS * DAY_MS)) },
  ];
}

/** Does every chore at its pace until it is stopped; one that fails is logged and tried again at its next turn. */
export function startChores(chores: readonly Chore[], log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loops = chores.map((chore) => repeat(chore, stopping.signal, log));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function repeat({ name, everyMs, run }: Chore, signal: AbortSignal, log: Log): Promise<void> {
  while (!signal.aborted) {
    try {
      await run();
    } catch (error) {
      log.error('chore-failed', { chore: name, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
    await wait(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
