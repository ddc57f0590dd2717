import { localePath } from '@bakkum/i18n/locale';
import { useLocale } from '@bakkum/i18n/react';
import { linkOf } from '@bakkum/site/pages';
import { staticCopy } from '@bakkum/site/static-copy';
import type { ComponentProps } from 'react';
import { NavLink } from 'react-router';

type PageLinkProps = Omit<ComponentProps<typeof NavLink>, 'to' | 'className' | 'children'> & {
  /** Path in the default language; the link leads to the page in the current language. */
  readonly path: string;
  readonly className?: string;
  readonly children: React.ReactNode;
};

/**
 * An internal link. Tells assistive technology when it leads to the current page. Only its text remains where a static copy has no
 * such page.
 */
export function PageLink({ path, ...rest }: PageLinkProps) {
  const to = localePath(useLocale(), path);
  const link = staticCopy && linkOf(path);
  if (staticCopy && !link) return rest.children;
  return <NavLink to={staticCopy && link?.site ? link.site + to : to} end {...rest} />;
}
