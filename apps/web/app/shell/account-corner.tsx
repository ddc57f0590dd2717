import { useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { CircleUser } from '@bakkum/ui/icons';
import { lazy, Suspense, useEffect } from 'react';
import { sessionHint } from '../document/session-hint.ts';
import { useStore } from '../state/use-store.ts';
import { PageLink } from './page-link.tsx';

/** Loaded, with a request to the server, only if there may be a session. */
const UserMenu = lazy(async () => ({ default: (await import('../features/account/user-menu.tsx')).UserMenu }));

/** The end of the navigation bar: the user menu, or a link to sign in. */
export function AccountCorner() {
  const likely = useStore(sessionHint);
  useEffect(() => {
    delete document.documentElement.dataset['member'];
  }, []);
  if (!likely) return <SignInLink />;
  return (
    <Suspense fallback={<span className="size-11" />}>
      <UserMenu />
    </Suspense>
  );
}

function SignInLink() {
  const t = useMessages('shell');
  return (
    <PageLink
      path={pathOf('sign-in')}
      title={t('signIn')}
      className="flex min-h-11 min-w-11 items-center justify-center whitespace-nowrap rounded-md border-line px-2.5 font-semibold text-ink-soft text-sm no-underline transition-colors hover:bg-sunken hover:text-ink sm:ml-1 sm:min-h-10 sm:border sm:px-3.5 sm:text-ink [[data-member]_&]:invisible"
    >
      <CircleUser aria-hidden size={20} strokeWidth={1.75} className="sm:hidden" />
      <span className="max-sm:sr-only">{t('signIn')}</span>
    </PageLink>
  );
}
