import { useMessages } from '@bakkum/i18n/react';
import { staticCopy } from '@bakkum/site/static-copy';
import { classNames } from '@bakkum/ui/class-names';
import { IconButton } from '@bakkum/ui/icon-button';
import { ChevronDown, Menu, X } from '@bakkum/ui/icons';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useSite } from '../document/use-site.ts';
import { AccountCorner } from './account-corner.tsx';
import { LanguageSwitcher } from './language-switcher.tsx';
import { LogoMark } from './logo-mark.tsx';
import { MAIN_LINKS, type NavigationLink } from './navigation.ts';
import { OfflineChip } from './offline-chip.tsx';
import { PageLink } from './page-link.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

const LINK_CLASS =
  'flex min-h-11 items-center rounded-md font-medium text-ink-soft no-underline transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:text-accent';

const MENU_CLASS = classNames(LINK_CLASS, 'px-3');
const BAR_CLASS = classNames(LINK_CLASS, 'whitespace-nowrap px-2.5 text-sm xl:text-base');
/** Hidden where the bar shows every link. */
const BELOW_WIDE = 'min-[72rem]:hidden';

/** The navigation bar of every page. Below 72rem the menu has the links for which there is no room. */
export function Header({ brand }: { readonly brand: string }) {
  const t = useMessages('shell');
  const { open, toggle, button } = useMenu();
  return (
    <header className="sticky top-0 z-40 border-line border-b bg-paper print:hidden">
      <div className="max-[22rem]:[--page-margin:12px] work-width flex h-16 items-center gap-2">
        <PageLink
          path="/"
          aria-label={t('homeLink', { brand })}
          className="max-[22rem]:mr-0 -ml-1 mr-4 flex min-h-11 items-center gap-2.5 rounded-md px-1 font-bold text-ink text-lg no-underline"
        >
          <LogoMark className="size-7 text-accent" />
          {brand}
        </PageLink>
        <nav aria-label={t('mainNavigation')} className="hidden grow lg:block">
          <Bar />
        </nav>
        <div className="ml-auto flex items-center gap-1">
          <OfflineChip />
          <LanguageSwitcher />
          <ThemeToggle />
          {staticCopy ? undefined : <AccountCorner />}
          <IconButton
            ref={button}
            label={t(open ? 'closeMenu' : 'openMenu')}
            aria-expanded={open}
            aria-controls="menu"
            onClick={toggle}
            className={BELOW_WIDE}
          >
            {open ? <X aria-hidden size={22} /> : <Menu aria-hidden size={22} />}
          </IconButton>
        </div>
      </div>
      <nav
        id="menu"
        aria-label={t('mainNavigation')}
        hidden={!open}
        className={classNames('max-h-[calc(100dvh-4rem)] overflow-y-auto border-line border-t px-2 py-2', BELOW_WIDE)}
      >
        <MenuLinks />
      </nav>
    </header>
  );
}

/** Without image services, the studio is the design studio. */
function useLinkNames(): (words: NavigationLink['words']) => NavigationLink['words'] {
  const { imageServices } = useSite();
  return (words) => (words === 'navGenerator' && !imageServices ? 'navDesign' : words);
}

/** The links of wide screens, and the first ones from 1024 px on. */
function Bar() {
  const t = useMessages('shell');
  const named = useLinkNames();
  return (
    <ul className="flex">
      {MAIN_LINKS.map(({ path, words, first, below }) => (
        <li key={path} className={classNames('flex', !first && 'max-[72rem]:hidden')}>
          <PageLink path={path} className={BAR_CLASS}>
            {t(named(words))}
          </PageLink>
          {below.length > 0 ? <ConverterMenu links={below} /> : undefined}
        </li>
      ))}
    </ul>
  );
}

/** A native disclosure, which works before the page is interactive. Closes like the menu of phones. */
function ConverterMenu({ links }: { readonly links: readonly NavigationLink[] }) {
  const t = useMessages('shell');
  const { key } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event): void => {
      const element = details.current;
      if (!element?.open) return;
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      const isOutside = !(event instanceof KeyboardEvent) && !(event.target instanceof Node && element.contains(event.target));
      if (!isEscape && !isOutside) return;
      element.open = false;
      if (isEscape) element.querySelector('summary')?.focus();
    };
    document.addEventListener('keydown', close);
    document.addEventListener('pointerdown', close);
    return () => {
      document.removeEventListener('keydown', close);
      document.removeEventListener('pointerdown', close);
    };
  }, []);
  return (
    // A new key closes it after navigation.
    <details key={key} ref={details} className="relative -ml-2">
      <summary
        aria-label={t('navMore')}
        className="grid size-11 cursor-pointer list-none place-items-center rounded-md text-ink-soft transition-colors hover:bg-sunken hover:text-ink [&::-webkit-details-marker]:hidden"
      >
        <ChevronDown aria-hidden size={18} />
      </summary>
      <ul className="absolute top-full left-0 z-50 mt-1 min-w-52 rounded-md border border-line bg-surface p-1 shadow-raised">
        {links.map(({ path, words }) => (
          <li key={path}>
            <PageLink path={path} className={MENU_CLASS}>
              {t(words)}
            </PageLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** All links, for screens without room for the bar. */
function MenuLinks() {
  const t = useMessages('shell');
  const named = useLinkNames();
  return (
    <ul>
      {MAIN_LINKS.flatMap(({ path, words, below }) => [
        { path, words, isBelow: false },
        ...below.map((one) => ({ ...one, isBelow: true })),
      ]).map(({ path, words, isBelow }) => (
        <li key={path} className={isBelow ? 'ps-5' : undefined}>
          <PageLink path={path} className={MENU_CLASS}>
            {t(named(words))}
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
