/** The pages of a PDF that stays one, to be arranged. Loaded on demand. */
import type { ReactNode } from 'react';
import { isBusy } from '../list/conversion-state.ts';
import type { RowProps } from '../list/row-props.ts';
import { PageEditor } from './page-editor.tsx';
import { usePdfPages } from './use-pdf-pages.ts';

type PdfStageProps = Pick<RowProps, 'item' | 'store'> & {
  /** Shown while the file is opened, and if it cannot be. */
  readonly children: ReactNode;
};

export function PdfStage({ item, store, children }: PdfStageProps): ReactNode {
  const { password } = item.options;
  const pages = usePdfPages(item.file, typeof password === 'string' ? password : '');
  if (!pages) return children;
  return (
    <PageEditor
      pages={pages}
      options={item.options}
      isDisabled={isBusy(item)}
      onChange={(options) => {
        for (const [name, value] of Object.entries(options)) store.setOption(item.id, name, value);
      }}
    />
  );
}
