import type { Locale } from '@bakkum/i18n/locale';
import { formatBytes, formatDuration, formatPlaytime } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import type { ReactNode } from 'react';
import { RowHeading } from '../../../workbench/row-head.tsx';
import { SizeChange } from '../../../workbench/size-change.tsx';
import type { ConversionCore } from '../conversion-core.ts';
import type { Facts } from '../file-facts/facts.ts';
import { useFormatName } from '../target/use-format-name.ts';
import { type FileItem, isExtraction } from './conversion-state.ts';

/** Durations below this are shown in tenths of seconds. */
const SHORT_MS = 9_950;

type FileHeadingProps = {
  readonly item: FileItem;
  readonly core: ConversionCore;
  /** Only what the file is; its target and its result are shown elsewhere. */
  readonly isSource?: boolean;
};

/** The name, the format and the state of a file. */
export function FileHeading({ item, core, isSource = false }: FileHeadingProps): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const nameOf = useFormatName(core);
  const isChoosable = item.state.status === 'pending';
  return (
    <RowHeading
      name={item.name}
      from={item.format?.name}
      to={item.format && item.target && !isSource ? nameOf(item.target) : undefined}
      isChoosable={isChoosable}
    >
      {item.state.status === 'completed' && !isSource && !isExtraction(item) ? (
        <SizeChange before={item.size} after={item.state.size}>
          <span className="max-sm:hidden">{t('doneIn', { elapsed: formatDuration(locale, item.state.elapsedMs) })}</span>
        </SizeChange>
      ) : (
        <span>{formatBytes(locale, item.size)}</span>
      )}
      <span
        className={classNames(
          'flex-wrap gap-x-2 gap-y-0.5 whitespace-nowrap',
          isChoosable || isSource ? 'flex' : 'hidden sm:flex',
        )}
      >
        <FactsText facts={item.facts} />
      </span>
    </RowHeading>
  );
}

function FactsText({ facts }: { readonly facts: Facts | undefined }): ReactNode {
  const locale = useLocale();
  const t = useMessages('conversion');
  if (!facts) return undefined;
  const { width, height, durationMs, frameRate, codecs, soundTracks = 0, subtitles = 0 } = facts;
  const parts = [
    ...(durationMs === undefined ? [] : [lengthText(locale, durationMs)]),
    ...(width && height ? [`${width} × ${height}`] : soundShape(facts, t)),
    ...(frameRate ? [t('frameRate', { rate: frameRate })] : []),
    ...(codecs && codecs.length > 0 ? [codecs.join(', ')] : []),
    ...(soundTracks > 1 ? [t('soundTracks', { count: soundTracks })] : []),
    ...(subtitles > 0 ? [t('subtitleTracks', { count: subtitles })] : []),
  ];
  return parts.map((part) => <span key={part}>{part}</span>);
}

/** Uses the notation of media players, except for very short recordings. */
function lengthText(locale: Locale, durationMs: number): string {
  return durationMs < SHORT_MS ? formatDuration(locale, durationMs) : formatPlaytime(durationMs);
}

/** `44.1 kHz, Stereo`: only for audio. */
function soundShape({ sampleRate, channels }: Facts, t: ReturnType<typeof useMessages<'conversion'>>): readonly string[] {
  const shape = [
    ...(sampleRate ? [t('sampleRate', { rate: sampleRate / 1000 })] : []),
    ...(channels ? [t.lookup(`channels_${channels}`) ?? t('channels', { count: channels })] : []),
  ];
  return shape.length > 0 ? [shape.join(' ')] : [];
}
