/** Orders files and combines them into one. Loaded on demand. */
import type { FormatId } from '@bakkum/conversion/engine';
import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Disclosure } from '@bakkum/ui/disclosure';
import { NativeSelect } from '@bakkum/ui/field';
import { IconButton } from '@bakkum/ui/icon-button';
import { ArrowDown, ArrowUp, X } from '@bakkum/ui/icons';
import { LiveRegion } from '@bakkum/ui/live-region';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { takeFocus } from '../../../forms/take-focus.ts';
import { OptionsPanel } from '../../../options/options-form.tsx';
import { FailureNotice } from '../../../workbench/failure-notice.tsx';
import type { ConversionCore } from '../conversion-core.ts';
import { useReasons } from '../failure-reason.tsx';
import type { FileItem } from '../list/conversion-state.ts';
import { Working } from '../target/row-controls.tsx';
import { FileThumbnail } from '../thumbnail/file-thumbnail.tsx';
import { arranged } from './combine-order.ts';
import { type CombineState, type CombineStore, combinedTargets, optionsFor } from './combine-store.ts';

const CombinedPages = lazy(async () => ({ default: (await import('./combined-pages.tsx')).CombinedPages }));

type CombinePanelProps = {
  readonly combining: CombineStore;
  readonly state: CombineState;
  readonly core: ConversionCore;
  /** All files of the list, and the target format. */
  readonly all: readonly FileItem[];
  readonly to: FormatId;
  /** The files of the list that can take part. */
  readonly items: readonly FileItem[];
};

export function CombinePanel({ combining, state, core, all, to, items }: CombinePanelProps): ReactNode {
  const t = useMessages('conversion');
  const format = core.formatName(to);
  const others = all.length - items.length;
  const ids = arranged(
    state,
    items.map((item) => item.id),
  );
  const chosen = ids.flatMap((id) => items.find((item) => item.id === id) ?? []);
  const busy = state.work.status === 'queued' || state.work.status === 'converting';
  return (
    <section aria-label={t('combineInto', { format })} className="rounded-lg border border-line bg-surface p-3 sm:p-4">
      <h2 ref={takeFocus} tabIndex={-1} className="font-bold text-lg outline-none">
        {t('combineHeading', { count: chosen.length, format })}
      </h2>
      <p className="mt-1 text-ink-soft text-sm">{t(`combineHint_${sequenceOf(to, core)}`)}</p>
      {others > 0 ? <p className="mt-1 text-ink-soft text-sm">{t('combineOthers', { count: others })}</p> : undefined}
      <OrderedFiles combining={combining} core={core} items={items} chosen={chosen} isLocked={busy} />
      {to === 'pdf' && chosen.length > 1 && chosen.every((item) => item.format?.id === 'pdf') ? (
        <PagesDisclosure combining={combining} state={state} chosen={chosen} isLocked={busy} />
      ) : undefined}
      <TargetChoice combining={combining} core={core} all={all} to={to} isLocked={busy} />
      <CombineOptions combining={combining} state={state} core={core} to={to} chosen={chosen} />
      <Failure combining={combining} work={state.work} format={format} />
      <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
        {busy ? (
          <Working
            label={t('combineInto', { format })}
            state={state.work}
            activity="combining"
            onCancel={() => combining.cancel()}
          />
        ) : (
          <>
            <Button variant="quiet" onClick={() => combining.close()}>
              {t('combineBack')}
            </Button>
            <Button
              variant="primary"
              className="max-sm:grow"
              disabled={chosen.length < 2}
              onClick={() => void combining.combine(chosen, to)}
            >
              {t('combineInto', { format })}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

type PagesDisclosureProps = Pick<CombinePanelProps, 'combining' | 'state'> & {
  readonly chosen: readonly FileItem[];
  readonly isLocked: boolean;
};

/** Draws the pages only on request, because that reads all files. */
function PagesDisclosure(props: PagesDisclosureProps): ReactNode {
  const t = useMessages('workbench');
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure title={t('pagesEdit')} className="mt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      {isOpen ? (
        <Suspense>
          <CombinedPages {...props} />
        </Suspense>
      ) : undefined}
    </Disclosure>
  );
}

type OrderedFilesProps = Pick<CombinePanelProps, 'combining' | 'core' | 'items'> & {
  readonly chosen: readonly FileItem[];
  readonly isLocked: boolean;
};

function OrderedFiles({ combining, core, items, chosen, isLocked }: OrderedFilesProps): ReactNode {
  const t = useMessages('conversion');
  const [spoken, setSpoken] = useState('');
  const move = (item: FileItem, by: -1 | 1): void => {
    const place = chosen.indexOf(item) + 1 + by;
    if (isLocked || place < 1 || place > chosen.length) return;
    combining.move(items, item.id, by);
    setSpoken(t('movedTo', { name: item.name, place, count: chosen.length }));
  };
  return (
    <>
      <LiveRegion>{spoken}</LiveRegion>
      <ol className="mt-3 divide-y divide-line border-line border-y">
        {chosen.map((item, index) => (
          <OrderedFile
            key={item.id}
            item={item}
            place={index + 1}
            count={chosen.length}
            core={core}
            isLocked={isLocked}
            onMove={(by) => move(item, by)}
            onLeaveOut={() => combining.leaveOut(item.id)}
          />
        ))}
      </ol>
    </>
  );
}

type OrderedFileProps = {
  readonly item: FileItem;
  readonly place: number;
  readonly count: number;
  readonly core: ConversionCore;
  readonly isLocked: boolean;
  readonly onMove: (by: -1 | 1) => void;
  readonly onLeaveOut: () => void;
};

/** Moves with its buttons, and with Alt and the arrow keys while any of them has the focus. The focus follows the file. */
function OrderedFile({ item, place, count, core, isLocked, onMove, onLeaveOut }: OrderedFileProps): ReactNode {
  const t = useMessages('conversion');
  const pressed = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Moving an element in the document takes the focus away from its descendants.
    if (place > 0) pressed.current?.focus();
    pressed.current = null;
  }, [place]);
  const move = (button: HTMLButtonElement, by: -1 | 1): void => {
    pressed.current = button;
    onMove(by);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    move(event.currentTarget, by);
  };
  const arrow = (by: -1 | 1, label: string, icon: ReactNode): ReactNode => (
    <IconButton
      label={label}
      aria-disabled={isLocked || (by < 0 ? place === 1 : place === count) || undefined}
      aria-keyshortcuts={by < 0 ? 'Alt+ArrowUp' : 'Alt+ArrowDown'}
      className="max-sm:w-10 aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
      onClick={(event) => move(event.currentTarget, by)}
      onKeyDown={onKeyDown}
    >
      {icon}
    </IconButton>
  );
  return (
    <li className="flex items-center gap-2 py-1.5">
      <span className="w-6 shrink-0 text-center text-ink-soft text-sm tabular">{place}</span>
      <FileThumbnail item={item} core={core} />
      <p className="line-clamp-2 min-w-0 grow break-all pl-1 text-sm" title={item.name}>
        {item.name}
      </p>
      <div className="flex shrink-0">
        {arrow(-1, t('moveUp', { name: item.name }), <ArrowUp aria-hidden size={18} />)}
        {arrow(1, t('moveDown', { name: item.name }), <ArrowDown aria-hidden size={18} />)}
        <IconButton
          label={t('leaveOut', { name: item.name })}
          disabled={isLocked}
          onClick={onLeaveOut}
          className="-mr-2 max-sm:w-10"
        >
          <X aria-hidden size={18} />
        </IconButton>
      </div>
    </li>
  );
}

