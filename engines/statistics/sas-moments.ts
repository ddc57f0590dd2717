import type { Value } from '@bakkum/data-tree/value';
import { dateTimeAt, dayAt, EPOCHS, timeOf } from './moments.ts';

const DAY_MS = 86_400_000;
const DATE_TIMES = /^(?:DATETIME|E8601DT|DATEAMPM|NLDATM)/;
const DAYS = /^(?:DATE|DDMMYY|MMDDYY|YYMMDD|E8601DA|B8601DA|WEEKDATE|WORDDATE|NLDATE|MONYY|YYMON|JULIAN)/;
const TIMES = /^(?:TIME|HHMM|E8601TM|TOD|NLTIME)/;

/** Interprets a SAS number by the name of its format: moments count from 1960, in days or in seconds. */
export function momentOrNumber(value: number | null, format: string): Value {
  if (value === null) return null;
  if (DATE_TIMES.test(format)) return dateTimeAt(EPOCHS.sixty + value * 1000);
  if (DAYS.test(format)) return dayAt(EPOCHS.sixty + value * DAY_MS);
  return TIMES.test(format) ? timeOf(value) : value;
}
