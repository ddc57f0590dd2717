import { useMessages } from '@bakkum/i18n/react';
import { isBuilt, pathOf } from '@bakkum/site/pages';
import { Button } from '@bakkum/ui/button';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import { FailureNotice } from '../../session/failure-notice.tsx';
import { SignedInOnly, Waiting } from '../../session/signed-in-only.tsx';
import { Breadcrumb } from '../../shell/breadcrumb.tsx';
import { PageLink } from '../../shell/page-link.tsx';
import { MAX_KEYS } from './key-checks.ts';
import { KeyRow } from './key-row.tsx';
import { type Made, MadeKey } from './made-key.tsx';
import { NewKeyForm } from './new-key-form.tsx';
import { useApiKeys } from './use-api-keys.ts';

/** Creates, lists and revokes API keys. */
export function ApiKeysScreen(): ReactNode {
  const t = useMessages('apiKeys');
  return (
    <div className="work-width pt-6 pb-24">
      <Breadcrumb label={t('breadcrumb')} links={[{ path: pathOf('account'), text: t('account') }]} here={t('heading')} />
      <h1 className="mt-4 font-bold text-2xl">{t('heading')}</h1>
      <p className="mt-2 max-w-read text-ink-soft">{t('lead')}</p>
      {isBuilt('api-docs') ? (
        <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
          <PageLink path={pathOf('api-docs')} className={textLinkClass()}>
            {t('documentation')}
          </PageLink>
          <PageLink path={pathOf('webhooks')} className={textLinkClass()}>
            {t('webhooks')}
          </PageLink>
        </p>
      ) : undefined}
      <div className="mt-8">
        <SignedInOnly>{() => <Keys />}</SignedInOnly>
      </div>
    </div>
  );
}

function Keys(): ReactNode {
  const t = useMessages('apiKeys');
  const { keys, readAt, failure, load, add, remove } = useApiKeys();
  const [made, setMade] = useState<Made>();
  const [revoked, setRevoked] = useState<string>();
  if (!keys) {
    return failure ? (
      <div className="grid max-w-read justify-items-start gap-4">
        <FailureNotice failure={failure} />
        <Button onClick={() => void load()}>{t('tryAgain')}</Button>
      </div>
    ) : (
      <Waiting />
    );
  }
  const onMade = (next: Made): void => {
    setMade(next);
    setRevoked(undefined);
    add(next.key);
  };
  const onRevoked = (id: string, name: string): void => {
    setRevoked(name);
    if (made?.key.id === id) setMade(undefined);
    remove(id);
  };
  return (
    <div className="grid gap-10 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] lg:gap-14">
      <section aria-labelledby="make-key">
        <h2 id="make-key" className="mb-4 font-semibold text-lg">
          {t('makeHeading')}
        </h2>
        {keys.length < MAX_KEYS ? <NewKeyForm onMade={onMade} /> : <Notice tone="info">{t('full')}</Notice>}
      </section>
      <section aria-labelledby="your-keys" className="min-w-0">
        {made ? <MadeKey key={made.key.id} made={made} onDone={() => setMade(undefined)} /> : undefined}
        <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="your-keys" className="font-semibold text-lg">
            {t('listHeading')}
          </h2>
          <p className="text-ink-faint text-sm tabular">{t('listCount', { count: keys.length, most: MAX_KEYS })}</p>
        </div>
        <output className="block text-ink-soft text-sm not-empty:mb-4">
          {revoked === undefined ? undefined : t('revoked', { name: revoked })}
        </output>
        {keys.length === 0 ? (
          <p className="rounded-lg border border-line border-dashed px-5 py-10 text-center text-ink-soft">{t('empty')}</p>
        ) : (
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {keys.map((key) => (
              <KeyRow key={key.id} apiKey={key} readAt={readAt} onRevoked={() => onRevoked(key.id, key.name)} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
