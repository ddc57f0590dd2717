import type { WebhookView } from '@bakkum/api-contract/conversions/conversions';
import { useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { Button } from '@bakkum/ui/button';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import type { ReactNode } from 'react';
import { askServer } from '../../conversion-api/ask-server.ts';
import { useFaultWords } from '../../conversion-api/use-fault-words.ts';
import { SignedInOnly, Waiting } from '../../session/signed-in-only.tsx';
import { Breadcrumb } from '../../shell/breadcrumb.tsx';
import { PageLink } from '../../shell/page-link.tsx';
import { useServerData } from '../../state/server-data.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { MessageLog } from './message-log.tsx';
import { SecretSection } from './secret-section.tsx';

/** Webhooks of an account: the endpoint, the signing secret and the delivery log. */
export function WebhooksScreen(): ReactNode {
  const t = useMessages('webhooks');
  return (
    <div className="work-width pt-6 pb-24">
      <Breadcrumb label={t('breadcrumb')} links={[{ path: pathOf('account'), text: t('account') }]} here={t('heading')} />
      <h1 className="mt-4 font-bold text-2xl">{t('heading')}</h1>
      <p className="mt-2 max-w-read text-ink-soft">{t('lead')}</p>
      <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
        <PageLink path={`${pathOf('api-docs')}#webhooks`} className={textLinkClass()}>
          {t('documentation')}
        </PageLink>
        <PageLink path={pathOf('api-keys')} className={textLinkClass()}>
          {t('keys')}
        </PageLink>
      </p>
      <div className="mt-8">
        <SignedInOnly>{() => <Webhooks />}</SignedInOnly>
      </div>
    </div>
  );
}

function Webhooks(): ReactNode {
  const t = useMessages('webhooks');
  const faultWords = useFaultWords(t('unreachable'));
  const {
    body: webhook,
    fault,
    read,
    change,
  } = useServerData({ key: ['webhook'], ask: () => askServer<WebhookView>('GET', 'webhooks') });
  const failure = fault ? (
    <div className="grid max-w-read justify-items-start gap-4">
      <Notice tone="danger" className="w-full">
        {faultWords(fault)}
      </Notice>
      <Button onClick={() => void read()}>{t('tryAgain')}</Button>
    </div>
  ) : undefined;
  if (!webhook) return failure ?? <Waiting />;
  return (
    <div className="grid gap-10 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] lg:gap-14">
      <div className="grid content-start gap-10">
        {/* A failure keeps the sections on screen, because a new secret is shown only once. */}
        {failure}
        <EndpointForm webhook={webhook} onChange={(changed) => change(() => changed)} />
        <SecretSection secret={webhook.secret} onMade={() => void read()} />
      </div>
      <MessageLog />
    </div>
  );
}
