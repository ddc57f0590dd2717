import { useMessages } from '@bakkum/i18n/react';
import { IconButton } from '@bakkum/ui/icon-button';
import { type IconComponent, Monitor, Moon, Sun } from '@bakkum/ui/icons';
import { chooseTheme, THEMES, type Theme, themeChoice } from '../document/theme.ts';
import { useStore } from '../state/use-store.ts';

const ICONS: Readonly<Record<Theme, IconComponent>> = { system: Monitor, light: Sun, dark: Moon };
const WORDS = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const;

/** Cycles through system, light and dark. */
export function ThemeToggle() {
  const t = useMessages('shell');
  const theme = useStore(themeChoice);
  const Icon = ICONS[theme];
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return (
    <IconButton label={t('themeNow', { theme: t(WORDS[theme]) })} onClick={() => chooseTheme(next)}>
      <Icon aria-hidden size={20} strokeWidth={1.75} />
    </IconButton>
  );
}
