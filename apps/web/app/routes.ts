import { LOCALES, localePath } from '@bakkum/i18n/locale';
import { BUILT_PAGES, type PageId } from '@bakkum/site/pages';
import { type RouteConfig, route } from '@react-router/dev/routes';

/** Pages with a separate module. Pages of pairs share one. */
type OwnPage = Exclude<PageId, `${string}-to-${string}`>;

/** The folder of each page's module, routes/<folder>/<page id>.tsx. */
const FOLDERS: Readonly<Record<OwnPage, string>> = {
  home: 'convert',
  converter: 'convert',
  quick: 'convert',
  batch: 'convert',
  cloud: 'convert',
  formats: 'convert',
  offline: 'convert',
  generator: 'studio',
  'sign-in': 'account',
  'forgot-password': 'account',
  'reset-password': 'account',
  'verify-email': 'account',
  'change-email': 'account',
  account: 'account',
  credits: 'account',
  receipt: 'account',
  'api-keys': 'account',
  webhooks: 'account',
  mailbox: 'account',
  subscription: 'pricing',
  payment: 'pricing',
  resources: 'resources',
  'conversion-tips': 'resources',
  'file-types-guide': 'resources',
  tutorials: 'resources',
  'help-center': 'resources',
  faq: 'resources',
  'api-docs': 'resources',
  'how-it-works': 'about',
  status: 'about',
  contact: 'about',
  licenses: 'about',
  privacy: 'about',
  terms: 'about',
  refunds: 'about',
};

const isOwnPage = (id: PageId): id is OwnPage => id in FOLDERS;

/** All built pages in all languages. */
export default [
  ...LOCALES.flatMap((locale) =>
    BUILT_PAGES.flatMap(({ id, path }) =>
      isOwnPage(id) ? [route(localePath(locale, path), `routes/${FOLDERS[id]}/${id}.tsx`, { id: `${locale}:${id}` })] : [],
    ),
  ),
  ...LOCALES.flatMap((locale) => [
    route(localePath(locale, '/convert/:pair'), 'routes/convert/pair.tsx', { id: `${locale}:pair` }),
    route(localePath(locale, '/tools/:tool'), 'routes/convert/tool.tsx', { id: `${locale}:tool` }),
    route(localePath(locale, '/articles/:article'), 'routes/resources/article.tsx', { id: `${locale}:article` }),
    route(localePath(locale, '/formats/:format'), 'routes/convert/format.tsx', { id: `${locale}:format` }),
    route(localePath(locale, '/cloud/:share'), 'routes/convert/shared-result.tsx', { id: `${locale}:shared-result` }),
    route(localePath(locale, '/shared-image/:share'), 'routes/studio/shared-image.tsx', { id: `${locale}:shared-image` }),
  ]),
  route('sitemap.xml', 'routes/files/sitemap.ts'),
  route('sitemaps/:part', 'routes/files/sitemap-part.ts'),
  route('og/:locale/:picture', 'routes/files/share-picture.ts'),
  route('robots.txt', 'routes/files/robots.ts'),
  route('llms.txt', 'routes/files/llms.ts'),
  route('site.webmanifest', 'routes/files/web-manifest.ts'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
