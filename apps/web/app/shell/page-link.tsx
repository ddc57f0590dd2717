import { localePath } from '@bakkum/i18n/locale';
import { useLocale } from '@bakkum/i18n/react';
import type { ComponentProps } from 'react';
import { NavLink } from 'react-router';

type PageLinkProps = Omit<ComponentProps<typeof NavLink>, 'to' | 'className' | 'children'> & {
  /** Path in the default language; the link goes to the page in the language of this one. */
  readonly path: string;
  readonly className?: string;
  readonly children: React.ReactNode;
};

/** A link to a page of ours. Says to assistive technology when it is the page one is on. */
export function PageLink({ path, ...rest }: PageLinkProps) {
  return <NavLink to={localePath(useLocale(), path)} end {...rest} />;
}
