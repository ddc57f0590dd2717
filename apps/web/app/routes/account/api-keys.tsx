import { pageData } from '../../document/page-data.server.ts';
import { ApiKeysScreen } from '../../features/api-keys/api-keys-screen.tsx';
import type { Route } from './+types/api-keys';
import '../../complete-typeface.css';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  return pageData(url, 'apiKeys', ['accountForms', 'problems']);
}

export default function ApiKeysPage() {
  return <ApiKeysScreen />;
}
