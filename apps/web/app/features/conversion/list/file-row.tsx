import type { ConversionErrorCode } from '@bakkum/conversion/errors';
import { formatBytes, formatDuration } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { IconButton } from '@bakkum/ui/icon-button';
import { X } from '@bakkum/ui/icons';
import { useNearViewport } from '@bakkum/ui/near-viewport';
import { Notice } from '@bakkum/ui/notice';
import { memo, type ReactNode, useState } from 'react';
import { OptionsPanel } from '../../../options/options-form.tsx';
import { useFocusKept } from '../../../state/use-focus-kept.ts';
import { usePreset } from '../converter-preset.ts';
import { expectedBytes } from '../estimate/expected-size.ts';
import { roundBytes, roundDuration } from '../estimate/round-estimates.ts';
import { Thumbnail } from '../preview/thumbnail.tsx';
import { ConvertingControls, PendingControls } from '../target/row-controls.tsx';
import { WayChoice } from '../target/way-choice.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { FileHeading, FileName } from './file-heading.tsx';
import { PasswordNotice } from './password-notice.tsx';
import { RowNotes } from './row-notes.tsx';
import type { RowProps } from './row-props.ts';
import { ResultControls, ResultDetails } from './row-result.tsx';

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
      className={`@container rounded-lg border border-line bg-surface p-3 sm:px-4 ${isOfMany ? 'drawn-when-near-[7.5rem] lg:drawn-when-near-[4.5rem]' : ''}`}
      data-status={row.item.state.status}
    >
      {isOfMany && !isNear ? <FarRow name={row.item.name} /> : <NearRow {...row} />}
    </li>
  );
});

/** Far below the viewport: the name alone, at about the height of a row. */
function FarRow({ name }: { readonly name: string }): ReactNode {
  return (
    <div className="min-h-24 @4xl:min-h-12">
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
          className="order-last mt-2.5 flex basis-full flex-wrap items-center gap-2 empty:hidden sm:pl-13 @4xl:order-none @4xl:mt-0 @4xl:flex-nowrap @4xl:basis-auto @4xl:pl-0"
        >
          <Controls item={item} core={core} store={store} isAlone={isAlone} {...toggle} />
        </div>
        {removal === 'always' || item.state.status === 'pending' ? (
          <IconButton
            label={t('remove', { name: item.name })}
            onClick={() => store.remove(item.id)}
            className="-mr-2 self-start @4xl:self-center"
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

/** Shows the expected size and duration if they are known beforehand. */
function Expectation({ item, core, expectedMs }: Pick<FileRowProps, 'item' | 'core' | 'expectedMs'>): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const { format, target, facts, options: values, state } = item;
  if (state.status !== 'pending' || !format || !target || !facts) return undefined;
  const bytes = expectedBytes({ schema: core.optionsFor(format.id, target, item.way), values, facts });
  const parts = [
    ...(bytes === undefined ? [] : [t('expectSize', { size: formatBytes(locale, roundBytes(bytes)) })]),
    ...(expectedMs === undefined ? [] : [t('expectTime', { time: formatDuration(locale, roundDuration(expectedMs)) })]),
  ];
  if (parts.length === 0) return undefined;
  return <p className="mt-1.5 text-ink-soft text-sm tabular sm:pl-13">{parts.join(' · ')}</p>;
}

function Details({ item, core, store, optionsOpen }: Omit<RowProps, 'isAlone'> & { readonly optionsOpen: boolean }): ReactNode {
  const t = useMessages('conversion');
  const reasons = useMessages('errors');
  switch (item.state.status) {
    case 'reading':
      return <p className="mt-2 text-ink-soft text-sm sm:pl-13">{t('reading')}</p>;
    case 'unsupported':
      return (
        <Notice tone="warning" className="mt-2.5">
          {reasons(item.state.code)}
        </Notice>
      );
    case 'pending':
      return optionsOpen && item.format && item.target ? (
        <div className="mt-3 border-line border-t">
          <WayChoice item={item} core={core} store={store} />
          <OptionsPanel
            schema={core.optionsFor(item.format.id, item.target, item.way)}
            values={item.options}
            onChange={(name, value) => store.setOption(item.id, name, value)}
            durationMs={item.facts?.durationMs}
            className="mt-3"
          />
        </div>
      ) : undefined;
    case 'completed':
      return <ResultDetails state={item.state} />;
    case 'error':
      return <Failure item={item} core={core} store={store} code={item.state.code} />;
    default:
      return undefined;
  }
}

type FailureProps = Omit<RowProps, 'isAlone'> & { readonly code: ConversionErrorCode };

/** Shows the failure and the next action, or asks for a missing password. */
function Failure({ item, core, store, code }: FailureProps): ReactNode {
  const t = useMessages('conversion');
  const reasons = useMessages('errors');
  const field = item.format && item.target ? core.optionsFor(item.format.id, item.target, item.way)['password'] : undefined;
  if ((code === 'encrypted' || code === 'wrong-password') && field?.kind === 'text') {
    const convertWith = (password: string): void => {
      store.setOption(item.id, 'password', password);
      void store.convert(item.id);
    };
    return <PasswordNotice isWrong={code === 'wrong-password'} maxLength={field.maxLength} onPassword={convertWith} />;
  }
  return (
    <FailureNotice action={{ label: t('tryAgain'), onPress: () => store.tryAgain(item.id) }} className="mt-2.5">
      {t('conversionFailed', { reason: reasons(code) })}
    </FailureNotice>
  );
}
