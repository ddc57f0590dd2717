import { useMessages } from '@bakkum/i18n/react';
import { data } from 'react-router';
import { pageData } from '../../document/page-data.server.ts';
import { siteContext } from '../../document/site-context.ts';
import { useSite } from '../../document/use-site.ts';
import { Mailbox } from '../../features/mailbox/mailbox.tsx';
import type { Route } from './+types/mailbox';
import '../../complete-typeface.css';

export { pageMeta as meta } from '../../document/page-meta.ts';

/** Exists in demo mode only. */
export function loader({ url, context }: Route.LoaderArgs) {
  const page = pageData(url, 'mailbox', ['accountForms', 'problems']);
  return data(page, { status: context.get(siteContext).demo ? 200 : 404 });
}

export default function MailboxPage() {
  const t = useMessages('mailbox');
  const { demo, origin } = useSite();
  return (
    <div className="work-width pt-8 pb-24 sm:pt-14">
      <div className="mx-auto max-w-read">
        <h1 className="font-bold text-2xl">{t(demo ? 'heading' : 'closedHeading')}</h1>
        <p className="mt-2 mb-8 text-ink-soft">{t(demo ? 'lead' : 'closed')}</p>
        {demo ? <Mailbox origin={origin} /> : undefined}
      </div>
    </div>
  );
}
