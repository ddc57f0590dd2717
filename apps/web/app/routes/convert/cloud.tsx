import { pageData } from '../../document/page-data.server.ts';
import { CloudScreen } from '../../features/cloud/cloud-screen.tsx';
import type { Route } from './+types/cloud';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  return pageData(url, 'cloud', ['errors', 'warnings', 'conversion']);
}

export default function CloudPage() {
  return <CloudScreen />;
}
