import type { ConversionLimits } from '@bakkum/api-contract/conversions/tiers';
import { numberFormat } from '@bakkum/i18n/intl';
import { formatBytes, formatDuration } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';
import { FactTable } from './fact-table.tsx';

/** The tiers of API keys, with their limits. */
export type TiersView = Readonly<Record<'free' | 'pro' | 'enterprise', ConversionLimits>> & {
  /** Retention used when a request names none, as the API writes it. */
  readonly retention: string;
  readonly retentionHours: number;
};

const TIERS = ['free', 'pro', 'enterprise'] as const;
const MINUTE_MS = 60_000;

/** Shows the limits of each plan, from the constants that the server enforces. */
export function LimitsTable({ tiers }: { readonly tiers: TiersView }): ReactNode {
  const t = useMessages('apiDocs');
  const locale = useLocale();
  const kept = (limits: ConversionLimits): string =>
    t('retentionDefault', { list: limits.retentions.join(', '), preset: tiers.retention });
  const each = (heading: string, value: (limits: ConversionLimits) => string) => ({
    cells: [
      heading,
      ...TIERS.map((tier) => (
        <span key={tier} className="tabular">
          {value(tiers[tier])}
        </span>
      )),
    ],
  });
  /** Agreed individually with enterprise customers. */
  const agreed = (heading: string, value: (limits: ConversionLimits) => number) => ({
    cells: [
      heading,
      numberFormat(locale).format(value(tiers.free)),
      numberFormat(locale).format(value(tiers.pro)),
      t('byAgreement'),
    ],
  });
  return (
    <FactTable
      label={t('limits')}
      columns={[t('limit'), ...TIERS.map((tier) => t(`tier-${tier}`))]}
      rows={[
        agreed(t('limitCommands'), ({ commandsPerHour }) => commandsPerHour),
        agreed(t('limitReads'), ({ readsPerHour }) => readsPerHour),
        each(t('limitFile'), ({ fileBytes }) => formatBytes(locale, fileBytes)),
        each(t('limitOpen'), ({ openJobs }) => numberFormat(locale).format(openJobs)),
        each(t('limitAtOnce'), ({ atOnce }) => numberFormat(locale).format(atOnce)),
        each(t('limitStored'), ({ storedBytes }) => formatBytes(locale, storedBytes)),
        each(t('limitMinutes'), ({ minutes }) => formatDuration(locale, minutes * MINUTE_MS)),
        each(t('limitRetention'), kept),
      ]}
    />
  );
}
