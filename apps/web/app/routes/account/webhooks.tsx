import { pageData } from '../../document/page-data.server.ts';
import { WebhooksScreen } from '../../features/webhooks/webhooks-screen.tsx';
import type { Route } from './+types/webhooks';
import '../../complete-typeface.css';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  return pageData(url, 'webhooks', ['accountForms']);
}

export default function WebhooksPage() {
  return <WebhooksScreen />;
}
