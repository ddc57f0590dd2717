import { classNames } from '@bakkum/ui/class-names';
import type { ReactNode } from 'react';
import './article.css';

/** HTML that `renderMarkdown` made of a text of ours. */
export function ArticleBody({ html, className }: { readonly html: string; readonly className?: string }): ReactNode {
  // oxlint-disable-next-line no-danger -- our own texts, rendered on the server
  return <div className={classNames('article-body', className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
