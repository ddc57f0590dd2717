/** Places text, images and signatures on pages. Writes the option `additions`. */
import type { Addition } from '@bakkum/conversion/pages/page-additions';
import { useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { LiveRegion } from '@bakkum/ui/live-region';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { AreaTools } from '../page-areas/area-tools.tsx';
import { changesPageSize } from '../page-areas/page-areas.ts';
import { PageSheet } from '../page-areas/page-sheet.tsx';
import { entriesOf } from '../page-areas/use-areas.ts';
import type { OnPageEditorProps } from '../page-editor/on-page.ts';
import type { Size } from '../preview/view-frame.ts';
import { SidePanel } from '../solo/side-panel.tsx';
import { AdditionBox } from './addition-box.tsx';
import { AdditionPanel } from './addition-panel.tsx';
import { AdditionTools } from './addition-tools.tsx';
import { placedOn, type Unplaced } from './new-addition.ts';
import type { Picture } from './picture-file.ts';
import { isOnPage } from './placed-additions.ts';
import { useAdditions } from './use-additions.ts';

const SignatureDialog = lazy(async () => ({ default: (await import('./signature-dialog.tsx')).SignatureDialog }));

export function AdditionEditor({ pages, options, isDisabled, onChange, onClose }: OnPageEditorProps): ReactNode {
  const t = useMessages('workbench');
  const entries = entriesOf(options, pages.pageCount);
  const [wanted, setPage] = useState(1);
  const [size, setSize] = useState<Size>();
  const edited = useAdditions(options, onChange);
  const page = Math.min(wanted, entries.length);
  const entry = entries[page - 1];
  const isBlocked = isDisabled || changesPageSize(options);
  const own = edited.additions.flatMap((addition, at) => (isOnPage(addition, page, entries.length) ? [{ at, addition }] : []));
  const chosen = isBlocked ? undefined : own.find(({ at }) => at === edited.selected);
  const turnTo = (next: number): void => {
    setPage(next);
    setSize(undefined);
    edited.select(undefined);
  };
  return (
    <section aria-label={t('additionsEdit')} className="flex h-full min-h-0 flex-col">
      <LiveRegion>{t('additionsOnPage', { count: own.length, page, all: entries.length })}</LiveRegion>
      <NewItems
        nav={{ page, pageCount: entries.length, onClose, onPage: turnTo }}
        size={isBlocked ? undefined : size}
        isTooLong={edited.isTooLong}
        count={own.length}
        hint={t(hintOf(changesPageSize(options), own.length))}
        onAdd={edited.add}
        onUndo={isBlocked ? undefined : edited.undo}
      />
      {entry ? (
        <PageSheet
          key={page}
          entry={entry}
          pages={pages}
          size={size}
          onSize={setSize}
          className="scheme-light overflow-clip"
          onPointerDown={({ target }) => {
            if (target instanceof HTMLCanvasElement) edited.select(undefined);
          }}
        >
          {size ? <PlacedItems items={own} chosen={chosen?.at} page={size} isBlocked={isBlocked} edited={edited} /> : undefined}
        </PageSheet>
      ) : undefined}
      {chosen && size ? (
        <SidePanel>
          <AdditionPanel
            key={chosen.at}
            addition={chosen.addition}
            pageCount={entries.length}
            size={size}
            onChange={(changed) => edited.replace(chosen.at, changed)}
            onRemove={() => edited.remove(chosen.at)}
          />
        </SidePanel>
      ) : undefined}
    </section>
  );
}

type PlacedItemsProps = {
  /** The additions on this page, with their position among all. */
  readonly items: readonly { readonly at: number; readonly addition: Addition }[];
  readonly chosen: number | undefined;
  /** Size of the page in points. */
  readonly page: Size;
  readonly isBlocked: boolean;
  readonly edited: ReturnType<typeof useAdditions>;
};

function PlacedItems({ items, chosen, page, isBlocked, edited }: PlacedItemsProps): ReactNode {
  return items.map(({ at, addition }) => (
    <AdditionBox
      key={at}
      addition={addition}
      page={page}
      isSelected={chosen === at}
      isDisabled={isBlocked}
      onSelect={() => edited.select(at)}
      onChange={(changed) => edited.replace(at, changed)}
      onRemove={() => edited.remove(at)}
      onUndo={isBlocked ? undefined : edited.undo}
    />
  ));
}

function hintOf(isBlocked: boolean, count: number) {
  if (isBlocked) return 'additionsBlocked';
  return count === 0 ? 'additionsEmpty' : 'additionsHint';
}

const NEW_TEXT = { type: 'text', size: 16, font: 'sans', bold: false, italic: false, colour: '#000000' } as const;

type NewItemsProps = {
  readonly nav: {
    readonly page: number;
    readonly pageCount: number;
    readonly onClose: () => void;
    readonly onPage: (page: number) => void;
  };
  /** `undefined` while nothing can be added. */
  readonly size: Size | undefined;
  readonly isTooLong: boolean;
  readonly hint: string;
  /** Number of items on the page. */
  readonly count: number;
  readonly onAdd: (addition: Addition) => void;
  readonly onUndo: (() => void) | undefined;
};

/** The toolbar, with the dialog that makes a signature. */
function NewItems({ nav, size, isTooLong, hint, count, onAdd, onUndo }: NewItemsProps): ReactNode {
  const t = useMessages('workbench');
  const [isSigning, setSigning] = useState(false);
  const [isUnreadable, setUnreadable] = useState(false);
  const add = (unplaced: Unplaced): void => {
    setUnreadable(false);
    if (size) onAdd(placedOn(unplaced, nav.page, size, count));
  };
  const addPicture = (picture: Picture | undefined): void => {
    if (picture) add({ type: 'image', image: picture.image, ratio: picture.width / picture.height, isSignature: false });
    else setUnreadable(true);
  };
  return (
    <>
      <AreaTools isReadOnly label={t('additionsEdit')} {...nav}>
        <AdditionTools
          onText={size && (() => add({ ...NEW_TEXT, text: t('addition_text') }))}
          onPicture={size && addPicture}
          onSign={size && (() => setSigning(true))}
          onUndo={onUndo}
        />
      </AreaTools>
      <p
        className={classNames(
          'shrink-0 border-line border-b bg-surface px-3 py-1 text-center text-ink-soft text-sm',
          // Phones need the room for the page.
          count > 0 && 'max-sm:sr-only',
        )}
      >
        {hint}
      </p>
      <p role="alert" className="shrink-0 bg-danger-soft px-3 py-1 text-center text-danger text-sm empty:hidden">
        {isTooLong ? t('additionsTooLarge') : isUnreadable ? t('additionUnreadable') : undefined}
      </p>
      {isSigning ? (
        <Suspense>
          <SignatureDialog onClose={() => setSigning(false)} onAdd={add} />
        </Suspense>
      ) : undefined}
    </>
  );
}
