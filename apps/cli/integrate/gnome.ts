/** Scripts of GNOME Files: executables in a folder, offered for every file. They get the selected files as arguments. */
import { AUTO } from '../batch.ts';
import { AUTO_NAMES, type DesktopFile, type EntryOptions, entryName, MENU_NAMES } from './desktop-files.ts';

/** Scripts appear for all files, so only the most common targets have one. */
const MAX_SCRIPTS = 9;

export function gnomeFiles({ entries, command, language }: EntryOptions): readonly DesktopFile[] {
  const script = (name: string, to: string): DesktopFile => ({
    path: `${MENU_NAMES[language]}/${name}`,
    content: `#!/bin/sh\n# Installed by bakkum integrate\nexec ${command.map(shellQuoted).join(' ')} batch --to ${to} --notify -- "$@"\n`,
    isExecutable: true,
  });
  return [
    script(AUTO_NAMES[language], AUTO),
    ...entries.slice(0, MAX_SCRIPTS).map((entry) => script(entryName(entry).replaceAll('/', '-'), entry.to.id)),
  ];
}

/** Quotes a word for a POSIX shell. */
export function shellQuoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
