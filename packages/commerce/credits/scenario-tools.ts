/** Accounts, requests and moments that the scenarios of the ledger share. */
import { randomUUID } from 'node:crypto';
import type { Database } from '@bakkum/database/database';
import { expect } from 'vitest';
import type { Entitlement, Ledger, Reservation, Reserved } from './ledger.ts';

export type Books = {
  readonly database: Database;
  readonly ledger: Ledger;
  /** Sets the ledger's clock. */
  readonly travel: (to: string) => void;
};

export type Scenario = { readonly name: string; readonly run: (books: Books) => Promise<void> };

export const START = '2026-12-01T00:00:00Z';
export const MIDDLE = '2026-12-10T00:00:00Z';
export const NEXT_CYCLE = '2027-01-01T00:00:00Z';
const HOUR_MS = 3_600_000;

export const times = <Result>(count: number, make: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

/** A monthly plan of 500 credits, starting on 1 December. */
export const monthly = (userId: string, changes: Partial<Entitlement> = {}): Entitlement => ({
  userId,
  plan: 'monthly',
  ref: `paypal:${randomUUID()}`,
  credits: 500,
  cycle: { months: 1 },
  startsAt: new Date(START),
  ...changes,
});

export const request = (userId: string, amount: number, changes: Partial<Reservation> = {}): Reservation => ({
  userId,
  key: randomUUID(),
  request: `${amount}`,
  purpose: 'images',
  amount,
  milliseconds: HOUR_MS,
  ...changes,
});

export async function userWith({ ledger, travel }: Books, credits: number): Promise<{ userId: string; ref: string }> {
  const userId = randomUUID();
  const entitlement = monthly(userId, { credits });
  travel(MIDDLE);
  expect(await ledger.entitle(entitlement)).toBe('added');
  return { userId, ref: entitlement.ref ?? '' };
}

export async function held({ ledger }: Books, userId: string, amount: number): Promise<string> {
  const answer = await ledger.reserve(request(userId, amount));
  if (!('holdId' in answer)) throw new Error(`No hold: ${answer.outcome}`);
  return answer.holdId;
}

export const countOf = (answers: readonly Reserved[], outcome: Reserved['outcome']): number =>
  answers.filter((answer) => answer.outcome === outcome).length;
