import { useMessages } from '@bakkum/i18n/react';
import { isReachable, pathOf } from '@bakkum/site/pages';
import { buttonClass } from '@bakkum/ui/button';
import { LifeBuoy } from '@bakkum/ui/icons';
import { type ReactNode, useState } from 'react';
import { PageLink } from '../../../shell/page-link.tsx';
import type { ArticleCard, QuestionView, Subject } from '../view.ts';
import { ArticleCards } from './article-cards.tsx';
import { NothingFound } from './nothing-found.tsx';
import { Questions } from './questions.tsx';
import { ResourceHead } from './resource-head.tsx';
import { search } from './search.ts';
import { SearchPanel } from './search-panel.tsx';

type HelpProps = {
  readonly questions: readonly QuestionView[];
  /** Questions of the FAQ page, which only a search shows. */
  readonly more: readonly QuestionView[];
  readonly cards: readonly ArticleCard[];
};

/** Common answers, then all articles. */
export function HelpCenter({ questions, more, cards }: HelpProps): ReactNode {
  const t = useMessages('articles');
  const [query, setQuery] = useState('');
  const [subject, setSubject] = useState<Subject>();
  const asked = query.trim() === '' ? questions : [...questions, ...more];
  const answers = search(asked, { query, subject, textsOf: ({ question, plain }) => [question, plain] });
  const articles = search(cards, { query, subject, textsOf: ({ title, description }) => [title, description] });
  return (
    <div className="work-width pt-6 pb-20">
      <ResourceHead title={t('helpHeading')} lead={t('helpDescription')} icon={LifeBuoy} />
      <SearchPanel query={query} onQuery={setQuery} subject={subject} onSubject={setSubject} />
      {answers.length + articles.length === 0 ? (
        <div className="mt-8">
          <NothingFound />
        </div>
      ) : undefined}
      {answers.length > 0 ? (
        <section className="mt-10">
          <h2 className="mb-4 font-bold text-xl">{t('questions')}</h2>
          <Questions items={answers} />
        </section>
      ) : undefined}
      {articles.length > 0 ? (
        <section className="mt-12">
          <h2 className="mb-5 font-bold text-xl">{t('articles')}</h2>
          <ArticleCards cards={articles} />
        </section>
      ) : undefined}
      <ContactLink />
    </div>
  );
}

/** A link to the contact form, if the site has one. */
export function ContactLink(): ReactNode {
  const t = useMessages('articles');
  if (!isReachable('contact')) return undefined;
  return (
    <section className="mt-14 rounded-lg border border-line bg-surface px-5 py-8 text-center">
      <h2 className="font-bold text-lg">{t('stillHelp')}</h2>
      <p className="mt-1 text-ink-soft">{t('stillHelpBody')}</p>
      <PageLink path={pathOf('contact')} className={buttonClass({ variant: 'primary' }, 'mt-5')}>
        {t('contactSupport')}
      </PageLink>
    </section>
  );
}
