import { type Incident, type IncidentState, stateOf } from '@bakkum/api-contract/status';
import type { Locale } from './locale.ts';
import type { Translate } from './message.ts';
import { formatDuration, formatList } from './quantity.ts';
import type { Strings } from './strings.en.ts';

type StatusWords = Translate<Strings['status']>;

/** An incident as sentences, for the status page and its feeds. */
export type IncidentText = {
  readonly title: string;
  readonly state: IncidentState;
  /** Newest first. */
  readonly lines: readonly string[];
  readonly affected?: string;
};

export function incidentText(incident: Incident, locale: Locale, t: StatusWords, now: Date): IncidentText {
  const services = formatList(
    locale,
    incident.services.map((id) => t(`service-${id}`)),
  );
  const lines = incident.updates.map(({ text }) => text[locale]);
  return {
    title: incident.title?.[locale] ?? t('automaticTitle', { services }),
    state: stateOf(incident, now),
    lines: incident.automatic ? [automaticLine(incident, locale, t)] : lines,
    ...(services !== '' && { affected: t('affected', { services }) }),
  };
}

function automaticLine({ openedAt, closedAt }: Incident, locale: Locale, t: StatusWords): string {
  if (closedAt === undefined) return t('automaticOpen');
  const duration = formatDuration(locale, new Date(closedAt).getTime() - new Date(openedAt).getTime());
  return t('automaticClosed', { duration });
}
