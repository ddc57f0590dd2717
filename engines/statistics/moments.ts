import { Moment } from '@bakkum/data-tree/value';

const DAY_MS = 86_400_000;
/** Where the programs count from, as `Date` does from 1970. */
export const EPOCHS = {
  /** SPSS: the first day of the Gregorian calendar. */
  gregorian: Date.UTC(1582, 9, 14),
  /** Stata and SAS. */
  sixty: Date.UTC(1960, 0, 1),
} as const;

/** `null` for a number no calendar has a day for. */
export function dayAt(milliseconds: number): Moment | null {
  const iso = isoAt(milliseconds);
  return iso === undefined ? null : new Moment(iso.slice(0, 10), 'date');
}

export function dateTimeAt(milliseconds: number): Moment | null {
  const iso = isoAt(milliseconds);
  return iso === undefined ? null : new Moment(iso.slice(0, -1).replace(/\.000$/, ''), 'date-time');
}

/** A time of day, or hours past one: those are no moment, and stay a number. */
export function timeOf(seconds: number): Moment | number {
  if (!(seconds >= 0 && seconds * 1000 < DAY_MS)) return seconds;
  return new Moment(
    new Date(Math.round(seconds * 1000))
      .toISOString()
      .slice(11, -1)
      .replace(/\.000$/, ''),
    'time',
  );
}

function isoAt(milliseconds: number): string | undefined {
  const date = new Date(Math.round(milliseconds));
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 0 || date.getUTCFullYear() > 9999
    ? undefined
    : date.toISOString();
}
