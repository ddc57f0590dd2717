import { splitLocale } from '@bakkum/i18n/locale';
import { data } from 'react-router';
import { pageMessages } from '../document/messages/page-messages.server.ts';
import { siteContext } from '../document/site-context.ts';
import { CONVERTER_MESSAGES } from '../features/conversion/converter-messages.ts';
import { MissingPage } from '../missing/missing-page.tsx';
import { missingPage } from '../missing/missing-view.server.ts';
import { homeSections } from '../pages/home/sections.server.tsx';
import { HomeContent } from '../pages/home-page.tsx';
import { knownPages } from '../pages/known-pages.server.ts';
import type { Route } from './+types/not-found';

export { pageMeta as meta } from '../document/page-meta.ts';

/** An unknown path answers with status 404, suggests similar pages, and shows the content of the home page below. */
export function loader({ url, context }: Route.LoaderArgs) {
  const { locale } = splitLocale(url.pathname);
  const page = missingPage(url, 'page', knownPages(locale));
  const messages = { ...page.messages, ...pageMessages(locale, ['home', ...CONVERTER_MESSAGES]) };
  return data({ ...page, messages, sections: homeSections(locale, context.get(siteContext)) }, { status: 404 });
}

export default function NotFoundPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <MissingPage view={loaderData.notFound} />
      <HomeContent heading="h2" sections={loaderData.sections} />
    </>
  );
}
