import type { Format } from '@bakkum/formats/format';
import type { Locale } from '@bakkum/i18n/locale';
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';
import type { RowProps } from './row-props.ts';

type NotesProps = Pick<RowProps, 'item' | 'core'>;

/** What the person should know before converting. */
export function RowNotes({ item, core }: NotesProps): ReactNode {
  const t = useMessages('conversion');
  const { format, claimed, passedOver, state } = item;
  if (!format || state.status === 'unsupported') return undefined;
  return (
    <>
      {claimed ? <Note>{t('claimed', { claimed, format: format.name })}</Note> : undefined}
      {passedOver ? <Note>{t('passedOver', { format: core.formatName(passedOver) })}</Note> : undefined}
      {core.isProven(format.id) ? undefined : <Note>{t('unproven')}</Note>}
      {state.status === 'pending' ? <Limits item={item} core={core} format={format.id} /> : undefined}
    </>
  );
}

/** What this device does less well than another, or not at all, and what must be loaded first. */
function Limits({ item, core, format }: NotesProps & { readonly format: string }): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const { target, bytesToFetch = 0 } = item;
  const lesser = target === undefined ? undefined : core.lesserHere(format, target);
  const notHere = core.notHere(format);
  return (
    <>
      {lesser ? <Note>{t('lesserHere', { kept: t.lookup(`kept_${lesser}`) ?? '' })}</Note> : undefined}
      {!lesser && notHere.length > 0 ? <Note>{t('notHere', { formats: namesOf(locale, notHere) })}</Note> : undefined}
      {bytesToFetch > 0 ? <Note>{t('firstDownload', { size: formatBytes(locale, bytesToFetch) })}</Note> : undefined}
    </>
  );
}

function Note({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className="mt-1.5 text-ink-soft text-sm sm:pl-13">{children}</p>;
}

const NAMED = 4;

/** The commonest few. */
function namesOf(locale: Locale, formats: readonly Format[]): string {
  const names = formats.slice(0, NAMED).map(({ name }) => name);
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}
