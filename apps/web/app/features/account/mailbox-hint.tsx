import { useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import { useSite } from '../../document/use-site.ts';
import { PageLink } from '../../shell/page-link.tsx';

/** In demo mode: links to the page that shows emails instead of sending them. */
export function MailboxHint() {
  const t = useMessages('accountForms');
  const { demo } = useSite();
  if (!demo) return undefined;
  return (
    <Notice tone="info" className="mt-6">
      <p>{t('mailboxNote')}</p>
      <PageLink path={pathOf('mailbox')} className={textLinkClass('mt-1 inline-block')}>
        {t('openMailbox')}
      </PageLink>
    </Notice>
  );
}
