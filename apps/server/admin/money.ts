import { personById } from '@bakkum/accounts/person';
import { PLANS } from '@bakkum/api-contract/billing/plans';
import { createLedger } from '@bakkum/credits/ledger';
import type { Database } from '@bakkum/database/database';
import type { DatabaseClock } from '@bakkum/database/database-clock';
import { usesByModel } from '@bakkum/image-studio/operator/model-report';
import { decimalOf } from '@bakkum/payment/money';
import { evidenceOf, type Revenue, revenueOf, suspiciousAccounts } from '@bakkum/payment/money-report';
import { creditsRef } from '@bakkum/payment/record';
import { paymentViolations } from '@bakkum/payment/report';
import { costOf, type ImageCosts } from '../config/image-costs.ts';
import type { Settings } from '../config/settings.ts';
import { mailKeys } from '../features/payments/service.ts';
import { CommandRefused } from './command-refused.ts';
import { numberIn } from './payment-number.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const DECIMALS = 2;

type CommandContext = {
  readonly settings: Pick<Settings, 'imageCosts'>;
  readonly database: Database;
  readonly clock: Pick<DatabaseClock, 'now'>;
  readonly args: readonly string[];
  readonly options: { readonly days?: number };
};

/** `bakkum admin money …`: revenue, costs and accounts of the last days, or the evidence about a payment. */
export async function moneyCommand({ settings, database, clock, args, options }: CommandContext): Promise<string> {
  const [name, value] = args;
  if (name === 'evidence') return evidence(database, numberIn(value));
  const until = clock.now();
  const from = new Date(until.getTime() - (options.days ?? DEFAULT_DAYS) * DAY_MS);
  const parts = [
    `Since ${from.toISOString()}`,
    section(
      'Revenue',
      'service\tproduct\tsold\tby subscription\tcaptured\trefunded\ttaken back\tnet\ttax included',
      (await revenueOf(database, from, until)).map(revenueLine),
    ),
    await imageSection(database, settings.imageCosts, { from, until }),
    section('Accounts to review', 'account\treasons', await accountLines(database, from)),
  ];
  const violations = [...(await createLedger(database, clock.now).violations()), ...(await paymentViolations(database))];
  if (violations.length === 0) return [...parts, 'Money and credits agree.'].join('\n\n');
  throw new CommandRefused([...parts, ...violations.map(({ what, ref }) => `${what}: ${ref}`)].join('\n\n'));
}

function section(title: string, head: string, lines: readonly string[]): string {
  return [title, ...(lines.length > 0 ? [head, ...lines] : ['none'])].join('\n');
}

function revenueLine({ provider, currency, product, sold, cycles, captured, refunded, taken, tax }: Revenue): string {
  const amount = (minor: number): string =>
    `${minor < 0 ? '-' : ''}${decimalOf({ minor: Math.abs(minor), currency })} ${currency}`;
  const net = captured - refunded - taken;
  return [provider, product, sold, cycles, amount(captured), amount(refunded), amount(taken), amount(net), amount(tax)].join(
    '\t',
  );
}

/** Credits count at the price of the monthly plan, the lowest one that is paid per month; those of the free plan too. */
async function imageSection(
  database: Database,
  costs: ImageCosts,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<string> {
  const { credits: perCycle, sale } = PLANS.monthly;
  const perCredit = Number(sale?.price ?? 0) / perCycle;
  const uses = await usesByModel(database, from, until);
  const lines = uses.map(({ provider, model, images, credits }) => {
    const value = credits * perCredit;
    const cost = costOf(costs, provider, model);
    const margin = cost === undefined ? 'unknown' : (value - cost * images).toFixed(DECIMALS);
    const paid = cost === undefined ? 'unknown' : (cost * images).toFixed(DECIMALS);
    return [provider, model ?? '-', images, credits, value.toFixed(DECIMALS), paid, margin].join('\t');
  });
  const title = `Images, in USD at ${perCredit.toFixed(DECIMALS)} per credit and the costs of IMAGE_COSTS_USD`;
  return section(title, 'service\tmodel\timages\tcredits\tvalue\tcost\tmargin', lines);
}

async function accountLines(database: Database, from: Date): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { userId, reasons } of await suspiciousAccounts(database, from)) {
    const person = await personById(database, userId);
    lines.push(`${person?.email ?? userId}\t${reasons.join(', ')}`);
  }
  return lines;
}

/** The evidence about a payment as JSON: who bought what and when, how the credits were used, and what was sent. */
async function evidence(database: Database, paymentId: string): Promise<string> {
  const found = await evidenceOf(database, paymentId);
  if (!found) throw new CommandRefused(`There is no payment ${paymentId}.`);
  const { payment } = found;
  const person = payment.userId === null ? undefined : await personById(database, payment.userId);
  const ledger = createLedger(database);
  const usage = payment.captureId === null ? [] : await ledger.usage(creditsRef(payment));
  const mails = await database.query(
    'select template, state, created_at, ended_at from mail.outbox where dedup_key = any($1::text[])',
    [Object.values(mailKeys(paymentId))],
  );
  const buyer = person && {
    ...{ email: person.email, emailConfirmed: person.emailVerified },
    ...{ name: `${person.firstName} ${person.lastName}`, joinedAt: person.joinedAt },
  };
  return JSON.stringify({ ...found, buyer: buyer ?? 'account deleted', creditsUsed: usage, mails }, undefined, 2);
}
