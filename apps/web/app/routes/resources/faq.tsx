import { splitLocale } from '@bakkum/i18n/locale';
import { staticCopy } from '@bakkum/site/static-copy';
import { structuredQuestions } from '../../document/structured-data.server.ts';
import { FaqPage } from '../../features/articles/browse/faq-page.tsx';
import { resourcePage } from '../../features/articles/browse/pages.server.ts';
import { questionsOf } from '../../features/articles/library.server.ts';
import type { Route } from './+types/faq';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  const questions = questionsOf('faq', splitLocale(url.pathname).locale);
  return {
    ...resourcePage(url, 'faqTitle', staticCopy ? 'faqDescriptionCopy' : 'faqDescription'),
    questions,
    structured: [structuredQuestions(questions.map(({ question, plain }) => ({ question, answer: plain })))],
  };
}

export default function FaqRoute({ loaderData }: Route.ComponentProps) {
  return <FaqPage questions={loaderData.questions} />;
}
