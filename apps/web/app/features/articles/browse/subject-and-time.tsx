import { useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';
import type { ArticleCard } from '../view.ts';

/** The subject and the reading time of an article. */
export function SubjectAndTime({ article }: { readonly article: Pick<ArticleCard, 'subject' | 'minutes'> }): ReactNode {
  const t = useMessages('articles');
  return <span className="tabular">{`${t(`subject-${article.subject}`)} · ${t('minutes', { count: article.minutes })}`}</span>;
}
