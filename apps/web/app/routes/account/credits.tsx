import { useMessages } from '@bakkum/i18n/react';
import { pageData } from '../../document/page-data.server.ts';
import { AddCredits } from '../../features/credits/add-credits.tsx';
import { CreditsWidget } from '../../features/credits/credits-widget.tsx';
import { Remainders } from '../../features/credits/remainders.tsx';
import { Statement } from '../../features/credits/statement.tsx';
import { SignedInOnly } from '../../session/signed-in-only.tsx';
import type { Route } from './+types/credits';
import '../../complete-typeface.css';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  return pageData(url, 'credits', ['packs', 'accountForms', 'problems']);
}

export default function CreditsPage() {
  const t = useMessages('credits');
  return (
    <div className="work-width pt-8 pb-24 sm:pt-14">
      <h1 className="font-bold text-2xl">{t('heading')}</h1>
      <p className="mt-2 text-ink-soft">{t('lead')}</p>
      <div className="mt-8">
        <SignedInOnly>
          {() => (
            <div className="grid gap-10">
              <div className="grid items-start gap-5 md:grid-cols-2">
                <CreditsWidget />
                <Remainders />
              </div>
              <AddCredits />
              <Statement />
            </div>
          )}
        </SignedInOnly>
      </div>
    </div>
  );
}
