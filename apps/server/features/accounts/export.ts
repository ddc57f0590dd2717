import type { Person } from '@bakkum/accounts/person';
import { invitationsAbout } from '@bakkum/conversion-jobs/invitations';
import { ownedJobs, ownedLinks, ownedUploads, ownedWebhook } from '@bakkum/conversion-jobs/report';
import { type Owner, personOwner } from '@bakkum/conversion-jobs/service';
import type { Sql } from '@bakkum/database/sql';
import { batchViews } from '@bakkum/image-studio/views';
import { paymentsWhere } from '@bakkum/payment/record';
import type { Services } from '../../services.ts';

const PAGE_SIZE = 1000;

/** Exports all data stored about a user. */
export async function exportOf(
  { accounts, apiKeys, database, ledger, studio }: Services,
  person: Person,
): Promise<Record<string, unknown>> {
  const [sessions, balance, statement, images, payments, ordered, invitations, keys] = await Promise.all([
    accounts.sessions(person.id),
    ledger.balance(person.id),
    wholeStatement(ledger, person.id),
    batchViews(studio, studio.database, 'where user_id = $1 order by created_at', [person.id]),
    paymentsWhere(database, 'where user_id = $1 order by created_at', [person.id]),
    conversionsOf(database, personOwner(person.id)),
    invitationsAbout(database, person.email),
    apiKeys.list(person.id),
  ]);
  const credits = { balance, statement };
  return {
    exportedAt: new Date().toISOString(),
    account: person,
    sessions,
    credits,
    images,
    payments,
    ...ordered,
    invitations,
    apiKeys: keys,
  };
}

async function conversionsOf(sql: Sql, owner: Owner) {
  const [conversions, uploads, links, webhook] = await Promise.all([
    ownedJobs(sql, owner),
    ownedUploads(sql, owner),
    ownedLinks(sql, owner),
    ownedWebhook(sql, owner),
  ]);
  return { conversions, uploads, links, webhook };
}

async function wholeStatement(ledger: Services['ledger'], personId: string) {
  const pages = [await ledger.statement(personId, { limit: PAGE_SIZE })];
  for (let last = pages.at(-1); last?.length === PAGE_SIZE; last = pages.at(-1)) {
    pages.push(await ledger.statement(personId, { limit: PAGE_SIZE, before: last.at(-1)?.id ?? 0 }));
  }
  return pages.flat();
}
