import type { ApiKeyView } from '@bakkum/api-contract/api-keys';
import { formatDate, formatDateTime } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Badge } from '@bakkum/ui/badge';
import { Button } from '@bakkum/ui/button';
import { type ReactNode, useState } from 'react';
import { takeFocus } from '../../forms/take-focus.ts';
import { call, type Failure } from '../../session/api.ts';
import { FailureNotice } from '../../session/failure-notice.tsx';
import { isOver } from './key-checks.ts';

type KeyRowProps = {
  readonly apiKey: ApiKeyView;
  /** When the keys were read, to find the expired ones. */
  readonly readAt: Date;
  readonly onRevoked: () => void;
};

/** An API key: its purpose, scopes, last use and a button to revoke it. */
export function KeyRow({ apiKey, readAt, onRevoked }: KeyRowProps): ReactNode {
  const t = useMessages('apiKeys');
  const [asking, setAsking] = useState(false);
  const { name, prefix, scopes, expiresAt } = apiKey;
  return (
    <li className="px-4 py-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 grow basis-56">
          <p className="break-words font-medium">{name}</p>
          <code className="break-all font-mono text-ink-soft text-sm">{`${prefix}…`}</code>
          <p className="mt-2 flex flex-wrap gap-1.5">
            {scopes.map((scope) => (
              <Badge key={scope}>{t(`scope-${scope}`)}</Badge>
            ))}
            {isOver(expiresAt, readAt) ? <Badge tone="warning">{t('over')}</Badge> : undefined}
          </p>
          <Dates apiKey={apiKey} readAt={readAt} />
        </div>
        {asking ? undefined : (
          <Button size="sm" variant="danger" aria-label={t('revokeNamed', { name })} onClick={() => setAsking(true)}>
            {t('revoke')}
          </Button>
        )}
      </div>
      {asking ? <RevokeQuestion apiKey={apiKey} onCancel={() => setAsking(false)} onRevoked={onRevoked} /> : undefined}
    </li>
  );
}

function Dates({ apiKey: { madeAt, usedAt, expiresAt }, readAt }: Omit<KeyRowProps, 'onRevoked'>): ReactNode {
  const t = useMessages('apiKeys');
  const locale = useLocale();
  const day = (moment: string): string => formatDate(locale, new Date(moment));
  const minute = (moment: string): string => formatDateTime(locale, new Date(moment));
  const parts = [
    t('madeOn', { date: day(madeAt) }),
    usedAt === null ? t('neverUsed') : t('usedAt', { date: minute(usedAt) }),
    ...(expiresAt === null || isOver(expiresAt, readAt) ? [] : [t('endsOn', { date: day(expiresAt) })]),
  ];
  return <p className="mt-2 text-ink-soft text-sm tabular">{parts.join(' · ')}</p>;
}

function RevokeQuestion({
  apiKey: { id, name },
  onCancel,
  onRevoked,
}: Omit<KeyRowProps, 'readAt'> & { readonly onCancel: () => void }): ReactNode {
  const t = useMessages('apiKeys');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const send = async (): Promise<void> => {
    setBusy(true);
    const answer = await call('DELETE /api/account/api-keys/{id}', undefined, { id });
    setBusy(false);
    // A key that no longer exists counts as revoked.
    if (answer.ok || answer.failure.code === 'not-found') onRevoked();
    else setFailure(answer.failure);
  };
  return (
    <div className="mt-4 grid gap-3 rounded-md border border-danger p-4">
      <p ref={takeFocus} tabIndex={-1} className="break-words text-sm outline-none">
        {t('revokeAsk', { name })}
      </p>
      <FailureNotice failure={failure} />
      <div className="flex flex-wrap gap-3">
        <Button size="sm" variant="danger" disabled={busy} onClick={() => void send()}>
          {t(busy ? 'revoking' : 'revokeNow')}
        </Button>
        <Button size="sm" variant="quiet" onClick={onCancel}>
          {t('keep')}
        </Button>
      </div>
    </div>
  );
}
