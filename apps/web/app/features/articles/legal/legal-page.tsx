import type { ReactNode } from 'react';
import { ArticleBody } from '../read/article-body.tsx';

type LegalPageProps = { readonly title: string; readonly text: { readonly html: string }; readonly children?: ReactNode };

/** A legal page (privacy, terms): a title and a text. */
export function LegalPage({ title, text, children }: LegalPageProps): ReactNode {
  return (
    <div className="work-width pt-8 pb-20 sm:pt-12">
      <h1 className="font-bold text-2xl">{title}</h1>
      <ArticleBody html={text.html} className="mt-6" />
      {children}
    </div>
  );
}
