import { pageData } from '../document/page-data.server.ts';
import { AccountScreen } from '../features/account/account-screen.tsx';
import { CreditsWidget } from '../features/credits/credits-widget.tsx';
import type { Route } from './+types/account';

export { pageMeta as meta } from '../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  return pageData(url, 'account', ['accountForms', 'problems', 'credits']);
}

export default function AccountPage() {
  return <AccountScreen credits={(balance) => <CreditsWidget balance={balance} statementLink />} />;
}
