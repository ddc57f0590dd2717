import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import type { ReactNode } from 'react';
import { schemaOf } from '../target/schema-of.ts';
import type { RowProps } from './row-props.ts';

/** Offers to recognize the text of scanned pages that stayed images, if this conversion can. */
export function RecognizeOffer({ item, core, store }: Omit<RowProps, 'isAlone'>): ReactNode {
  const t = useMessages('conversion');
  const { options, state } = item;
  if (state.status !== 'completed' || !state.warnings.some(({ code }) => code === 'scanned-pages')) return undefined;
  const field = schemaOf(item, core)['recognize'];
  if (field?.kind !== 'choice' || options['recognize'] === 'on') return undefined;
  const recognize = (): void => {
    store.setOption(item.id, 'recognize', 'on');
    void store.convert(item.id);
  };
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3 @lg/row:pl-13">
      <p className="text-sm">{t('recognizeQuestion')}</p>
      <Button aria-label={t('actionNamed', { action: t('recognizeText'), name: item.name })} onClick={recognize}>
        {t('recognizeText')}
      </Button>
    </div>
  );
}
