/** Service menus of KDE Dolphin: https://develop.kde.org/docs/apps/dolphin/service-menus/ */
import { type DesktopFile, type EntryOptions, entryName, MENU_NAMES } from './desktop-files.ts';

/** One file per target, since a file has one list of media types. Dolphin joins submenus of the same name. */
export function kdeFiles({ entries, command }: EntryOptions): readonly DesktopFile[] {
  return entries.map((entry) => {
    const mediaTypes = new Set(entry.from.flatMap((format) => format.mediaTypes.filter(isSpecific)));
    const action = `to${entry.to.id.replaceAll(/[^a-z0-9]/gi, '')}`;
    const lines = [
      '# Installed by bakkum integrate',
      '[Desktop Entry]',
      'Type=Service',
      `Name=${MENU_NAMES.en}`,
      `Name[ko]=${MENU_NAMES.ko}`,
      `MimeType=${[...mediaTypes].map((type) => `${type};`).join('')}`,
      `Actions=${action};`,
      `X-KDE-Submenu=${MENU_NAMES.en}`,
      `X-KDE-Submenu[ko]=${MENU_NAMES.ko}`,
      '',
      `[Desktop Action ${action}]`,
      `Name=${entryName(entry)}`,
      'Icon=document-export',
      `Exec=${command.map(execQuoted).join(' ')} batch --to ${entry.to.id} --notify -- %F`,
      '',
    ];
    // Plasma runs service menus of the user's folder only if they are executable.
    return { path: `bakkum-to-${entry.to.id}.desktop`, content: lines.join('\n'), isExecutable: true };
  });
}

/** A generic media type would add the entry to the menu of every file. */
function isSpecific(mediaType: string): boolean {
  return mediaType !== 'application/octet-stream' && mediaType !== 'text/plain';
}

/** Quotes an argument of `Exec` (Desktop Entry Specification): first by its rules, then as a string of the file. */
export function execQuoted(word: string): string {
  const quoted = `"${word.replaceAll(/(["`$\\])/g, String.raw`\$1`).replaceAll('%', '%%')}"`;
  return quoted.replaceAll('\\', '\\\\');
}
