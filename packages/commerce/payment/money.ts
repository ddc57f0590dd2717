import type { Money } from './provider.ts';

const decimalsOf = new Map<string, number>();

/** Returns the number of decimals of a currency in ISO 4217: two for USD, none for KRW. @throws RangeError for no currency code */
function decimals(currency: string): number {
  const known = decimalsOf.get(currency);
  if (known !== undefined) return known;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  decimalsOf.set(currency, maximumFractionDigits);
  return maximumFractionDigits;
}

/**
 * Parses an amount with exactly the decimals of its currency, such as `'20.00'` USD or `'29000'` KRW.
 * @throws RangeError for any other form: an amount is never guessed
 */
export function moneyOf(value: string, currency: string): Money {
  const places = decimals(currency);
  const form = places === 0 ? /^\d{1,10}$/ : new RegExp(`^\\d{1,10}\\.\\d{${places}}$`);
  if (!form.test(value)) throw new RangeError(`not an amount in ${currency}: ${value.slice(0, 20)}`);
  return { minor: Number(value.replace('.', '')), currency };
}

/** Formats an amount as a decimal string with the decimals of its currency. */
export function decimalOf({ minor, currency }: Money): string {
  const places = decimals(currency);
  if (places === 0) return String(minor);
  const digits = String(minor).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const WHOLE = 10_000;

/** Returns the tax that an amount includes, in its smallest unit, rounded half up. @param basisPoints hundredths of a percent */
export function includedTax(minor: number, basisPoints: number): number {
  return Math.round((minor * basisPoints) / (WHOLE + basisPoints));
}
