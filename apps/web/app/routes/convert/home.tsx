import { splitLocale } from '@bakkum/i18n/locale';
import { pageData } from '../../document/page-data.server.ts';
import { siteContext } from '../../document/site-context.ts';
import { structuredSite } from '../../document/structured-site.server.ts';
import { CONVERTER_MESSAGES } from '../../features/conversion/converter-messages.ts';
import { HomePage } from '../../pages/home-page.tsx';
import type { Route } from './+types/home';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url, context }: Route.LoaderArgs) {
  const page = pageData(url, 'home', CONVERTER_MESSAGES);
  return {
    ...page,
    structured: structuredSite(page.description, context.get(siteContext), splitLocale(url.pathname).locale),
  };
}

export default HomePage;
