import { type Audit, auditBooks, latestAudit } from '@bakkum/credits/audit';
import { paymentViolations } from '@bakkum/payment/report';
import type { Log } from '../observability/log.ts';
import type { Services } from '../services.ts';

/** Maximum age of the last audit at startup, in milliseconds. A worker audits every hour. */
const FRESH_MS = 2 * 3_600_000;

/** Audits the entire ledger and stores the result. Runs hourly, and at startup without a recent audit. */
export async function audit({ database, ledger }: Pick<Services, 'database' | 'ledger'>, log: Log): Promise<Audit> {
  const found = await auditBooks(database, {
    violations: async () => [...(await ledger.violations()), ...(await paymentViolations(database))],
  });
  if (found.violations.length > 0) log.error('ledger-violated', { violations: found.violations });
  return found;
}

/** Returns the last audit if it is recent, otherwise runs a new one. */
export async function recentAudit(services: Pick<Services, 'database' | 'ledger'>, log: Log): Promise<Audit> {
  const latest = await latestAudit(services.database);
  return latest && Date.now() - latest.at.getTime() < FRESH_MS ? latest : audit(services, log);
}
