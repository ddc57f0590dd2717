import type { Money } from './provider.ts';

const DECIMALS = /^(\d{1,10})\.(\d{2})$/;
const CENTS = 100;

/** Parses an amount such as `'20.00'`. @throws RangeError for any other form: an amount is never guessed */
export function moneyOf(value: string, currency: string): Money {
  const [, whole = '', cents = ''] = DECIMALS.exec(value) ?? [];
  if (whole === '') throw new RangeError(`not an amount with two decimals: ${value.slice(0, 20)}`);
  return { minor: Number(whole) * CENTS + Number(cents), currency };
}

/** Formats an amount as a decimal string. */
export function decimalOf(minor: number): string {
  return `${Math.floor(minor / CENTS)}.${String(minor % CENTS).padStart(2, '0')}`;
}

const WHOLE = 10_000;

/** Returns the tax that an amount includes, in its smallest unit, rounded half up. @param basisPoints hundredths of a percent */
export function includedTax(minor: number, basisPoints: number): number {
  return Math.round((minor * basisPoints) / (WHOLE + basisPoints));
}
