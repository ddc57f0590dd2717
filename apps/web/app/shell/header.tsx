import { useMessages } from '@bakkum/i18n/react';
import { IconButton } from '@bakkum/ui/icon-button';
import { Menu, X } from '@bakkum/ui/icons';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { AccountCorner } from './account-corner.tsx';
import { LanguageSwitcher } from './language-switcher.tsx';
import { LogoMark } from './logo-mark.tsx';
import { MAIN_LINKS } from './navigation.ts';
import { PageLink } from './page-link.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

const LINK_CLASS =
  'flex min-h-11 items-center rounded-md px-3 font-medium text-ink-soft no-underline transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:text-accent';

/** The navigation bar of every page. Below 768 px the links collapse into a menu. */
export function Header({ brand }: { readonly brand: string }) {
  const t = useMessages('shell');
  const { open, toggle, button } = useMenu();
  return (
    <header className="sticky top-0 z-40 border-line border-b bg-paper print:hidden">
      <div className="work-width flex h-16 items-center gap-2">
        <PageLink
          path="/"
          aria-label={t('homeLink', { brand })}
          className="-ml-1 mr-4 flex min-h-11 items-center gap-2.5 rounded-md px-1 font-bold text-ink text-lg no-underline"
        >
          <LogoMark className="size-7 text-accent" />
          {brand}
        </PageLink>
        <nav aria-label={t('mainNavigation')} className="hidden grow md:block">
          <Links className="flex" />
        </nav>
        <div className="ml-auto flex items-center gap-1">
          <LanguageSwitcher />
          <ThemeToggle />
          <AccountCorner />
          <IconButton
            ref={button}
            label={t(open ? 'closeMenu' : 'openMenu')}
            aria-expanded={open}
            aria-controls="menu"
            onClick={toggle}
            className="md:hidden"
          >
            {open ? <X aria-hidden size={22} /> : <Menu aria-hidden size={22} />}
          </IconButton>
        </div>
      </div>
      <nav id="menu" aria-label={t('mainNavigation')} hidden={!open} className="border-line border-t px-2 py-2 md:hidden">
        <Links />
      </nav>
    </header>
  );
}

function Links({ className }: { readonly className?: string }) {
  const t = useMessages('shell');
  return (
    <ul className={className}>
      {MAIN_LINKS.map(({ path, words }) => (
        <li key={path}>
          <PageLink path={path} className={LINK_CLASS}>
            {t(words)}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

/** The phone menu: closes on Escape, which returns the focus to its button, and on navigation. */
function useMenu() {
  const { key } = useLocation();
  const [openOn, setOpenOn] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const open = openOn === key;
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenOn(undefined);
      button.current?.focus();
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [open]);
  return { open, button, toggle: () => setOpenOn(open ? undefined : key) };
}
