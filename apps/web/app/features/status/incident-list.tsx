import type { Incident, IncidentState, StatusBoard } from '@bakkum/api-contract/status';
import { incidentText } from '@bakkum/i18n/incident-text';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Badge, type Tone } from '@bakkum/ui/badge';
import type { ReactNode } from 'react';
import { momentName } from './days.ts';

/** The specification's green, blue and yellow. */
const TONES: Readonly<Record<IncidentState, Tone>> = { resolved: 'success', scheduled: 'info', open: 'warning' };

/** Recent incidents and planned maintenance. */
export function IncidentList({ board }: { readonly board: StatusBoard }): ReactNode {
  const t = useMessages('status');
  const now = new Date(board.at);
  return (
    <section aria-labelledby="incidents" className="mt-14">
      <h2 id="incidents" className="font-bold text-xl">
        {t('incidents')}
      </h2>
      {board.incidents.length === 0 ? <p className="mt-3 text-ink-soft">{t('noIncidents')}</p> : undefined}
      <ol className="mt-4 space-y-4">
        {board.incidents.map((incident) => (
          <Entry key={incident.id} incident={incident} now={now} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ incident, now }: { readonly incident: Incident; readonly now: Date }): ReactNode {
  const t = useMessages('status');
  const locale = useLocale();
  const { title, state, lines, affected } = incidentText(incident, locale, t, now);
  const from = momentName(locale, incident.openedAt);
  // Maintenance cancelled before its start has no duration.
  const hasLasted = incident.closedAt !== undefined && incident.closedAt > incident.openedAt;
  const when = hasLasted ? t('fromTo', { from, to: momentName(locale, incident.closedAt) }) : t('from', { from });
  return (
    <li id={incident.id} className="scroll-mt-20 rounded-lg border border-line bg-surface px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">{title}</h3>
        <Badge tone={TONES[state]}>{t(`state-${state}`)}</Badge>
      </div>
      <p className="tabular mt-1 text-ink-soft text-sm">
        <time dateTime={incident.openedAt}>{when}</time>
      </p>
      {lines.map((line, place) => (
        <p key={incident.updates[place]?.at ?? place} className="mt-2 max-w-read">
          {line}
        </p>
      ))}
      {affected ? <p className="mt-2 text-ink-soft text-sm">{affected}</p> : undefined}
    </li>
  );
}
