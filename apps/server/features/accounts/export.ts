import { externalIdentities } from '@bakkum/accounts/external/memberships';
import type { Person } from '@bakkum/accounts/person';
import { invitationsAbout } from '@bakkum/conversion-jobs/invitations';
import { ownedJobs, ownedLinks, ownedUploads, ownedWebhook } from '@bakkum/conversion-jobs/report';
import { personOwner } from '@bakkum/conversion-jobs/service';
import { ownedShares } from '@bakkum/image-studio/shares';
import { batchViews } from '@bakkum/image-studio/views';
import { paymentsWhere } from '@bakkum/payment/record';
import { subscriptionsWhere } from '@bakkum/payment/subscriptions/record';
import type { Services } from '../../services.ts';

const PAGE_SIZE = 1000;
/** Image orders per page. Each has up to 20 kB of text, and an account may have any number of them. */
const ORDERS_PAGE = 100;

/** A value, or a list that is read in pages. */
type Field = Promise<unknown> | AsyncIterable<readonly unknown[]>;

/** Exports all data stored about a user, as pieces of a JSON object, so that at most one page is in memory. */
export function exportOf(services: Services, person: Person): AsyncGenerator<string> {
  const { accounts, apiKeys, database, ledger } = services;
  const owner = personOwner(person.id);
  const fields: Readonly<Record<string, () => Field>> = {
    exportedAt: async () => new Date().toISOString(),
    account: async () => person,
    signInServices: () => externalIdentities(database, person.id),
    sessions: () => accounts.sessions(person.id),
    credits: async () => ({ balance: await ledger.balance(person.id), statement: await wholeStatement(ledger, person.id) }),
    images: () => orderPages(services, person.id),
    imageLinks: () => ownedShares(database, person.id),
    payments: () => paymentsWhere(database, 'where user_id = $1 order by created_at', [person.id]),
    subscriptions: () => subscriptionsWhere(database, 'where user_id = $1 order by created_at', [person.id]),
    conversions: () => ownedJobs(database, owner),
    uploads: () => ownedUploads(database, owner),
    links: () => ownedLinks(database, owner),
    webhook: () => ownedWebhook(database, owner),
    invitations: () => invitationsAbout(database, person.email),
    apiKeys: () => apiKeys.list(person.id),
  };
  return jsonPieces(fields);
}

async function* jsonPieces(fields: Readonly<Record<string, () => Field>>): AsyncGenerator<string> {
  let before = '{';
  for (const [name, read] of Object.entries(fields)) {
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    const field = read();
    if (Symbol.asyncIterator in field) yield* listPieces(field);
    else yield JSON.stringify(await field);
  }
  yield '}';
}

async function* listPieces(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield before + page.map((one) => JSON.stringify(one)).join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

async function wholeStatement(ledger: Services['ledger'], personId: string) {
  const pages = [await ledger.statement(personId, { limit: PAGE_SIZE })];
  for (let last = pages.at(-1); last?.length === PAGE_SIZE; last = pages.at(-1)) {
    pages.push(await ledger.statement(personId, { limit: PAGE_SIZE, before: last.at(-1)?.id ?? 0 }));
  }
  return pages.flat();
}

async function* orderPages({ studio }: Services, personId: string): AsyncGenerator<readonly unknown[]> {
  let after = ['-infinity', '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const page = await batchViews(
      studio,
      studio.database,
      'where user_id = $1 and (created_at, id) > ($2::timestamptz, $3::uuid) order by created_at, id limit $4',
      [personId, ...after, ORDERS_PAGE],
    );
    yield page;
    const last = page.at(-1);
    if (!last || page.length < ORDERS_PAGE) return;
    after = [last.createdAt, last.id];
  }
}
