import { personById } from '@bakkum/accounts/person';
import { displayName } from '@bakkum/api-contract/display-name';
import type { EndingCycle } from '@bakkum/credits/report';
import { localePath } from '@bakkum/i18n/locale';
import { enqueueMail } from '@bakkum/mail/outbox';
import { endingPlans } from '@bakkum/payment/report';
import type { Services } from '../services.ts';
import { JOB_KINDS } from './job-kinds.ts';

/** Notice period before a cycle or plan ends, in milliseconds: long enough to use remaining credits. */
const NOTICE_MS = 3 * 86_400_000;

/**
 * Emails users whose credit cycle ends soon with credits left, once per cycle. Skips unverified addresses and the demo account.
 * Returns the number of matching cycles.
 */
export async function sendCycleExpiryNotices(services: Services, now = services.clock.now()): Promise<number> {
  const until = new Date(now.getTime() + NOTICE_MS);
  // Plans that end have a separate email.
  const plans = new Set((await endingPlans(services.database, now, until)).map(endOf));
  let told = 0;
  let after: number | undefined = 0;
  while (after !== undefined) {
    const cycles: readonly EndingCycle[] = await services.ledger.endingCycles(until, { after });
    for (const cycle of cycles) if (!cycle.renews || !plans.has(endOf(cycle))) told += (await tell(services, cycle, now)) ? 1 : 0;
    after = cycles.at(-1)?.grantId;
  }
  if (told > 0) await services.jobs.send(JOB_KINDS.mail, {});
  return told;
}

/** Key that is equal for a plan and the cycle that ends with it. */
function endOf({ userId, endsAt }: Pick<EndingCycle, 'userId' | 'endsAt'>): string {
  return `${userId} ${endsAt.getTime()}`;
}

async function tell(
  { database, settings }: Services,
  { grantId, userId, left, endsAt, renews }: EndingCycle,
  now: Date,
): Promise<boolean> {
  const person = await personById(database, userId);
  if (!person?.emailVerified || person.demo) return false;
  const url = settings.origin + localePath(person.locale, '/ai-generator');
  await enqueueMail(
    database,
    {
      to: person.email,
      locale: person.locale,
      template: 'cycle-ending',
      data: { name: displayName(person), credits: left, resetsAt: endsAt.toISOString(), renews, url },
      dedupKey: `cycle-ending:${grantId}`,
    },
    now,
  );
  return true;
}

/** Emails users whose paid plan ends soon without a following paid period, once per payment. */
export async function sendPlanExpiryNotices(services: Services, now = services.clock.now()): Promise<number> {
  const { database, ledger, settings, jobs } = services;
  let told = 0;
  for (const { paymentId, userId, plan, endsAt } of await endingPlans(database, now, new Date(now.getTime() + NOTICE_MS))) {
    const person = await personById(database, userId);
    if (!person?.emailVerified || person.demo) continue;
    const { available } = await ledger.balance(userId);
    const url = settings.origin + localePath(person.locale, '/pricing');
    const data = { name: displayName(person), plan, endsAt: endsAt.toISOString(), credits: available, url };
    const to = { to: person.email, locale: person.locale };
    await enqueueMail(database, { ...to, template: 'plan-ending', data, dedupKey: `plan-ending:${paymentId}` }, now);
    told += 1;
  }
  if (told > 0) await jobs.send(JOB_KINDS.mail, {});
  return told;
}
