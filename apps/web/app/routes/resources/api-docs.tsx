import { splitLocale } from '@bakkum/i18n/locale';
import { useMessages } from '@bakkum/i18n/react';
import { Braces } from '@bakkum/ui/icons';
import { pageData } from '../../document/page-data.server.ts';
import { liveContext, siteContext } from '../../document/site-context.ts';
import { ApiDocs } from '../../features/api-docs/api-docs.tsx';
import { apiDocsView } from '../../features/api-docs/api-docs-view.server.ts';
import { ArticleCards } from '../../features/articles/browse/article-cards.tsx';
import { ResourceHead } from '../../features/articles/browse/resource-head.tsx';
import { articleCards } from '../../features/articles/library.server.ts';
import { rated } from '../../features/articles/rate/rated.server.ts';
import type { Route } from './+types/api-docs';

export { pageMeta as meta } from '../../document/page-meta.ts';

export async function loader({ url, context }: Route.LoaderArgs) {
  const { locale } = splitLocale(url.pathname);
  const live = context.get(liveContext);
  const cards = rated(articleCards(locale), live).filter(({ subject }) => subject === 'development');
  const view = apiDocsView(await live.apiDocument(), context.get(siteContext).origin, locale);
  return { ...pageData(url, 'apiDocs', ['articles']), view, cards };
}

export default function ApiDocsPage({ loaderData: { view, cards } }: Route.ComponentProps) {
  const t = useMessages('apiDocs');
  return (
    <div className="work-width pt-6 pb-20">
      <ResourceHead title={t('title')} lead={t('lead')} icon={Braces} />
      <ApiDocs view={view} />
      {cards.length > 0 ? (
        <section aria-labelledby="more" className="mt-16 border-line border-t pt-10">
          <h2 id="more" className="mb-5 font-bold text-xl">
            {t('more')}
          </h2>
          <ArticleCards cards={cards} />
        </section>
      ) : undefined}
    </div>
  );
}
