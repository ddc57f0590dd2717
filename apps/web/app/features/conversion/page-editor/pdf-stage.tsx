/** The pages of a PDF that stays one, to be arranged. Loaded on demand. */
import { useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';
import { isBusy } from '../list/conversion-state.ts';
import type { RowProps } from '../list/row-props.ts';
import { PageEditor } from './page-editor.tsx';
import { usePdfPages } from './use-pdf-pages.ts';

type PdfStageProps = Pick<RowProps, 'item' | 'store'> & {
  /** Shown if the file cannot be read without a password, or at all. */
  readonly children: ReactNode;
};

export function PdfStage({ item, store, children }: PdfStageProps): ReactNode {
  const t = useMessages('conversion');
  const { password } = item.options;
  const pages = usePdfPages([item.file], typeof password === 'string' ? password : '');
  if (!pages) return <p className="grid h-full min-h-48 place-items-center text-ink-soft">{t('makingPreview')}</p>;
  if (pages === 'unreadable') return children;
  return (
    <PageEditor
      pages={pages}
      options={item.options}
      canSplit
      isDisabled={isBusy(item)}
      onChange={(options) => {
        for (const [name, value] of Object.entries(options)) store.setOption(item.id, name, value);
      }}
    />
  );
}
