import { dateFormat } from './intl.ts';
import type { Locale } from './locale.ts';

/** Time zones of records that are sent or printed. Most readers of Korean are in Korea; pages use the zone of the reader. */
export const RECORD_TIME_ZONES = { en: 'UTC', ko: 'Asia/Seoul' } as const satisfies Record<Locale, string>;

/** Formats a day on a record, such as a receipt, the same for every reader: `November 21, 2026 (UTC)`, `2026년 11월 21일`. */
export function formatRecordDate(locale: Locale, date: Date): string {
  const timeZone = RECORD_TIME_ZONES[locale];
  const day = dateFormat(locale, { dateStyle: 'long', timeZone }).format(date);
  return timeZone === 'UTC' ? `${day} (UTC)` : day;
}
