/** The pages of a document as a grid in which they are selected and dragged. Contains React Aria. */
import { useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { type ReactNode, useMemo } from 'react';
import { DropIndicator, GridLayout, GridList, GridListItem, Size, useDragAndDrop, Virtualizer } from 'react-aria-components';
import type { ArrangedPage, PageIds } from './arranged-pages.ts';
import type { Words } from './page-actions.ts';
import type { PageImages } from './page-images.ts';
import { PageThumbnail } from './page-thumbnail.tsx';

type PageGridProps = {
  readonly pages: readonly ArrangedPage[];
  readonly images: PageImages;
  readonly selected: PageIds;
  readonly isDisabled: boolean;
  readonly onSelect: (ids: PageIds) => void;
  /** @param place position in front of which the pages were dropped */
  readonly onDrop: (ids: PageIds, place: number) => void;
};

const LAYOUT = {
  minItemSize: new Size(104, 128),
  maxItemSize: new Size(124, 152),
  preserveAspectRatio: true,
  minSpace: new Size(8, 8),
  dropIndicatorThickness: 4,
};

export function PageGrid({ pages, images, selected, isDisabled, onSelect, onDrop }: PageGridProps): ReactNode {
  const t = useMessages('workbench');
  const items = useMemo(() => placed(pages), [pages]);
  const { dragAndDropHooks } = useDragAndDrop<PlacedPage>({
    isDisabled,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target: { key, dropPosition } }) => {
      const place = pages.findIndex(({ id }) => id === key);
      onDrop(keys, dropPosition === 'after' ? place + 1 : place);
    },
    renderDropIndicator: (target) => (
      <DropIndicator target={target} className="block size-full rounded-full data-drop-target:bg-accent" />
    ),
  });
  return (
    <Virtualizer layout={GridLayout} layoutOptions={LAYOUT}>
      <GridList
        aria-label={t('pagesList')}
        layout="grid"
        items={items}
        dependencies={[images]}
        selectionMode="multiple"
        selectionBehavior="replace"
        disallowTypeAhead
        selectedKeys={selected}
        // The same set is passed back, because it stores where a range begins.
        onSelectionChange={(keys) => onSelect(keys === 'all' ? new Set(pages.map(({ id }) => id)) : keys)}
        dragAndDropHooks={dragAndDropHooks}
        className="h-full min-h-0 overflow-auto overscroll-contain outline-none"
      >
        {(item) => (
          <GridListItem
            id={item.id}
            textValue={labelOf(item, t)}
            className={({ isDragging }) => classNames(ITEM_CLASS, isDragging && 'opacity-50')}
          >
            {({ isSelected }) => <PageThumbnail page={item.page} images={images} isSelected={isSelected} file={item.file} />}
          </GridListItem>
        )}
      </GridList>
    </Virtualizer>
  );
}

const ITEM_CLASS = classNames(
  'group/thumbnail relative flex size-full cursor-default select-none flex-col items-center rounded-md p-1.5 outline-none',
  'data-selected:bg-accent-soft data-selected:ring-2 data-selected:ring-accent data-selected:ring-inset',
  'data-focus-visible:outline-2 data-focus-visible:outline-accent data-focus-visible:outline-offset-1',
);

/** A page with its position in the result. */
type PlacedPage = {
  readonly id: number;
  readonly page: ArrangedPage;
  /** Counted from one. */
  readonly place: number;
  /** Number of the file it is in; `undefined` if the document is not split. */
  readonly file: number | undefined;
};

const known = new WeakMap<ArrangedPage, PlacedPage>();

/** Returns the same object for a page that has not changed, because React Aria renders only new ones. */
function placed(pages: readonly ArrangedPage[]): readonly PlacedPage[] {
  const isSplit = pages.some(({ startsFile }) => startsFile);
  let fileNumber = 1;
  return pages.map((page, at) => {
    if (page.startsFile) fileNumber += 1;
    const [place, file] = [at + 1, isSplit ? fileNumber : undefined];
    const before = known.get(page);
    if (before?.place === place && before.file === file) return before;
    const item = { id: page.id, page, place, file };
    known.set(page, item);
    return item;
  });
}

function labelOf({ page: { index, turn }, place }: PlacedPage, t: Words): string {
  if (index === undefined) return t('pageAtBlank', { place });
  return turn === 0 ? t('pageAt', { place, page: index + 1 }) : t('pageAtTurned', { place, page: index + 1, degrees: turn });
}
