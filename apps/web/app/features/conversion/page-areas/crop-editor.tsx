/** Marks the part of the pages to keep. Writes the option `cropAreas`. */
import type { Area } from '@bakkum/conversion/area';
import type { OptionValues } from '@bakkum/conversion/options';
import type { PageArea } from '@bakkum/conversion/pages/page-areas';
import { useMessages } from '@bakkum/i18n/react';
import { LiveRegion } from '@bakkum/ui/live-region';
import { Switch } from '@bakkum/ui/switch';
import { type ReactNode, useState } from 'react';
import type { OnPageEditorProps } from '../page-editor/on-page.ts';
import type { Size } from '../preview/view-frame.ts';
import { AreaCanvas } from './area-canvas.tsx';
import { AreaTools } from './area-tools.tsx';
import { insideOf } from './page-areas.ts';
import { entriesOf, useAreas } from './use-areas.ts';

export function CropEditor({ pages, options, isDisabled, onChange, onClose }: OnPageEditorProps): ReactNode {
  const t = useMessages('workbench');
  const entries = entriesOf(options, pages.pageCount);
  const [wanted, setPage] = useState(1);
  const [size, setSize] = useState<Size>();
  const page = Math.min(wanted, entries.length);
  const entry = entries[page - 1];
  const { at, area, isForOnePage, setForOnePage, selected, select, keep, replace, remove, undo } = useCropping(
    page,
    options,
    onChange,
  );
  const turnTo = (next: number): void => {
    setPage(next);
    setSize(undefined);
    select(undefined);
  };
  return (
    <section aria-label={t('cropEdit')} className="flex h-full min-h-0 flex-col">
      <LiveRegion>{t(area ? 'cropOnPage' : 'cropNotOnPage', { page, all: entries.length })}</LiveRegion>
      <AreaTools
        label={t('cropEdit')}
        page={page}
        pageCount={entries.length}
        onClose={onClose}
        onPage={turnTo}
        {...(!isDisabled && size && { onAdd: () => keep(insideOf(size)) })}
        {...(!isDisabled && area && { onDelete: remove })}
        {...(!isDisabled && undo && { onUndo: undo })}
      />
      <div className="flex shrink-0 flex-wrap items-center justify-center gap-x-4 border-line border-b bg-surface px-3">
        <p className="py-1 text-center text-ink-soft text-sm">{t('cropHint')}</p>
        <Switch
          label={t('cropOnePage')}
          checked={isForOnePage}
          onChange={(event) => setForOnePage(event.currentTarget.checked)}
          disabled={isDisabled}
        />
      </div>
      {entry ? (
        <AreaCanvas
          key={page}
          entry={entry}
          look="keep"
          pages={pages}
          size={size}
          areas={area ? [{ at, area }] : []}
          selected={selected}
          isDisabled={isDisabled}
          onSize={setSize}
          onSelect={select}
          onAdd={keep}
          onChange={(_, changed) => replace(changed)}
          onRemove={remove}
        />
      ) : undefined}
    </section>
  );
}

/** The area that applies to a page, and how to change it. */
function useCropping(page: number, options: OptionValues, onChange: OnPageEditorProps['onChange']) {
  const [isForOnePage, setForOnePage] = useState(false);
  const { areas, selected, select, change, undo } = useAreas('cropAreas', options, onChange);
  const at = shownOn(page, areas);
  const area = areas[at];
  /** Replaces the area of this page, or of all pages. */
  const keep = (next: Area): void => {
    const kept = isForOnePage ? areas.filter((other) => other.page !== page) : [];
    change([...kept, { page: isForOnePage ? page : undefined, ...next }], kept.length);
  };
  return {
    ...{ at, area, isForOnePage, setForOnePage, selected, select, keep, undo },
    replace(next: Area) {
      const isShared = area?.page === undefined;
      if (isForOnePage && isShared) keep(next);
      else if (area) change(areas.with(at, { page: area.page, ...next }), at);
    },
    remove: () => change(areas.toSpliced(at, 1), undefined),
  };
}

/** Position of the area that applies to a page; -1 if there is none. */
function shownOn(page: number, areas: readonly PageArea[]): number {
  const own = areas.findLastIndex((area) => area.page === page);
  return own < 0 ? areas.findLastIndex((area) => area.page === undefined) : own;
}
