import type { MenuEntry } from './menu.ts';

export const DESKTOPS = ['gnome', 'kde', 'windows', 'macos'] as const;
export type Desktop = (typeof DESKTOPS)[number];
export type Language = 'en' | 'ko';

/** A file to install. `path` is relative to the folder that the desktop reads. */
export type DesktopFile = { readonly path: string; readonly content: string | Buffer; readonly isExecutable: boolean };

export type EntryOptions = {
  readonly entries: readonly MenuEntry[];
  /** Program and arguments before `batch`. Absolute paths, since desktops have their own search path. */
  readonly command: readonly [string, ...string[]];
  readonly language: Language;
};

/** Name of the menu, in every language of the site. */
export const MENU_NAMES: Readonly<Record<Language, string>> = { en: 'Convert with Bakkum', ko: '바꿈으로 변환' };
/** Name of the entry that chooses the format by the content of each file. */
export const AUTO_NAMES: Readonly<Record<Language, string>> = { en: 'Suggested format', ko: '추천 형식' };

/** Name of an entry: the common name of the format. */
export function entryName({ to }: MenuEntry): string {
  return to.id === 'jpeg' ? 'JPG' : to.name;
}
