import { pageData } from '../../document/page-data.server.ts';
import { SharedResultScreen } from '../../features/cloud/share/shared-result-screen.tsx';
import type { Route } from './+types/shared-result';
import '../../complete-typeface.css';

export { pageMeta as meta } from '../../document/page-meta.ts';

/** The same for every link; the page loads the result itself. */
export function loader({ url }: Route.LoaderArgs) {
  // Without a path, search engines learn about neither the page nor its translations.
  const { path: _path, ...page } = pageData(url, 'cloudShare');
  return page;
}

export default function SharedResultPage({ params }: Route.ComponentProps) {
  return <SharedResultScreen key={params.share} shareId={params.share} />;
}
