import { localePath } from '@bakkum/i18n/locale';
import { useLocale } from '@bakkum/i18n/react';
import type { ComponentProps } from 'react';
import { NavLink } from 'react-router';

type PageLinkProps = Omit<ComponentProps<typeof NavLink>, 'to' | 'className' | 'children'> & {
  /** Path in the default language; the link leads to the page in the current language. */
  readonly path: string;
  readonly className?: string;
  readonly children: React.ReactNode;
};

/** An internal link. Tells assistive technology when it leads to the current page. */
export function PageLink({ path, ...rest }: PageLinkProps) {
  return <NavLink to={localePath(useLocale(), path)} end {...rest} />;
}
