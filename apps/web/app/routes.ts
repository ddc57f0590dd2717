import { LOCALES, localePath } from '@bakkum/i18n/locale';
import { BUILT_PAGES } from '@bakkum/site/pages';
import { type RouteConfig, route } from '@react-router/dev/routes';

/** All built pages in all languages; the module of a page is routes/<page id>.tsx. */
export default [
  ...LOCALES.flatMap((locale) =>
    BUILT_PAGES.filter(({ pair }) => !pair).map((page) =>
      route(localePath(locale, page.path), `routes/${page.id}.tsx`, { id: `${locale}:${page.id}` }),
    ),
  ),
  ...LOCALES.flatMap((locale) => [
    route(localePath(locale, '/convert/:pair'), 'routes/pair.tsx', { id: `${locale}:pair` }),
    route(localePath(locale, '/articles/:article'), 'routes/article.tsx', { id: `${locale}:article` }),
    route(localePath(locale, '/formats/:format'), 'routes/format.tsx', { id: `${locale}:format` }),
    route(localePath(locale, '/cloud/:share'), 'routes/shared-result.tsx', { id: `${locale}:shared-result` }),
  ]),
  route('sitemap.xml', 'routes/sitemap.ts'),
  route('sitemaps/:part', 'routes/sitemap-part.ts'),
  route('og/:locale/:picture', 'routes/share-picture.ts'),
  route('robots.txt', 'routes/robots.ts'),
  route('llms.txt', 'routes/llms.ts'),
  route('site.webmanifest', 'routes/web-manifest.ts'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
