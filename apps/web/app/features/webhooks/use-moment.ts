import { formatDateTime } from '@bakkum/i18n/quantity';
import { useLocale } from '@bakkum/i18n/react';

/** Returns a function that formats a server timestamp (ISO 8601) in the reader's time zone. */
export function useMoment(): (iso: string) => string {
  const locale = useLocale();
  return (iso) => formatDateTime(locale, new Date(iso));
}
