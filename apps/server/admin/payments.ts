import { personById } from '@bakkum/accounts/person';
import { PAYMENT_STATES, type PaymentState } from '@bakkum/api-contract/billing/payment-states';
import type { Database } from '@bakkum/database/database';
import type { DatabaseClock } from '@bakkum/database/database-clock';
import { startJobs } from '@bakkum/jobs/jobs';
import type { AllPayments } from '@bakkum/payment/all-services';
import { PaymentFault } from '@bakkum/payment/fault';
import { decimalOf } from '@bakkum/payment/money';
import type { PaymentClient } from '@bakkum/payment/provider';
import type { Payment } from '@bakkum/payment/record';
import { type DayReport, dayReport, historyOf, listPayments, paymentById } from '@bakkum/payment/report';
import { installationSecret } from '../config/secret.ts';
import type { Settings } from '../config/settings.ts';
import { commandFor } from '../features/payments/advice.ts';
import { openPayments, type PaymentService } from '../features/payments/service.ts';
import { createLog } from '../observability/log.ts';
import { CommandRefused } from './command-refused.ts';
import { numberIn, subscriptionNumberIn } from './payment-number.ts';
import { createPlans, endSubscription, subscriptionLines } from './subscriptions.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

type CommandContext = {
  readonly settings: Settings;
  readonly database: Database;
  readonly clock: Pick<DatabaseClock, 'now'>;
  readonly args: readonly string[];
};

/** `bakkum admin payments …`: lists, explains, reconciles, reports and refunds payments. */
export async function paymentsCommand(context: CommandContext): Promise<string> {
  const { database, args } = context;
  const [name, value] = args;
  switch (name) {
    case undefined:
      return linesOf(await listPayments(database, undefined));
    case 'report':
      return reportOf(await dayReport(database, ...dayOf(value, context.clock.now())));
    case 'reconcile':
      return withPayments(context, async (payments) => {
        const messages = await payments.workInbox();
        const { looked, settled, refunds, again, subscriptions } = await payments.reconcile(0);
        const open = `${looked} open payments looked at, ${settled} settled; ${refunds} refunds brought on`;
        return `${open}; ${again} paid ones looked at again; ${subscriptions} subscriptions checked; ${messages} messages worked`;
      });
    case 'plans':
      return withService(context, createPlans);
    case 'subscriptions':
      return subscriptionLines(context);
    case 'end':
      return withService(context, (service) => endSubscription(database, service, subscriptionNumberIn(value)));
    case 'check':
      return withService(context, checkServices);
    case 'refund':
      return withPayments(context, async (payments) => refundPayment(payments, await existing(database, numberIn(value))));
    case 'refuse':
      return withPayments(context, async (payments) => {
        if (!(await payments.refuseRefund(await existing(database, numberIn(value)))))
          throw new CommandRefused('No refund was requested for that payment.');
        return 'The refund is refused. Please tell the buyer why.';
      });
    case 'history':
      return historyLines(database, numberIn(value));
    case 'dispute':
      return withPayments(context, (payments) => endDispute(payments, args));
    default:
      return linesOf(await listPayments(database, stateIn(name)));
  }
}

/** @throws CommandRefused if there is no such payment */
async function existing(database: Database, id: string): Promise<string> {
  if (!(await paymentById(database, id))) throw new CommandRefused(`There is no payment ${id}.`);
  return id;
}

function stateIn(name: string): PaymentState {
  const state = PAYMENT_STATES.find((one) => one === name);
  if (!state) throw new CommandRefused(`No payment is ever ${name}. States: ${PAYMENT_STATES.join(', ')}.`);
  return state;
}

async function endDispute(payments: AllPayments, [, id = '', how]: readonly string[]): Promise<string> {
  if (how !== 'won' && how !== 'lost') throw new CommandRefused('A dispute is won or lost.');
  if (!(await payments.closeDispute(id, how))) throw new CommandRefused(`There is no open dispute ${id}.`);
  return `Dispute ${id}: ${how}`;
}

/** Start and end of a day in UTC. Default: yesterday. */
function dayOf(value: string | undefined, now: Date): [Date, Date] {
  const day = value ?? new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10);
  const from = new Date(`${day}T00:00:00Z`);
  if (!DAY.test(day) || Number.isNaN(from.getTime())) throw new CommandRefused(`${day} is not a day; write it as 2026-12-24.`);
  return [from, new Date(from.getTime() + DAY_MS)];
}

function withPayments(context: CommandContext, work: (payments: AllPayments) => Promise<string>): Promise<string> {
  return withService(context, ({ payments }) => work(payments));
}

