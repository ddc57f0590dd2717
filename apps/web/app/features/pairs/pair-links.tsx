import { localePath } from '@bakkum/i18n/locale';
import { useLocale } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FormatBadges } from './format-badges.tsx';
import type { PairLinkView } from './view.ts';

/** Links to pairs, as badges. */
export function PairLinks({ links }: { readonly links: readonly PairLinkView[] }): ReactNode {
  const locale = useLocale();
  return (
    <ul className="flex flex-wrap gap-2">
      {links.map(({ path, from, to }) => (
        <li key={path}>
          <Link
            to={localePath(locale, path)}
            className="flex min-h-11 items-center rounded-md border border-line bg-surface px-3 no-underline transition-colors hover:border-line-strong"
          >
            <FormatBadges from={from} to={to} size="sm" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
