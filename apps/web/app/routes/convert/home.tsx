import { splitLocale } from '@bakkum/i18n/locale';
import { pageData } from '../../document/page-data.server.ts';
import { siteContext } from '../../document/site-context.ts';
import { structuredSite } from '../../document/structured-data.server.ts';
import { CONVERTER_MESSAGES } from '../../features/conversion/converter-messages.ts';
import { homeSections } from '../../pages/home/sections.server.tsx';
import { HomeContent } from '../../pages/home-page.tsx';
import type { Route } from './+types/home';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url, context }: Route.LoaderArgs) {
  const page = pageData(url, 'home', CONVERTER_MESSAGES);
  const { locale } = splitLocale(url.pathname);
  const site = context.get(siteContext);
  return {
    ...page,
    sections: homeSections(locale, site),
    structured: structuredSite(page.description, site, locale),
  };
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return <HomeContent heading="h1" sections={loaderData.sections} />;
}