async function withService(context: CommandContext, work: (service: PaymentService) => Promise<string>): Promise<string> {
  const { settings, database, clock } = context;
  const log = createLog('error', (line) => process.stderr.write(`${line}\n`));
  const jobs = await startJobs({ database, works: false, onProblem: ({ error }) => process.stderr.write(`${error}\n`) });
  try {
    const secret = settings.secret ?? (await installationSecret(settings.dataDir));
    const service = await openPayments({ settings, database, clock, jobs, log, secret });
    if (!service) throw new CommandRefused('No payment service is configured.');
    return await work(service);
  } finally {
    await jobs.stop(0);
  }
}

/** Asks every service with our keys, without paying anything. */
async function checkServices({ ways, fakes }: PaymentService): Promise<string> {
  const found = await Promise.all([...ways].map(async ([way, { client }]) => ({ way, fault: await faultOf(client) })));
  const lines = found.map(({ way, fault }) => `${way}${fakes ? ' (fake)' : ''}\t${fault ?? 'answers and accepts the keys'}`);
  if (found.some(({ fault }) => fault !== undefined)) throw new CommandRefused(lines.join('\n'));
  return lines.join('\n');
}

/** Why a service does not answer or refuses our keys; undefined if it accepts them. */
async function faultOf(client: PaymentClient): Promise<string | undefined> {
  try {
    await client.reach();
    return undefined;
  } catch (error) {
    if (!(error instanceof PaymentFault)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

async function refundPayment(payments: AllPayments, id: string): Promise<string> {
  const refund = await payments.refundByOperator(id);
  if (refund === 'not-captured') throw new CommandRefused('Nothing was paid with that payment, or it went back already.');
  if (refund === 'elsewhere')
    throw new CommandRefused('That payment was made with another service than the one that is configured.');
  if (refund === 'replaced')
    throw new CommandRefused('An upgrade replaced that plan and deducted its value. Refund the upgrade first.');
  if (refund === 'refunded') throw new CommandRefused('That payment was refunded before.');
  return `${decimalOf(refund.money)} ${refund.money.currency}: refund ${refund.state}`;
}

async function historyLines(database: Database, id: string): Promise<string> {
  const payment = await paymentById(database, id);
  if (!payment) throw new CommandRefused(`There is no payment ${id}.`);
  const person = payment.userId === null ? undefined : await personById(database, payment.userId);
  const steps = await historyOf(database, id);
  return [
    lineOf(payment),
    `buyer\t${person?.email ?? 'account deleted'}`,
    ...steps.map(({ at, who, what, detail }) => [at.toISOString(), who, what, JSON.stringify(detail)].join('\t')),
  ].join('\n');
}

function lineOf({ id, createdAt, state, product, money, provider, captureId, problem }: Payment): string {
  const amount = `${decimalOf(money)} ${money.currency}`;
  return [`INV-${id}`, createdAt.toISOString(), state, product, amount, provider, captureId ?? '', problem ?? ''].join('\t');
}

function linesOf(payments: readonly Payment[]): string {
  return payments.map(lineOf).join('\n');
}

function reportOf(report: DayReport): string {
  const counts = (title: string, of: Readonly<Record<string, number>>) =>
    Object.entries(of).map(([name, count]) => `${title}\t${name}\t${count}`);
  const lines = [
    ...counts('begun', report.states),
    ...report.sums.flatMap(({ currency, captured, refunded, taken }) => [
      `captured\t${decimalOf({ minor: captured, currency })} ${currency}`,
      `refunded\t${decimalOf({ minor: refunded, currency })} ${currency}`,
      `taken back\t${decimalOf({ minor: taken, currency })} ${currency}`,
    ]),
    ...counts('messages', report.events),
    ...report.open.map((payment) => `open\t${lineOf(payment)}`),
    ...report.mismatched.map((payment) => `mismatch\t${lineOf(payment)}`),
    ...report.partly.map((payment) => `partly refunded\t${lineOf(payment)}\t${commandFor('partly-refunded', payment.id)}`),
    ...report.disputes.map(
      ({ id, paymentId, state, openedAt }) => `dispute ${state}\t${id}\tINV-${paymentId}\t${openedAt.toISOString()}`,
    ),
    ...report.asked.map(
      ({ paymentId, askedAt }) =>
        `refund asked\tINV-${paymentId}\t${askedAt.toISOString()}\t${commandFor('refund-asked', paymentId)}`,
    ),
    ...report.unfinished.map(({ paymentId, state }) => `refund ${state}\tINV-${paymentId}`),
  ];
  if (report.violations.length === 0) return [...lines, 'Money and credits agree.'].join('\n');
  throw new CommandRefused([...lines, ...report.violations.map(({ what, ref }) => `${what}: ${ref}`)].join('\n'));
}
