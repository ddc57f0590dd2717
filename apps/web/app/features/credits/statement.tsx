import type { StatementRowView } from '@bakkum/api-contract/billing/credits';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button, buttonClass } from '@bakkum/ui/button';
import { Download } from '@bakkum/ui/icons';
import { useState } from 'react';
import { call, type Failure } from '../../session/api.ts';
import { FailureNotice } from '../../session/failure-notice.tsx';
import { Waiting } from '../../session/signed-in-only.tsx';
import { useServerData } from '../../state/server-data.ts';
import { StatementRow } from './statement-row.tsx';

/** One row per order, grant, expiry and refund, page by page. */
export function Statement() {
  const t = useMessages('credits');
  const locale = useLocale();
  const { rows, next, busy, failure, load } = useStatement();
  return (
    <section aria-labelledby="statement">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="statement" className="font-bold text-xl">
          {t('statementHeading')}
        </h2>
        {rows?.length ? (
          <a href={`/api/credits/statement.csv?locale=${locale}`} download className={buttonClass({ size: 'sm' })}>
            <Download aria-hidden size={16} />
            {t('statementFile')}
          </a>
        ) : undefined}
      </div>
      {rows ? <Rows rows={rows} /> : failure ? undefined : <Waiting />}
      <FailureNotice failure={failure} className="mt-4" />
      {next === undefined ? undefined : (
        <Button className="mt-6" disabled={busy} onClick={() => void load(next)}>
          {t(busy ? 'loadingOlder' : 'older')}
        </Button>
      )}
    </section>
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
    if (answer.ok) change(({ rows }) => ({ ...answer.body, rows: [...rows, ...answer.body.rows] }));
  };
  return { rows: body?.rows, next: body?.next, busy, failure: failure ?? fault, load };
}

/** On phones each row is a card. */
function Rows({ rows }: { readonly rows: readonly StatementRowView[] }) {
  const t = useMessages('credits');
  if (rows.length === 0) return <p className="text-ink-soft">{t('empty')}</p>;
  return (
    <table aria-labelledby="statement" className="w-full text-left">
      <thead className="max-sm:sr-only">
        <tr className="text-ink-faint text-sm">
          <th scope="col" className="py-2 pr-6 font-medium">
            {t('columnWhat')}
          </th>
          <th scope="col" className="py-2 pr-6 font-medium">
            {t('columnWhen')}
          </th>
          <th scope="col" className="py-2 pr-6 text-right font-medium">
            {t('columnChange')}
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            {t('columnBalance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <StatementRow key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}
