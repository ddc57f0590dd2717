import { type Audit, auditBooks, latestAudit } from '@bakkum/credits/audit';
import { paymentViolations } from '@bakkum/payment/report';
import { type AlertParts, alertOfViolations } from '../features/payments/alerts.ts';
import type { Log } from '../observability/log.ts';
import type { Services } from '../services.ts';

/** Maximum age of the last audit at startup, in milliseconds. A worker audits every hour. */
const FRESH_MS = 2 * 3_600_000;

type AuditParts = Pick<Services, 'database' | 'ledger' | 'clock'>;

/** Audits the entire ledger and stores the result. Runs hourly, and at startup without a recent audit. */
export async function audit({ database, ledger, clock }: AuditParts, log: Log): Promise<Audit> {
  const violations = async () => [...(await ledger.violations()), ...(await paymentViolations(database))];
  const found = await auditBooks(database, { violations }, clock.now());
  if (found.violations.length > 0) log.error('ledger-violated', { violations: found.violations });
  return found;
}

/** Audits the ledger, and emails the operator about inconsistencies. */
export async function auditAndAlert(services: AuditParts & AlertParts, log: Log): Promise<void> {
  const { violations } = await audit(services, log);
  if (violations.length > 0) await alertOfViolations(services, services.clock.now());
}

/** Returns the last audit if it is recent, otherwise runs a new one. */
export async function recentAudit(services: AuditParts, log: Log): Promise<Audit> {
  const latest = await latestAudit(services.database);
  return latest && services.clock.now().getTime() - latest.at.getTime() < FRESH_MS ? latest : audit(services, log);
}
