import { pageData } from '../../document/page-data.server.ts';
import { SharedImageScreen } from '../../features/studio/share/shared-image-screen.tsx';
import type { Route } from './+types/shared-image';
import '../../complete-typeface.css';

export { pageMeta as meta } from '../../document/page-meta.ts';

/** The same for every link; the page loads the image itself. */
export function loader({ url }: Route.LoaderArgs) {
  // Without a path, search engines learn about neither the page nor its translations.
  const { path: _path, ...page } = pageData(url, 'imageShare');
  return page;
}

export default function SharedImagePage({ params }: Route.ComponentProps) {
  return <SharedImageScreen key={params.share} shareId={params.share} />;
}
