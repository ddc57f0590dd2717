import { Moment } from '@bakkum/data-tree/value';

const DAY_MS = 86_400_000;
/** Epochs of the programs in `Date` milliseconds. */
export const EPOCHS = {
  /** SPSS: start of the Gregorian calendar. */
  gregorian: Date.UTC(1582, 9, 14),
  /** Stata and SAS. */
  sixty: Date.UTC(1960, 0, 1),
} as const;

/** `null` for a number outside the calendar. */
export function dayAt(milliseconds: number): Moment | null {
  const iso = isoAt(milliseconds);
  return iso === undefined ? null : new Moment(iso.slice(0, 10), 'date');
}

export function dateTimeAt(milliseconds: number): Moment | null {
  const iso = isoAt(milliseconds);
  return iso === undefined ? null : new Moment(iso.slice(0, -1).replace(/\.000$/, ''), 'date-time');
}

/** Returns a time of day; durations beyond a day stay numbers. */
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
