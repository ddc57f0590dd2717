import { siteContext } from '../../document/site-context.ts';
import { LegalPage } from '../../features/articles/legal/legal-page.tsx';
import { termsPage } from '../../features/articles/legal/legal-pages.server.ts';
import type { Route } from './+types/terms';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url, context }: Route.LoaderArgs) {
  return termsPage(url, context.get(siteContext));
}

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  return <LegalPage title={loaderData.title} text={loaderData.text} />;
}
