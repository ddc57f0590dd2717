import { type Offer as OfferView, type PaymentView, SOLD_PLANS } from '@bakkum/api-contract/billing/payments';
import { decimalOf, includedTax } from '@bakkum/payment/money';
import type { Offer } from '@bakkum/payment/offers';
import type { Money } from '@bakkum/payment/provider';
import { invoiceOf } from '@bakkum/payment/record';
import type { OwnPayment } from '@bakkum/payment/report';
import { wayOf } from './ways.ts';

const PROBLEMS = ['declined', 'not-approved', 'mismatch', 'plan-changed', 'subscription-ended', 'gone', 'rejected'] as const;

/** Payment view for its buyer. */
export function viewOf({ payment, startsAt, endsAt, refund, refundWay, deducted }: OwnPayment): PaymentView {
  const { id, product, credits, money, tax, state, createdAt, capturedAt, provider, receiptUrl } = payment;
  const problem = PROBLEMS.find((one) => one === payment.problem);
  return {
    id,
    number: invoiceOf(id),
    product,
    credits,
    amount: decimalOf(money),
    currency: money.currency,
    ...wayOf(provider),
    state,
    createdAt: createdAt.toISOString(),
    refundWay,
    ...(deducted !== undefined && { deducted: decimalOf({ minor: deducted, currency: money.currency }) }),
    ...(receiptUrl && { receiptUrl }),
    ...(tax && { tax: taxView(money, tax) }),
    ...(problem && { problem }),
    ...(capturedAt && { capturedAt: capturedAt.toISOString() }),
    ...(startsAt && { startsAt: startsAt.toISOString() }),
    ...(endsAt && { endsAt: endsAt.toISOString() }),
    ...(refund && { refund: { state: refund.state, at: refund.at.toISOString() } }),
  };
}

function taxView({ minor, currency }: Money, { basisPoints, name }: NonNullable<OwnPayment['payment']['tax']>) {
  return { name, percent: basisPoints / 100, amount: decimalOf({ minor: includedTax(minor, basisPoints), currency }) };
}

/** Offer view for the buyer. */
export function offerView({ start, money, startsAt, endsAt, deduction, freeCreditsEnding }: Offer): OfferView {
  const terms = { amount: decimalOf(money), currency: money.currency };
  const time = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
  return { start, ...terms, ...time, freeCreditsEnding, ...(deduction && { deduction: deductionView(deduction) }) };
}

function deductionView({ replaced, minor, creditsUntil, ...shares }: NonNullable<Offer['deduction']>) {
  const { daysLeft, days, creditsLeft, credits } = shares;
  const plan = SOLD_PLANS.find((one) => one === replaced.product);
  if (!plan) throw new Error(`an upgrade replaces ${replaced.product}`);
  return {
    plan,
    amount: decimalOf({ minor, currency: replaced.money.currency }),
    daysLeft,
    days,
    creditsLeft,
    credits,
    creditsUntil: creditsUntil.toISOString(),
  };
}
