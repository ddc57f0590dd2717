/** The buyers' accounts at the fake PayPal. */
import { createHash, randomBytes } from 'node:crypto';

export const BUYER_COOKIE = 'fake_paypal_buyer';
const BUYER = new RegExp(`(?:^|; )${BUYER_COOKIE}=([\\w-]{16})(?:;|$)`);
const BUYER_BYTES = 12;

/** The buyer's account at the service: one for each browser. */
export function buyerOf(request: Request): string {
  const [, known] = BUYER.exec(request.headers.get('Cookie') ?? '') ?? [];
  return known ?? randomBytes(BUYER_BYTES).toString('base64url');
}

/** Ids of accounts have thirteen digits and letters that cannot be confused: no 0, 1, I or O. */
const ID_DIGITS = '23456789ABCDEFGH';

export function payerIdOf(buyer: string): string {
  const digits = createHash('sha256').update(buyer).digest('hex').slice(0, 8);
  return `PAYER${[...digits].map((digit) => ID_DIGITS[Number.parseInt(digit, 16)]).join('')}`;
}
