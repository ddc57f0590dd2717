import { classNames } from '@bakkum/ui/class-names';
import type { ReactNode } from 'react';
import './article.css';

/** Renders HTML that `renderMarkdown` produced. */
export function ArticleBody({ html, className }: { readonly html: string; readonly className?: string }): ReactNode {
  // oxlint-disable-next-line no-danger -- trusted content, rendered on the server
  return <div className={classNames('article-body', className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
