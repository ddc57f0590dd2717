import type { FormatView } from '@bakkum/api-contract/conversions/conversions';
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Notice } from '@bakkum/ui/notice';
import { ProgressBar } from '@bakkum/ui/progress-bar';
import { type ReactNode, useRef, useState } from 'react';
import { useFaultWords } from '../../../conversion-api/use-fault-words.ts';
import { FailureNotice } from '../../../workbench/failure-notice.tsx';
import { FormatPicker } from '../../../workbench/format-picker.tsx';
import { OptionsButton } from '../../../workbench/options-button.tsx';
import { ROW_CLASS } from '../../../workbench/row-frame.tsx';
import { RowHead, RowHeading, RowNote } from '../../../workbench/row-head.tsx';
import { GrowthNote, SizeChange } from '../../../workbench/size-change.tsx';
import { Thumbnail } from '../../../workbench/thumbnail.tsx';
import { type CloudItem, isChoosable, type Stage } from '../cloud-state.ts';
import { cloudStore } from '../cloud-store.ts';
import { cloudTargets, familyOf, formatName } from './cloud-targets.ts';
import { JobControls, JobDetails, useJobWords } from './job-parts.tsx';

type RowProps = {
  readonly item: CloudItem;
  readonly formats: readonly FormatView[];
  /** The only file: downloading its result is the primary action of the screen. */
  readonly isAlone: boolean;
  /** Its options are shown. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
};

/** A file in the queue: its state, its progress and the next action. */
export function CloudRow({ item, formats, isAlone, isOpen, onToggle }: RowProps): ReactNode {
  const t = useMessages('cloud');
  const { id, stage, name, preview, format, target } = item;
  const isOnServer = stage.status === 'job';
  const status = isOnServer ? stage.job.status : stage.status;
  return (
    <li className={ROW_CLASS} data-status={status}>
      <RowHead
        thumbnail={<Thumbnail picture={familyOf(format) === 'image' ? preview : undefined} family={familyOf(format)} />}
        heading={
          <RowHeading
            name={name}
            from={format && formatName(format)}
            to={format && target ? formatName(target) : undefined}
            isChoosable={isChoosable(item)}
          >
            <Facts item={item} />
          </RowHeading>
        }
        controls={<Controls item={item} formats={formats} isAlone={isAlone} isOpen={isOpen} onToggle={onToggle} />}
        state={status}
        removal={{ label: t(isOnServer ? 'deleteNow' : 'remove', { name }), onPress: () => void cloudStore.remove(id) }}
      />
      <Reason item={item} />
      <Details item={item} />
    </li>
  );
}

function Facts({ item }: { readonly item: CloudItem }): ReactNode {
  return (
    <>
      <Size item={item} />
      <span aria-live="polite">
        <StageText item={item} />
      </span>
    </>
  );
}

function Size({ item: { size, stage } }: { readonly item: CloudItem }): ReactNode {
  const locale = useLocale();
  if (size === null) return undefined;
  const result = stage.status === 'job' && stage.job.status === 'completed' ? stage.job.file_size : null;
  return result === null ? <span>{formatBytes(locale, size)}</span> : <SizeChange before={size} after={result} />;
}

/** Why the target was suggested, as on every page with a list of files. */
function Reason({ item }: { readonly item: CloudItem }): ReactNode {
  const t = useMessages('conversion');
  const { reason, format, target } = item;
  if (!reason || !format || !target || !isChoosable(item)) return undefined;
  return <RowNote>{t(`reason_${reason}`, { from: formatName(format), to: formatName(target) })}</RowNote>;
}

function StageText({ item: { stage, size, format, isUploaded } }: { readonly item: CloudItem }): ReactNode {
  const t = useMessages('cloud');
  const locale = useLocale();
  const jobWords = useJobWords();
  const sizes = ({ sent }: { readonly sent: number }) => ({
    sent: formatBytes(locale, sent),
    size: formatBytes(locale, size ?? 0),
  });
  switch (stage.status) {
    case 'pending':
      if (isUploaded) return t('chooseAgain');
      return format === undefined ? t('kindUnknown') : t('state_pending');
    case 'uploading':
      return t('state_uploading', sizes(stage));
    case 'paused':
      return size === null ? t('state_pausedUnknown') : t('state_paused', sizes(stage));
    case 'failed':
      return undefined;
    case 'job':
      return jobWords(stage.job);
    default:
      return t(`state_${stage.status}`);
  }
}

type Toggle = Pick<RowProps, 'isOpen' | 'onToggle'>;

function Controls({ item, formats, isAlone, ...toggle }: RowProps): ReactNode {
  const t = useMessages('cloud');
  const { id, stage } = item;
  switch (stage.status) {
    case 'pending':
      return <PendingControls item={item} formats={formats} {...toggle} />;
    case 'waiting':
    case 'uploading':
      return <Button onClick={() => cloudStore.pause(id)}>{t('pause')}</Button>;
    case 'paused':
      return <Button onClick={() => cloudStore.resume(id)}>{t('resume')}</Button>;
    case 'file-needed':
      return <FileAgain item={item} />;
    case 'job':
      return <JobControls job={stage.job} isAlone={isAlone} />;
    // A failure has its button next to the reason, and work on the server does not need this page.
    case 'failed':
    case 'fetching':
    case 'ordering':
      return undefined;
  }
}

/** The target and the options. */
function PendingControls({ item, formats, ...toggle }: Pick<RowProps, 'item' | 'formats'> & Toggle): ReactNode {
  const t = useMessages('conversion');
  const { id, name, target } = item;
  const format = formats.find((one) => one.id === item.format);
  if (!format) return undefined;
  return (
    <>
      <FormatPicker
        key={target}
        label={t('convertToFor', { name })}
        labelHidden
        targets={cloudTargets(format)}
        value={target}
        placeholder={t('chooseFormat')}
        onChange={(to) => cloudStore.setTarget(id, to)}
        className="min-w-0 grow basis-24 sm:grow-0 sm:basis-40"
      />
      {target ? <OptionsButton id={id} name={name} {...toggle} /> : undefined}
    </>
  );
}

function Details({ item }: Pick<RowProps, 'item'>): ReactNode {
  const t = useMessages('cloud');
  const words = useMessages('conversion');
  const faultWords = useFaultWords(t('unreachable'));
  const { id, stage, name, size } = item;
  if (stage.status === 'failed') {
    return (
      <FailureNotice action={{ label: words('tryAgain'), onPress: () => cloudStore.resume(id) }} className="mt-2.5">
        {faultWords(stage.fault)}
      </FailureNotice>
    );
  }
  if (stage.status === 'job') {
    return (
      <>
        <JobDetails item={item} job={stage.job} />
        {size === null || stage.job.file_size === null ? undefined : (
          <GrowthNote
            before={size}
            after={stage.job.file_size}
            from={item.format}
            to={item.target ?? undefined}
            familyOf={familyOf}
          />
        )}
        <SharingFault item={item} />
      </>
    );
  }
  const fraction = fractionOf(stage, size);
  return fraction === 'none' ? undefined : <ProgressBar label={t('uploadOf', { name })} fraction={fraction} className="mt-3" />;
}

function SharingFault({ item: { sharingFault: fault } }: { readonly item: CloudItem }): ReactNode {
  const t = useMessages('cloud');
  const faultWords = useFaultWords(t('unreachable'));
  if (!fault) return undefined;
  const reason = fault.details?.['reason'] === 'invitations' ? t('tooManyPeople') : faultWords(fault);
  return (
    <Notice tone="danger" className="mt-2.5">
      {t('notShared', { reason })}
    </Notice>
  );
}

/** Returns the progress; `none` when there is none to show, undefined when it cannot be measured. */
function fractionOf(stage: Stage, size: number | null): number | undefined | 'none' {
  if (stage.status === 'fetching' || stage.status === 'ordering') return undefined;
  if (stage.status !== 'uploading' && stage.status !== 'paused') return 'none';
  return size ? stage.sent / size : 'none';
}

/** Asks for the file of an upload that was interrupted by a reload. */
function FileAgain({ item: { id, name } }: { readonly item: CloudItem }): ReactNode {
  const t = useMessages('cloud');
  const input = useRef<HTMLInputElement>(null);
  const [isOther, setOther] = useState(false);
  return (
    <>
      <Button onClick={() => input.current?.click()}>{t('chooseThis')}</Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('chooseThis')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) setOther(!cloudStore.provide(id, file));
          target.value = '';
        }}
      />
      <output className="text-danger text-sm">{isOther ? t('otherFile', { name }) : undefined}</output>
    </>
  );
}
