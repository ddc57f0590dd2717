import { Disclosure } from '@bakkum/ui/disclosure';
import type { ReactNode } from 'react';
import { useHash } from '../../../state/use-hash.ts';
import { ArticleBody } from '../read/article-body.tsx';
import type { QuestionView } from '../view.ts';

/** Collapsible questions; several may be open. A question's anchor opens it. */
export function Questions({ items }: { readonly items: readonly QuestionView[] }): ReactNode {
  const asked = useAskedQuestion();
  return (
    <div className="divide-y divide-line border-line border-y">
      {items.map(({ id, question, html }) => (
        <Disclosure
          key={id}
          id={id}
          open={asked === id || undefined}
          className="scroll-mt-20 py-1.5"
          title={<span className="font-semibold text-ink">{question}</span>}
        >
          <ArticleBody html={html} className="ms-7 pt-1 pb-4 text-ink-soft" />
        </Disclosure>
      ))}
    </div>
  );
}

function useAskedQuestion(): string | undefined {
  return decodeURIComponent(useHash().slice(1)) || undefined;
}
