import { useLocale } from '@bakkum/i18n/react';

/** Day and time of a moment of the server (ISO 8601), as the reader's clock has it. */
export function useMoment(): (iso: string) => string {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'medium', timeStyle: 'short' });
  return (iso) => format.format(new Date(iso));
}
