import { splitLocale } from '@bakkum/i18n/locale';
import { liveContext } from '../../document/site-context.ts';
import { HelpCenter } from '../../features/articles/browse/help-center.tsx';
import { resourcePage } from '../../features/articles/browse/pages.server.ts';
import { articleCards, questionsOf } from '../../features/articles/library.server.ts';
import { rated } from '../../features/articles/rate/rated.server.ts';
import type { Route } from './+types/help-center';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url, context }: Route.LoaderArgs) {
  const { locale } = splitLocale(url.pathname);
  const page = resourcePage(url, 'helpTitle', 'helpDescription');
  return {
    ...page,
    questions: questionsOf('help', locale),
    more: questionsOf('faq', locale),
    cards: rated(articleCards(locale), context.get(liveContext)),
  };
}

export default function HelpCenterPage({ loaderData }: Route.ComponentProps) {
  return <HelpCenter {...loaderData} />;
}
