import { localePath } from '@bakkum/i18n/locale';
import { formatDate } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { staticCopy } from '@bakkum/site/static-copy';
import { textLinkClass } from '@bakkum/ui/link';
import type { ReactNode } from 'react';
import { useSite } from '../../../document/use-site.ts';
import { Breadcrumb } from '../../../shell/breadcrumb.tsx';
import { ArticleCards } from '../browse/article-cards.tsx';
import { ArticleCover } from '../browse/article-cover.tsx';
import { SubjectAndTime } from '../browse/subject-and-time.tsx';
import { SHELF_PAGES } from '../paths.ts';
import { RateArticle } from '../rate/rate-article.tsx';
import { Stars } from '../rate/stars.tsx';
import type { ArticleView } from '../view.ts';
import { ArticleBody } from './article-body.tsx';

/** Minimum number of headings for a table of contents. */
const CONTENTS_FROM = 3;

/** An article, with its table of contents beside it on wide screens. */
export function ArticlePage({ article }: { readonly article: ArticleView }): ReactNode {
  const t = useMessages('articles');
  const locale = useLocale();
  const { author, brand } = useSite();
  const links = [
    { path: '/', text: t('home') },
    { path: pathOf('resources'), text: t('resources') },
    { path: pathOf(SHELF_PAGES[article.shelf]), text: t(`${article.shelf}-title`) },
  ];
  return (
    <div className="work-width pt-6 pb-20">
      <Breadcrumb label={t('breadcrumb')} links={links} here={article.title} />
      <div className="mt-6 gap-12 lg:grid lg:grid-cols-[minmax(0,68ch)_14rem]">
        <article>
          <ArticleCover cover={article.cover} className="mb-6 h-40 rounded-lg sm:h-52" />
          <p className="flex flex-wrap gap-x-4 text-ink-faint text-sm">
            <SubjectAndTime article={article} />
            {article.rating ? <Stars rating={article.rating} /> : undefined}
          </p>
          <h1 className="mt-2 break-keep font-bold text-3xl">{article.title}</h1>
          <p className="mt-4 text-ink-soft text-lg">{article.description}</p>
          <p className="mt-3 text-ink-faint text-sm">
            {`${t('by', { author: author ?? brand })} · ${t('checked')} `}
            <time dateTime={article.checked}>{formatDate(locale, new Date(article.checked), 'UTC')}</time>
          </p>
          <ArticleBody html={article.html} className="mt-10" />
          {staticCopy ? undefined : <RateArticle key={article.id} article={article.id} rating={article.rating} />}
        </article>
        {article.headings.length >= CONTENTS_FROM ? <Contents headings={article.headings} /> : undefined}
      </div>
      <section className="mt-16 border-line border-t pt-10" aria-labelledby="related">
        <h2 id="related" className="mb-5 font-bold text-xl">
          {t('related')}
        </h2>
        <ArticleCards cards={article.related} />
        <p className="mt-8">
          <a href={localePath(locale, pathOf('converter'))} className={textLinkClass()}>
            {t('toConverter')}
          </a>
        </p>
      </section>
    </div>
  );
}

function Contents({ headings }: Pick<ArticleView, 'headings'>): ReactNode {
  const t = useMessages('articles');
  return (
    <nav aria-labelledby="contents" className="mt-12 lg:sticky lg:top-20 lg:mt-0 lg:self-start">
      <h2 id="contents" className="font-semibold text-sm">
        {t('contents')}
      </h2>
      <ol className="mt-2 border-line border-s text-sm">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${encodeURIComponent(id)}`}
              className="flex min-h-9 items-center ps-3 text-ink-soft no-underline hover:text-ink hover:underline"
            >
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
