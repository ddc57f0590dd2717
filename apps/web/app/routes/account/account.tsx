import { useMessages } from '@bakkum/i18n/react';
import { pageData } from '../../document/page-data.server.ts';
import { AccountScreen } from '../../features/account/settings/account-screen.tsx';
import { CreditsWidget } from '../../features/credits/credits-widget.tsx';
import { PaymentsSection } from '../../features/payments/payments-section.tsx';
import type { Route } from './+types/account';
import '../../complete-typeface.css';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  const shared = ['accountForms', 'problems', 'credits', 'receipts', 'renewal'] as const;
  return pageData(url, 'account', [...shared, 'signInMethods', 'singleSignOn', 'singleSignOnProblems']);
}

export default function AccountPage() {
  const t = useMessages('receipts');
  return (
    <AccountScreen
      credits={<CreditsWidget statementLink />}
      payments={{
        heading: t('sectionHeading'),
        body: t('sectionBody'),
        show: (balance) => <PaymentsSection balance={balance} />,
      }}
    />
  );
}
