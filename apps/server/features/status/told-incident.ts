import { type Incident, type IncidentState, stateOf } from '@bakkum/api-contract/status';
import { wordsOf } from '@bakkum/i18n/catalogue';
import type { Locale } from '@bakkum/i18n/locale';
import { formatDuration, formatList } from '@bakkum/i18n/quantity';

/** An incident in sentences. */
export type Told = { readonly title: string; readonly state: IncidentState; readonly lines: readonly string[] };

export function toldIncident(incident: Incident, locale: Locale, now = new Date()): Told {
  const t = wordsOf(locale, 'status');
  const services = formatList(
    locale,
    incident.services.map((id) => t(`service-${id}`)),
  );
  const state = stateOf(incident, now);
  const title = incident.title?.[locale] ?? t('automaticTitle', { services });
  const lines = incident.updates.map(({ text }) => text[locale]);
  const affected = incident.services.length > 0 ? [t('affected', { services })] : [];
  return { title, state, lines: [...(incident.automatic ? [automaticLine(incident, locale)] : lines), ...affected] };
}

function automaticLine({ openedAt, closedAt }: Incident, locale: Locale): string {
  const t = wordsOf(locale, 'status');
  if (closedAt === undefined) return t('automaticOpen');
  const duration = formatDuration(locale, new Date(closedAt).getTime() - new Date(openedAt).getTime());
  return t('automaticClosed', { duration });
}
