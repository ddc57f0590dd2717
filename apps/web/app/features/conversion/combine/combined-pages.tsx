/** The pages of all PDF files that become one, to be arranged across files. Loaded on demand. */
import { useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';
import type { FileItem } from '../list/conversion-state.ts';
import { PageEditor } from '../page-editor/page-editor.tsx';
import { usePdfPages } from '../page-editor/use-pdf-pages.ts';
import { type CombineState, type CombineStore, filesKey, optionsFor } from './combine-store.ts';

type CombinedPagesProps = {
  readonly combining: CombineStore;
  readonly state: CombineState;
  readonly chosen: readonly FileItem[];
  readonly isLocked: boolean;
};

export function CombinedPages({ combining, state, chosen, isLocked }: CombinedPagesProps): ReactNode {
  const t = useMessages('conversion');
  const words = useMessages('workbench');
  const { password } = state.options;
  const pages = usePdfPages(
    chosen.map(({ file }) => file),
    typeof password === 'string' ? password : '',
  );
  if (pages === 'unreadable') return <p className="mt-2 text-ink-soft text-sm">{words('pagesUnreadable')}</p>;
  return (
    <div className="mt-2 h-[60dvh] min-h-60 overflow-clip rounded-md border border-line bg-sunken">
      {pages ? (
        <PageEditor
          key={filesKey(chosen)}
          pages={pages}
          options={optionsFor(state, chosen)}
          canSplit={false}
          isDisabled={isLocked}
          onChange={(options) => combining.arrangePages(chosen, String(options['pages'] ?? ''))}
        />
      ) : (
        <p className="grid h-full place-items-center text-ink-soft">{t('makingPreview')}</p>
      )}
    </div>
  );
}
