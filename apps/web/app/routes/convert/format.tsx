import { localePath, splitLocale } from '@bakkum/i18n/locale';
import { formatOfSlug, slugOf } from '@bakkum/registry/offered-pairs';
import { data, redirect } from 'react-router';
import { preloadedFonts } from '../../document/preloaded-fonts.server.ts';
import { siteContext } from '../../document/site-context.ts';
import { structuredCrumbs } from '../../document/structured-data.server.ts';
import { FormatDetails } from '../../features/pairs/format-details.tsx';
import { formatPage } from '../../features/pairs/format-view.server.ts';
import { sharePath } from '../../features/pairs/share-picture.server.ts';
import { MissingPage } from '../../missing/missing-page.tsx';
import { missingPage } from '../../missing/missing-view.server.ts';
import { knownFormats } from '../../pages/known-pages.server.ts';
import type { Route } from './+types/format';

export { pageMeta as meta } from '../../document/page-meta.ts';

/** Formats have a page if they have a text and take part in a conversion. */
export function loader({ url, params, context }: Route.LoaderArgs) {
  const { locale, path } = splitLocale(url.pathname);
  const id = formatOfSlug(params.format);
  const page = id === undefined ? undefined : formatPage(id, locale);
  if (id === undefined || !page) {
    return data(missingPage(url, 'format', knownFormats()), { status: 404 });
  }
  const address = `/formats/${id}`;
  // oxlint-disable-next-line only-throw-error -- how a loader of React Router answers
  if (path !== address) throw redirect(localePath(locale, address), 301);
  const site = context.get(siteContext);
  const here = new URL(localePath(locale, address), site.origin).href;
  const structured = [structuredCrumbs(page.view.crumbs, here, site, locale)];
  return {
    ...page,
    path: address,
    image: sharePath(slugOf(id), locale),
    fonts: preloadedFonts(locale),
    structured,
  };
}

export default function FormatPage({ loaderData }: Route.ComponentProps) {
  if ('notFound' in loaderData) return <MissingPage view={loaderData.notFound} />;
  return <FormatDetails view={loaderData.view} />;
}
