import { CONVERSION_LIMITS } from '@bakkum/api-contract/conversions/tiers';
import { numberFormat } from '@bakkum/i18n/intl';
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { buttonClass } from '@bakkum/ui/button';
import { Check, CloudUpload, RotateCw, ShieldCheck } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import { PageLink } from '../../shell/page-link.tsx';

const TILES = [
  ['tileResume', RotateCw],
  ['tileLeave', CloudUpload],
  ['tileShut', ShieldCheck],
] as const;

/** Features that only the server has. */
export function Tiles(): ReactNode {
  const t = useMessages('cloud');
  return (
    <ul className="mt-12 grid gap-4 sm:grid-cols-3">
      {TILES.map(([name, Icon]) => (
        <li key={name} className="rounded-lg border border-line bg-surface p-5">
          <Icon aria-hidden size={22} className="text-accent-strong" />
          <h2 className="mt-3 font-semibold">{t(name)}</h2>
          <p className="mt-1 text-ink-soft text-sm">{t(`${name}Body`)}</p>
        </li>
      ))}
    </ul>
  );
}

/** The enterprise offer. Its numbers are the limits that the server enforces. */
export function Enterprise(): ReactNode {
  const t = useMessages('cloud');
  const locale = useLocale();
  const { commandsPerHour, atOnce, storedBytes, archivedBytes, openJobs } = CONVERSION_LIMITS.enterprise;
  const lines = [
    t('enterpriseOrders', { count: numberFormat(locale).format(commandsPerHour) }),
    t('enterpriseAtOnce', { count: atOnce, queue: numberFormat(locale).format(openJobs) }),
    t('enterpriseStorage', { size: formatBytes(locale, storedBytes), archive: formatBytes(locale, archivedBytes) }),
    t('enterpriseApi'),
  ];
  return (
    <section aria-labelledby="enterprise" className="self-start rounded-lg border border-line bg-surface p-5">
      <h2 id="enterprise" className="font-semibold text-lg">
        {t('enterprise')}
      </h2>
      <ul className="mt-3 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
        {lines.map((line) => (
          <li key={line} className="flex gap-2">
            <Check aria-hidden size={18} className="shrink-0 text-accent-strong" />
            {line}
          </li>
        ))}
      </ul>
      <PageLink path={`${pathOf('contact')}#enterprise`} className={buttonClass({}, 'mt-4 max-sm:w-full')}>
        {t('enterpriseUpgrade')}
      </PageLink>
    </section>
  );
}
