import { pageData } from '../../document/page-data.server.ts';
import { ReceiptScreen } from '../../features/payments/receipt-screen.tsx';
import type { Route } from './+types/receipt';
import '../../complete-typeface.css';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  return pageData(url, 'receipts', ['accountForms', 'problems']);
}

export default function ReceiptPage() {
  return <ReceiptScreen />;
}
