import type { DesignReport } from '@bakkum/api-contract/images/images';
import { useLocale, useMessages } from '@bakkum/i18n/react';

/** Parts of the prompt that a design shows, and parts it omits. */
export function ReportLines({ report: { drawn, notDrawn } }: { readonly report: DesignReport }) {
  const t = useMessages('studio');
  const locale = useLocale();
  const list = (terms: DesignReport['drawn']): string => terms.map((term) => term[locale]).join(', ');
  return (
    <div className="mt-2 grid gap-0.5 break-words text-ink-soft text-xs">
      {drawn.length > 0 ? <p>{t('designDrawn', { terms: list(drawn) })}</p> : undefined}
      {notDrawn.length > 0 ? <p>{t('designNotDrawn', { terms: list(notDrawn) })}</p> : undefined}
    </div>
  );
}
