import { numberFormat } from '@bakkum/i18n/intl';
import { formatDateTime } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { useState } from 'react';
import { call, type Failure } from '../../session/api.ts';
import { FailureNotice } from '../../session/failure-notice.tsx';
import { Waiting } from '../../session/signed-in-only.tsx';
import { useServerData } from '../../state/server-data.ts';
import { entryWords, type StatementEntry } from './entry-words.ts';

/** All entries behind the balance, page by page. */
export function Statement() {
  const t = useMessages('credits');
  const { entries, next, busy, failure, load } = useStatement();
  if (!entries) return failure ? <FailureNotice failure={failure} /> : <Waiting />;
  if (entries.length === 0) return <p className="text-ink-soft">{t('empty')}</p>;
  return (
    <>
      <EntryTable entries={entries} />
      <FailureNotice failure={failure} className="mt-4" />
      {next === undefined ? undefined : (
        <Button className="mt-6" disabled={busy} onClick={() => void load(next)}>
          {t(busy ? 'loadingOlder' : 'older')}
        </Button>
      )}
    </>
  );
}

function useStatement() {
  const { body, fault, change } = useServerData({ key: ['statement'], ask: () => call('GET /api/credits/statement') });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const load = async (before: number): Promise<void> => {
    setBusy(true);
    const answer = await call('GET /api/credits/statement', undefined, { query: { before } });
    setBusy(false);
    setFailure(answer.ok ? undefined : answer.failure);
    if (answer.ok) change(({ entries }) => ({ ...answer.body, entries: [...entries, ...answer.body.entries] }));
  };
  return { entries: body?.entries, next: body?.next, busy, failure: failure ?? fault, load };
}

/** On phones each row is a card: description, time, amounts. */
function EntryTable({ entries }: { readonly entries: readonly StatementEntry[] }) {
  const t = useMessages('credits');
  return (
    <table aria-label={t('statementHeading')} className="w-full text-left">
      <thead className="max-sm:sr-only">
        <tr className="text-ink-faint text-sm">
          <th className="py-2 pr-6 font-medium">{t('columnWhen')}</th>
          <th className="py-2 pr-6 font-medium">{t('columnWhat')}</th>
          <th className="py-2 pr-6 text-right font-medium">{t('columnChange')}</th>
          <th className="py-2 text-right font-medium">{t('columnBalance')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function EntryRow({ entry }: { readonly entry: StatementEntry }) {
  const t = useMessages('credits');
  const shell = useMessages('shell');
  const locale = useLocale();
  const at = new Date(entry.at);
  const when = formatDateTime(locale, at);
  const change = numberFormat(locale, { signDisplay: 'exceptZero' }).format(entry.change);
  const balance = numberFormat(locale).format(entry.balance);
  return (
    <tr className="border-line border-t max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 max-sm:py-3.5">
      <td className="whitespace-nowrap text-ink-soft text-sm tabular max-sm:order-3 sm:py-3.5 sm:pr-6">
        <time dateTime={entry.at}>{when}</time>
      </td>
      <td className="max-sm:order-1 sm:w-full sm:py-3.5 sm:pr-6">
        {entryWords({ t, shell }, entry)}
        {entry.note ? <span className="block text-ink-soft text-sm">{entry.note}</span> : undefined}
      </td>
      <td
        className={classNames(
          'text-right font-semibold tabular max-sm:order-2 sm:py-3.5 sm:pr-6',
          entry.change > 0 && 'text-success',
          entry.change === 0 && 'text-ink-faint',
        )}
      >
        {change}
      </td>
      <td className="text-right text-ink-soft tabular max-sm:order-4 max-sm:text-sm sm:py-3.5">
        <span className="sr-only sm:hidden">{t('columnBalance')} </span>
        {balance}
      </td>
    </tr>
  );
}
