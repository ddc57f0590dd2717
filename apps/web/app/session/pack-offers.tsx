import { PACK_IDS, PACKS, type PackId } from '@bakkum/api-contract/billing/plans';
import { formatMoney } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { buttonClass } from '@bakkum/ui/button';
import { useSite } from '../document/use-site.ts';
import { PageLink } from '../shell/page-link.tsx';
import { usePrices } from './prices.ts';

type PackOffersProps = {
  /** Called before checkout opens, to save the user's current task. */
  readonly onChoose?: () => void;
};

/** Links to the checkout of each credit pack; nothing if payments are off. Pages must send the namespace `packs`. */
export function PackOffers({ onChoose }: PackOffersProps) {
  const t = useMessages('packs');
  const locale = useLocale();
  const { payments } = useSite();
  const priceFor = usePrices();
  if (!payments) return undefined;
  const label = (id: PackId): string => {
    const { credits } = PACKS[id];
    const { price, currency } = priceFor(id);
    return t('buy', { credits, price: formatMoney(locale, price, currency) });
  };
  return (
    <ul className="flex flex-wrap gap-3">
      {PACK_IDS.map((id) => (
        <li key={id}>
          <PageLink path={`${pathOf('payment')}?plan=${id}`} className={buttonClass({ size: 'sm' })} onClick={onChoose}>
            {label(id)}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
