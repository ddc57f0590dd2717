import { type Audit, auditBooks, latestAudit } from '@bakkum/credits/audit';
import { paymentViolations } from '@bakkum/payment/report';
import type { Log } from '../observability/log.ts';
import type { Services } from '../services.ts';

/** How old the last look at the books may be when a process starts; one of the workers looks every hour. */
const FRESH_MS = 2 * 3_600_000;

/** Reads the whole ledger: every hour, and when a process starts that knows of no recent look. */
export async function audit({ database, ledger }: Pick<Services, 'database' | 'ledger'>, log: Log): Promise<Audit> {
  const found = await auditBooks(database, {
    violations: async () => [...(await ledger.violations()), ...(await paymentViolations(database))],
  });
  if (found.violations.length > 0) log.error('ledger-violated', { violations: found.violations });
  return found;
}

/** What the last look found; looks where there was none for long. */
export async function recentAudit(services: Pick<Services, 'database' | 'ledger'>, log: Log): Promise<Audit> {
  const latest = await latestAudit(services.database);
  return latest && Date.now() - latest.at.getTime() < FRESH_MS ? latest : audit(services, log);
}
