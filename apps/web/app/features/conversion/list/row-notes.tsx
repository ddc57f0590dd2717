import type { Way, WayKind } from '@bakkum/conversion/ways';
import type { Format } from '@bakkum/formats/format';
import type { Locale } from '@bakkum/i18n/locale';
import { formatList } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';
import { RowNote } from '../../../workbench/row-head.tsx';
import { useFormatName } from '../target/use-format-name.ts';
import { currentRoute } from '../target/way-choice.tsx';
import { isExtraction } from './conversion-state.ts';
import { DownloadNote } from './download-note.tsx';
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
      {reason && item.target ? (
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
      {!lesser && way && target ? <OnTheWay way={way} target={target} core={core} /> : undefined}
      {!lesser && notHere.length > 0 ? <RowNote>{t('notHere', { formats: namesOf(locale, notHere) })}</RowNote> : undefined}
      {target === undefined ? undefined : (
        <DownloadNote key={target} from={format} to={target} bytes={bytesToFetch} core={core} store={store} />
      )}
      <ScanNote item={item} core={core} store={store} />
    </>
  );
}

type OnTheWayProps = { readonly way: Way; readonly target: string; readonly core: NotesProps['core'] };

/** The fidelity of the route if it is not complete, and the formats in between. */
function OnTheWay({ way, target, core }: OnTheWayProps): ReactNode {
  const t = useMessages('conversion');
  const kept = isSaidByTarget(way.kind, target, core) ? undefined : t.lookup(`keeps_${way.kind}`);
  const between = way.through.map(core.formatName).join(' → ');
  if (!kept && between === '') return undefined;
  return (
    <RowNote>{[...(kept ? [kept] : []), ...(between === '' ? [] : [t('onTheWay', { formats: between })])].join(' ')}</RowNote>
  );
}

/** An image or plain text as a result needs no explanation. */
function isSaidByTarget(kind: WayKind, target: string, core: NotesProps['core']): boolean {
  const family = core.familyOf(target);
  return kind === 'picture' ? family === 'image' || family === 'vector' : kind === 'text' && target === 'txt';
}

const MAX_NAMED_FORMATS = 4;

/** Names the most popular formats. */
function namesOf(locale: Locale, formats: readonly Format[]): string {
  const names = formats.slice(0, MAX_NAMED_FORMATS).map(({ name }) => name);
  return formatList(locale, names);
}
