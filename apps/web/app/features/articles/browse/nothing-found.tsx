import { useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';

export function NothingFound(): ReactNode {
  const t = useMessages('articles');
  return (
    <output className="block rounded-lg border border-line border-dashed px-5 py-12 text-center">
      <p className="font-semibold">{t('noneFound')}</p>
      <p className="mt-1 text-ink-soft text-sm">{t('noneHint')}</p>
    </output>
  );
}
