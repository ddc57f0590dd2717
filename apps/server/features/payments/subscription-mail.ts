import { personById } from '@bakkum/accounts/person';
import { displayName } from '@bakkum/api-contract/display-name';
import type { Database } from '@bakkum/database/database';
import type { DatabaseClock } from '@bakkum/database/database-clock';
import type { Sql } from '@bakkum/database/sql';
import { localePath } from '@bakkum/i18n/locale';
import type { Jobs } from '@bakkum/jobs/jobs';
import { enqueueMail } from '@bakkum/mail/outbox';
import { decimalOf } from '@bakkum/payment/money';
import { endOfPaidTime } from '@bakkum/payment/offers';
import type { SubscriptionNews } from '@bakkum/payment/payment-context';
import type { Subscription } from '@bakkum/payment/subscriptions/record';
import { graceEnd, renewingSoon } from '@bakkum/payment/subscriptions/report';
import type { Settings } from '../../config/settings.ts';
import { JOB_KINDS } from '../../jobs/job-kinds.ts';

type MailParts = {
  readonly settings: Pick<Settings, 'origin'>;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly clock: Pick<DatabaseClock, 'now'>;
};

/** Notice period before a yearly renewal, in milliseconds. */
const NOTICE_MS = 7 * 86_400_000;

/** Tells the subscriber about a failed renewal or the end of the subscription, in the transaction that records it. */
export async function mailSubscription(
  parts: MailParts,
  sql: Sql,
  { what, userId, subscription }: SubscriptionNews,
): Promise<void> {
  const person = await personById(sql, userId);
  // A deleted account gets no emails.
  if (!person || subscription.endedWhy === 'account') return;
  const to = { to: person.email, locale: person.locale } as const;
  const shared = { name: displayName(person), url: accountUrl(parts, person.locale), plan: subscription.plan };
  if (what === 'charge-failed') {
    const { failingSince, retryAt } = subscription;
    const endsAt = graceEnd(subscription) ?? parts.clock.now();
    await enqueueMail(sql, {
      ...to,
      template: 'renewal-failed',
      data: {
        ...{ ...shared, ...priceOf(subscription), endsAt: endsAt.toISOString() },
        ...(retryAt && { retryAt: retryAt.toISOString() }),
      },
      dedupKey: `renewal-failed:${subscription.id}:${failingSince?.toISOString() ?? ''}`,
    });
  } else {
    const paidUntil = await endOfPaidTime(sql, userId, parts.clock.now());
    await enqueueMail(sql, {
      ...to,
      template: 'subscription-ended',
      data: { ...shared, why: subscription.endedWhy ?? 'cancelled', ...(paidUntil && { paidUntil: paidUntil.toISOString() }) },
      dedupKey: `subscription-ended:${subscription.id}`,
    });
  }
  await parts.jobs.send(JOB_KINDS.mail, {}, { sql });
}

function priceOf({ money }: Subscription) {
  return { amount: decimalOf(money), currency: money.currency };
}

function accountUrl({ settings }: Pick<MailParts, 'settings'>, locale: 'en' | 'ko'): string {
  return `${settings.origin}${localePath(locale, '/account')}#payments`;
}

/** Emails subscribers of yearly plans a week before the renewal, once for each. */
export async function sendRenewalNotices(parts: MailParts & { readonly database: Database }): Promise<number> {
  const { database, clock, jobs } = parts;
  const now = clock.now();
  const due = await renewingSoon(database, 'annual', now, new Date(now.getTime() + NOTICE_MS));
  for (const { subscription, userId, chargeAt } of due) {
    const person = await personById(database, userId);
    if (!person?.emailVerified || person.demo) continue;
    const data = {
      ...{ name: displayName(person), url: accountUrl(parts, person.locale), plan: subscription.plan },
      ...{ ...priceOf(subscription), chargeAt: chargeAt.toISOString() },
    };
    const dedupKey = `renewal-ahead:${subscription.id}:${chargeAt.toISOString().slice(0, 10)}`;
    await enqueueMail(database, { to: person.email, locale: person.locale, template: 'renewal-ahead', data, dedupKey }, now);
  }
  if (due.length > 0) await jobs.send(JOB_KINDS.mail, {});
  return due.length;
}
