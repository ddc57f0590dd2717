import type { Way } from '@bakkum/conversion/ways';
import type { Format } from '@bakkum/formats/format';
import type { Locale } from '@bakkum/i18n/locale';
import { formatList } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';
import { relevantOptions } from '../../../options/relevant-options.ts';
import { RowNote } from '../../../workbench/row-head.tsx';
import { useFormatName } from '../target/use-format-name.ts';
import { currentRoute } from '../target/way-choice.tsx';
import { type FileItem, isExtraction } from './conversion-state.ts';
import { DownloadNote } from './download-note.tsx';
import { keptBy } from './kept-by.ts';
import type { RowProps } from './row-props.ts';
import { ScanNote } from './scan-note.tsx';

type NotesProps = Pick<RowProps, 'item' | 'core' | 'store'>;

/** Notes to read before converting. */
export function RowNotes({ item, core, store }: NotesProps): ReactNode {
  const t = useMessages('conversion');
  const nameOf = useFormatName(core);
  const { format, claimed, passedOver, state } = item;
  const reason = item.reason && isExtraction(item) ? 'contents' : item.reason;
  if (!format || state.status === 'unsupported') return undefined;
  return (
    <>
      {claimed ? <RowNote>{t('claimed', { claimed, format: format.name })}</RowNote> : undefined}
      {reason && item.target && state.status !== 'completed' ? (
        <RowNote>{t(`reason_${reason}`, { from: format.name, to: nameOf(item.target) })}</RowNote>
      ) : undefined}
      {passedOver ? <RowNote>{t('passedOver', { format: nameOf(passedOver) })}</RowNote> : undefined}
      {core.isProven(format.id) ? undefined : <RowNote>{t('unproven')}</RowNote>}
      {state.status === 'pending' ? <Limits item={item} core={core} store={store} format={format.id} /> : undefined}
    </>
  );
}

/** Notes about limits of this device and about downloads before the first conversion. */
function Limits({ item, core, store, format }: NotesProps & { readonly format: string }): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const { target, bytesToFetch = 0 } = item;
  const lesser = target === undefined ? undefined : core.lesserHere(format, target);
  const notHere = core.notHere(format);
  const way = target === undefined ? undefined : currentRoute(core.ways(format, target), item.way);
  return (
    <>
      {lesser ? <RowNote>{t('lesserHere', { kept: t.lookup(`kept_${lesser}`) ?? '' })}</RowNote> : undefined}
      {!lesser && way && target ? <OnTheWay way={way} source={format} target={target} core={core} /> : undefined}
      {fillsTransparency(item, core) ? <RowNote>{t('fillsTransparency')}</RowNote> : undefined}
      {!lesser && notHere.length > 0 ? <RowNote>{t('notHere', { formats: namesOf(locale, notHere) })}</RowNote> : undefined}
      {target === undefined ? undefined : (
        <DownloadNote key={target} name={item.name} from={format} to={target} bytes={bytesToFetch} core={core} store={store} />
      )}
      <ScanNote item={item} core={core} store={store} />
    </>
  );
}

/** Whether transparent areas of an image get the background color. */
function fillsTransparency({ transparent, format, target, way, options }: FileItem, core: NotesProps['core']): boolean {
  if (!transparent || !format || target === undefined) return false;
  return 'background' in relevantOptions(core.optionsFor(format.id, target, way), options);
}

type OnTheWayProps = {
  readonly way: Way;
  readonly source: string;
  readonly target: string;
  readonly core: NotesProps['core'];
};

/** What the result keeps if it does not keep everything, and the formats in between. */
function OnTheWay({ way, source, target, core }: OnTheWayProps): ReactNode {
  const t = useMessages('conversion');
  const kept = keptBy(way.kind, core.formatOf(source), core.formatOf(target));
  const between = way.through.map(core.formatName).join(' → ');
  if (!kept && between === '') return undefined;
  return (
    <RowNote>
      {[...(kept ? [t(`keeps_${kept}`)] : []), ...(between === '' ? [] : [t('onTheWay', { formats: between })])].join(' ')}
    </RowNote>
  );
}

const MAX_NAMED_FORMATS = 4;

/** Names the most popular formats. */
function namesOf(locale: Locale, formats: readonly Format[]): string {
  const names = formats.slice(0, MAX_NAMED_FORMATS).map(({ name }) => name);
  return formatList(locale, names);
}
