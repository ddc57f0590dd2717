import { localePath } from '@bakkum/i18n/locale';
import { useLocale } from '@bakkum/i18n/react';
import { ChevronRight } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CONTENT_START } from './skip-link.tsx';

export type PageLinkView = { readonly path: string; readonly text: string };

export type CrumbsView = { readonly label: string; readonly links: readonly PageLinkView[]; readonly here: string };

/** The path to this page, and the target of the skip link after it. */
export function Breadcrumb({ label, links, here }: CrumbsView): ReactNode {
  const locale = useLocale();
  return (
    <>
      <nav aria-label={label}>
        <ol className="flex flex-wrap items-center gap-x-1 text-ink-soft text-sm">
          {links.map(({ path, text }) => (
            <li key={path} className="flex items-center gap-1">
              <Link
                to={localePath(locale, path)}
                className="inline-flex min-h-9 items-center text-ink-soft no-underline hover:text-ink hover:underline"
              >
                {text}
              </Link>
              <ChevronRight aria-hidden size={14} className="text-ink-faint" />
            </li>
          ))}
          <li aria-current="page">{here}</li>
        </ol>
      </nav>
      <span id={CONTENT_START} tabIndex={-1} className="outline-none" />
    </>
  );
}
