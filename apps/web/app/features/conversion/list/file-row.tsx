import { useMessages } from '@bakkum/i18n/react';
import { useNearViewport } from '@bakkum/ui/near-viewport';
import { memo, type ReactNode } from 'react';
import { FileName, ROW_CLASS } from '../../../workbench/row-frame.tsx';
import { RowHead } from '../../../workbench/row-head.tsx';
import { usePreset } from '../converter-preset.ts';
import { dragOut } from '../save/drag-out.ts';
import { ConvertingControls, PendingControls } from '../target/row-controls.tsx';
import { FileThumbnail } from '../thumbnail/file-thumbnail.tsx';
import { type FileItem, isLocked, type ResultFile } from './conversion-state.ts';
import { FileHeading } from './file-heading.tsx';
import { Details, Expectation } from './row-details.tsx';
import { RowNotes } from './row-notes.tsx';
import type { RowProps } from './row-props.ts';
import { ResultControls } from './row-result.tsx';

type FileRowProps = RowProps & {
  /** The estimated duration, based on other conversions on this device. */
  readonly expectedMs: number | undefined;
  /** Part of a list too long to render at once. */
  readonly isOfMany: boolean;
  /** Its options are shown. */
  readonly isOpen: boolean;
  /** Shows or hides the options of a file. */
  readonly onToggle: (id: number) => void;
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
      className={`${ROW_CLASS} ${isOfMany ? 'drawn-when-near-[7.5rem] lg:drawn-when-near-[4.5rem]' : ''}`}
      data-status={row.item.state.status}
    >
      {isOfMany && !isNear && !isLocked(row.item) ? <FarRow name={row.item.name} /> : <NearRow {...row} />}
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

function NearRow({ item, core, store, isAlone, expectedMs, isOpen, onToggle }: Omit<FileRowProps, 'isOfMany'>): ReactNode {
  const t = useMessages('conversion');
  const { removal } = usePreset();
  const toggle = { isOpen, onToggle: () => onToggle(item.id) };
  const remove = (button: HTMLElement): void => {
    focusNextRemoval(button);
    store.remove(item.id);
  };
  return (
    <>
      <RowHead
        thumbnail={<FileThumbnail item={item} core={core} />}
        heading={<FileHeading item={item} core={core} />}
        drag={dragOut(onlyResult(item))}
        controls={<Controls item={item} core={core} store={store} isAlone={isAlone} {...toggle} />}
        state={item.state.status}
        removal={
          removal === 'always' || item.state.status === 'pending'
            ? { label: t('remove', { name: item.name }), onPress: remove }
            : undefined
        }
      />
      <RowNotes item={item} core={core} store={store} />
      <Expectation item={item} core={core} expectedMs={expectedMs} />
      <Details item={item} core={core} store={store} />
    </>
  );
}

/** Moves the focus to the same button of the next file, or of the last one, before this one disappears. */
function focusNextRemoval(button: HTMLElement): void {
  const row = button.closest('li');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  next?.querySelector<HTMLElement>('[data-remove]')?.focus({ preventScroll: true });
}

/** Returns the result of a file that became a single one. */
function onlyResult({ state }: FileItem): ResultFile | undefined {
  return state.status === 'completed' && state.files.length === 1 ? state.files[0] : undefined;
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
    case 'reading':
      // Keeps the room of the controls.
      return <span className="h-11" />;
    default:
      return undefined;
  }
}
