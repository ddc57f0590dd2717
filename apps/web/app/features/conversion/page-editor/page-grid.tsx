/** The pages of a document as a grid in which they are selected and dragged. Contains React Aria. */
import { useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { type ReactNode, useMemo } from 'react';
import {
  DropIndicator,
  GridLayout,
  GridList,
  GridListItem,
  type Key,
  type Selection,
  Size,
  useDragAndDrop,
  Virtualizer,
} from 'react-aria-components';
import type { ArrangedPage } from './arranged-pages.ts';
import type { PageImages } from './page-images.ts';
import { PageThumbnail } from './page-thumbnail.tsx';

type PageGridProps = {
  readonly pages: readonly ArrangedPage[];
  readonly images: PageImages;
  readonly selected: ReadonlySet<number>;
  readonly isDisabled: boolean;
  readonly onSelect: (ids: ReadonlySet<number>) => void;
  /** @param place position in front of which the pages were dropped */
  readonly onDrop: (ids: ReadonlySet<number>, place: number) => void;
};

const LAYOUT = {
  minItemSize: new Size(124, 152),
  maxItemSize: new Size(124, 152),
  preserveAspectRatio: true,
  minSpace: new Size(8, 8),
  maxHorizontalSpace: 16,
  dropIndicatorThickness: 4,
};

export function PageGrid({ pages, images, selected, isDisabled, onSelect, onDrop }: PageGridProps): ReactNode {
  const t = useMessages('workbench');
  const placeOf = useMemo(() => new Map(pages.map(({ id }, place) => [id, place])), [pages]);
  const files = useMemo(() => fileNumbers(pages), [pages]);
  const label = (page: ArrangedPage): string => {
    const place = (placeOf.get(page.id) ?? 0) + 1;
    if (page.index === undefined) return t('pageAtBlank', { place });
    return t(page.turn === 0 ? 'pageAt' : 'pageAtTurned', { place, page: page.index + 1, degrees: page.turn });
  };
  const { dragAndDropHooks } = useDragAndDrop<ArrangedPage>({
    isDisabled,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target: { key, dropPosition } }) => {
      const place = placeOf.get(Number(key)) ?? 0;
      onDrop(numbersOf(keys), dropPosition === 'after' ? place + 1 : place);
    },
    renderDropIndicator: (target) => <DropIndicator target={target} className="rounded-full data-drop-target:bg-accent" />,
  });
  return (
    <Virtualizer layout={GridLayout} layoutOptions={LAYOUT}>
      <GridList
        aria-label={t('pagesList')}
        layout="grid"
        items={pages}
        dependencies={[selected, files, images, placeOf]}
        selectionMode="multiple"
        selectionBehavior="replace"
        disallowTypeAhead
        selectedKeys={selected}
        onSelectionChange={(selection) => onSelect(idsOf(selection, pages))}
        dragAndDropHooks={dragAndDropHooks}
        className="h-full min-h-0 overflow-auto overscroll-contain p-3 outline-none sm:p-4"
      >
        {(page) => (
          <GridListItem
            id={page.id}
            textValue={label(page)}
            className={({ isDragging }) =>
              classNames(
                'group/thumbnail relative flex size-full cursor-default select-none flex-col items-center rounded-md p-1.5 outline-none',
                'data-selected:bg-accent-soft data-selected:ring-2 data-selected:ring-accent data-selected:ring-inset',
                'data-focus-visible:outline-2 data-focus-visible:outline-accent data-focus-visible:outline-offset-1',
                isDragging && 'opacity-50',
              )
            }
          >
            <PageThumbnail page={page} images={images} isSelected={selected.has(page.id)} file={files?.get(page.id)} />
          </GridListItem>
        )}
      </GridList>
    </Virtualizer>
  );
}

function fileNumbers(pages: readonly ArrangedPage[]): ReadonlyMap<number, number> | undefined {
  if (!pages.some(({ startsFile }) => startsFile)) return undefined;
  let file = 1;
  return new Map(
    pages.map(({ id, startsFile }) => {
      if (startsFile) file += 1;
      return [id, file];
    }),
  );
}

function numbersOf(keys: Iterable<Key>): ReadonlySet<number> {
  return new Set([...keys].map(Number));
}

function idsOf(selection: Selection, pages: readonly ArrangedPage[]): ReadonlySet<number> {
  return selection === 'all' ? new Set(pages.map(({ id }) => id)) : numbersOf(selection);
}
