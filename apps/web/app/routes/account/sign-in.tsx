import { ownPath } from '@bakkum/api-contract/own-path';
import { localePath } from '@bakkum/i18n/locale';
import { useLocale } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { Navigate, useSearchParams } from 'react-router';
import { accountFacts } from '../../document/account-facts.server.ts';
import { pageData } from '../../document/page-data.server.ts';
import { siteContext } from '../../document/site-context.ts';
import { SignInScreen } from '../../features/account/sign-in/sign-in-screen.tsx';
import { planFacts } from '../../features/payments/plan-facts.server.ts';
import { useSession } from '../../session/session.ts';
import type { Route } from './+types/sign-in';
import '../../complete-typeface.css';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url, context }: Route.LoaderArgs) {
  const { sold } = planFacts(context.get(siteContext));
  // Both paid plans include the monthly plan's limits; larger images and batches come with the annual plan.
  const premium = sold.find(({ product }) => product === 'monthly');
  if (!premium) throw new Error('the monthly plan is not sold');
  return {
    ...pageData(url, 'signIn', ['accountForms', 'problems', 'singleSignOn', 'singleSignOnProblems']),
    facts: { ...accountFacts(), premium },
  };
}

export default function SignInPage({ loaderData }: Route.ComponentProps) {
  const { status } = useSession({ onlyIfLikely: true });
  const [search] = useSearchParams();
  const account = localePath(useLocale(), pathOf('account'));
  const target = ownPath(search.get('next')) ?? account;
  return (
    <>
      <SignInScreen facts={loaderData.facts} />
      {status === 'signed-in' ? <Navigate to={target} replace /> : undefined}
    </>
  );
}