/** Explains the order: pages, images or recordings, one after another. */
function sequenceOf(to: FormatId, core: ConversionCore): 'pages' | 'pictures' | 'recordings' {
  if (core.isRecording(to)) return 'recordings';
  return to === 'pdf' || to === 'tiff' ? 'pages' : 'pictures';
}

type TargetChoiceProps = Pick<CombinePanelProps, 'combining' | 'core' | 'all' | 'to'> & { readonly isLocked: boolean };

function TargetChoice({ combining, core, all, to, isLocked }: TargetChoiceProps): ReactNode {
  const t = useMessages('conversion');
  const targets = combinedTargets(all, core);
  if (targets.length < 2) return undefined;
  return (
    <NativeSelect
      label={t('combineFormat')}
      value={to}
      disabled={isLocked}
      onChange={(event) => combining.chooseFormat(event.target.value)}
      className="mt-4 sm:w-72"
    >
      {targets.map((target) => (
        <option key={target.to} value={target.to}>
          {core.formatName(target.to)}
        </option>
      ))}
    </NativeSelect>
  );
}

type CombineOptionsProps = Pick<CombinePanelProps, 'combining' | 'state' | 'core' | 'to'> & {
  readonly chosen: readonly FileItem[];
};

/** Options are folded by default if there are more than this. */
const MANY_OPTIONS = 20;

function CombineOptions({ combining, state, core, to, chosen }: CombineOptionsProps): ReactNode {
  const t = useMessages('conversion');
  const schema = core.combinedOptions(
    chosen.map(({ format }) => format?.id ?? ''),
    to,
  );
  if (Object.keys(schema).length === 0) return undefined;
  const panel = (
    <OptionsPanel
      schema={schema}
      values={optionsFor(state, chosen)}
      onChange={(name, value) => combining.setOption(name, value)}
      className="mt-4"
    />
  );
  if (Object.keys(schema).length <= MANY_OPTIONS) return panel;
  return (
    <Disclosure title={t('moreOptions')} className="mt-4">
      {panel}
    </Disclosure>
  );
}

type FailureProps = { readonly combining: CombineStore; readonly work: CombineState['work']; readonly format: string };

function Failure({ combining, work, format }: FailureProps): ReactNode {
  const t = useMessages('conversion');
  const reasons = useReasons();
  if (work.status !== 'error') return undefined;
  const { item, code } = work;
  return (
    <FailureNotice
      {...(item && { action: { label: t('leaveItOut'), onPress: () => combining.leaveOut(item.id) } })}
      className="mt-4"
    >
      {item ? <span className="block break-all font-semibold">{item.name}</span> : undefined}
      {t('combineFailed', { format, reason: reasons(code) })}
    </FailureNotice>
  );
}
