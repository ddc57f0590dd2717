import type { Format } from '@bakkum/formats/format';
import { useLocale } from '@bakkum/i18n/react';

/** Returns the display name of a target. The files of an archive have no format, so they are described in the language of the page. */
export function useTargetName(): (format: Pick<Format, 'family' | 'name' | 'title'>) => string {
  const locale = useLocale();
  return ({ family, name, title }) => (family === 'interchange' ? title[locale] : name);
}
