import { useMessages } from '@bakkum/i18n/react';
import { IconButton } from '@bakkum/ui/icon-button';
import { X } from '@bakkum/ui/icons';
import { useNearViewport } from '@bakkum/ui/near-viewport';
import { memo, type ReactNode, useState } from 'react';
import { useFocusKept } from '../../../state/use-focus-kept.ts';
import { usePreset } from '../converter-preset.ts';
import { Thumbnail } from '../preview/thumbnail.tsx';
import { ConvertingControls, PendingControls } from '../target/row-controls.tsx';
import { FileHeading, FileName } from './file-heading.tsx';
import { Details, Expectation } from './row-details.tsx';
import { RowNotes } from './row-notes.tsx';
import type { RowProps } from './row-props.ts';
import { ResultControls } from './row-result.tsx';

type FileRowProps = RowProps & {
  /** The estimated duration, based on other conversions on this device. */
  readonly expectedMs: number | undefined;
  /** Part of a list too long to render at once. */
  readonly isOfMany: boolean;
};

/**
 * A file: its facts, target, progress and next action, on one line where there is room. Rerenders only when something of this
 * file changes.
 */
export const FileRow = memo(function FileRow({ isOfMany, ...row }: FileRowProps): ReactNode {
  const [place, isNear] = useNearViewport<HTMLLIElement>();
  return (
    <li
      ref={place}
      className={`@container/row rounded-lg border border-line bg-surface p-3 sm:px-4 ${isOfMany ? 'drawn-when-near-[7.5rem] lg:drawn-when-near-[4.5rem]' : ''}`}
      data-status={row.item.state.status}
    >
      {isOfMany && !isNear ? <FarRow name={row.item.name} /> : <NearRow {...row} />}
    </li>
  );
});

/** Far below the viewport: the name alone, at about the height of a row. */
function FarRow({ name }: { readonly name: string }): ReactNode {
  return (
    <div className="min-h-24 @4xl/row:min-h-12">
      <FileName name={name} />
    </div>
  );
}

function NearRow({ item, core, store, isAlone, expectedMs }: Omit<FileRowProps, 'isOfMany'>): ReactNode {
  const t = useMessages('conversion');
  const { removal } = usePreset();
  const [optionsOpen, setOptionsOpen] = useState(false);
  const toggle = { isOpen: optionsOpen, onToggle: () => setOptionsOpen(!optionsOpen) };
  const focusKept = useFocusKept<HTMLDivElement>(item.state.status);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3">
        <Thumbnail file={item.file} family={item.format && core.familyOf(item.format.id)} />
        <FileHeading item={item} core={core} />
        <div
          {...focusKept}
          className="order-last mt-2.5 flex basis-full flex-wrap items-center gap-2 empty:hidden @lg/row:pl-13 @4xl/row:order-none @4xl/row:mt-0 @4xl/row:flex-nowrap @4xl/row:basis-auto @4xl/row:pl-0"
        >
          <Controls item={item} core={core} store={store} isAlone={isAlone} {...toggle} />
        </div>
        {removal === 'always' || item.state.status === 'pending' ? (
          <IconButton
            label={t('remove', { name: item.name })}
            onClick={() => store.remove(item.id)}
            className="-mr-2 self-start @4xl/row:self-center"
          >
            <X aria-hidden size={18} />
          </IconButton>
        ) : undefined}
      </div>
      <RowNotes item={item} core={core} />
      <Expectation item={item} core={core} expectedMs={expectedMs} />
      <Details item={item} core={core} store={store} optionsOpen={optionsOpen} />
    </>
  );
}

type Toggle = { readonly isOpen: boolean; readonly onToggle: () => void };

function Controls({ item, core, store, isAlone, ...toggle }: RowProps & Toggle): ReactNode {
  switch (item.state.status) {
    case 'pending':
      return <PendingControls item={item} core={core} store={store} {...toggle} />;
    case 'queued':
    case 'converting':
      return <ConvertingControls item={item} store={store} />;
    case 'completed':
      return <ResultControls item={item} state={item.state} core={core} store={store} isAlone={isAlone} />;
    default:
      return undefined;
  }
}
