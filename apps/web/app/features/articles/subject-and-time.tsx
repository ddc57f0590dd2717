import { useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';
import type { ArticleCard } from './view.ts';

/** What an article is about and how long it takes to read. */
export function SubjectAndTime({ article }: { readonly article: Pick<ArticleCard, 'subject' | 'minutes'> }): ReactNode {
  const t = useMessages('articles');
  return <span className="tabular">{`${t(`subject-${article.subject}`)} · ${t('minutes', { count: article.minutes })}`}</span>;
}
