import { siteContext } from '../../document/site-context.ts';
import { LegalPage } from '../../features/articles/legal/legal-page.tsx';
import { refundsPage } from '../../features/articles/legal/legal-pages.server.ts';
import type { Route } from './+types/refunds';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url, context }: Route.LoaderArgs) {
  return refundsPage(url, context.get(siteContext));
}

export default function RefundsPage({ loaderData }: Route.ComponentProps) {
  return <LegalPage title={loaderData.title} text={loaderData.text} />;
}
