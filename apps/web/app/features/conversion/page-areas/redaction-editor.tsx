/** Marks areas of pages to be blacked out. Writes the option `redactAreas`. */
import { useMessages } from '@bakkum/i18n/react';
import { LiveRegion } from '@bakkum/ui/live-region';
import { type ReactNode, useState } from 'react';
import type { OnPageEditorProps } from '../page-editor/on-page.ts';
import type { Size } from '../preview/view-frame.ts';
import { AreaCanvas } from './area-canvas.tsx';
import { AreaTools } from './area-tools.tsx';
import { changesPageSize, middleOf } from './page-areas.ts';
import { entriesOf, useAreas } from './use-areas.ts';

export function RedactionEditor({ pages, options, isDisabled, onChange, onClose }: OnPageEditorProps): ReactNode {
  const t = useMessages('workbench');
  const entries = entriesOf(options, pages.pageCount);
  const [wanted, setPage] = useState(1);
  const [size, setSize] = useState<Size>();
  const { areas, selected, select, change, undo } = useAreas('redactAreas', options, onChange);
  const page = Math.min(wanted, entries.length);
  const entry = entries[page - 1];
  const isBlocked = isDisabled || changesPageSize(options);
  const own = areas.flatMap((area, at) => (area.page === page ? [{ at, area }] : []));
  const remove = (at: number): void => change(areas.toSpliced(at, 1), undefined);
  const turnTo = (next: number): void => {
    setPage(next);
    setSize(undefined);
    select(undefined);
  };
  return (
    <section aria-label={t('areasEdit')} className="flex h-full min-h-0 flex-col">
      <LiveRegion>{t('areasOnPage', { count: own.length, page, all: entries.length })}</LiveRegion>
      <AreaTools
        label={t('areasEdit')}
        page={page}
        pageCount={entries.length}
        onClose={onClose}
        onPage={turnTo}
        {...(!isBlocked && size && { onAdd: () => change([...areas, { page, ...middleOf(size) }], areas.length) })}
        {...(!isBlocked && selected !== undefined && { onDelete: () => remove(selected) })}
        {...(!isBlocked && undo && { onUndo: undo })}
      />
      <p className="shrink-0 border-line border-b bg-surface px-3 py-1 text-center text-ink-soft text-sm">
        {t(changesPageSize(options) ? 'areasBlocked' : 'areasHint')}
      </p>
      {entry ? (
        <AreaCanvas
          key={page}
          entry={entry}
          look="cover"
          pages={pages}
          size={size}
          areas={own}
          selected={selected}
          isDisabled={isBlocked}
          onSize={setSize}
          onSelect={select}
          onAdd={(area) => change([...areas, { page, ...area }], areas.length)}
          onChange={(at, area) => change(areas.with(at, { page, ...area }), at)}
          onRemove={remove}
        />
      ) : undefined}
    </section>
  );
}
