import { PACKS } from '@bakkum/api-contract/billing/plans';
import { useMessages } from '@bakkum/i18n/react';
import { useSite } from '../../document/use-site.ts';
import { PackOffers } from '../../session/pack-offers.tsx';

/** Credit packs on the page of credits. */
export function AddCredits() {
  const t = useMessages('packs');
  const { payments } = useSite();
  if (!payments) return undefined;
  return (
    <section aria-labelledby="packs" className="rounded-lg border border-line bg-surface p-5 sm:p-6">
      <h2 id="packs" className="font-semibold text-lg">
        {t('outOfCredits')}
      </h2>
      <p className="mt-2 mb-4 max-w-read text-ink-soft text-sm">{`${t('lead', { days: PACKS.pack100.days })} ${t('rules')}`}</p>
      <PackOffers />
    </section>
  );
}
