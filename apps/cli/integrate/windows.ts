/** A registry file for Windows Explorer, for the signed-in user. The keys are those of `SystemFileAssociations`. */
import { AUTO } from '../batch.ts';
import { AUTO_NAMES, type DesktopFile, type EntryOptions, entryName, MENU_NAMES } from './desktop-files.ts';

const BYTE_ORDER_MARK = '\ufeff';
const HEADER = 'Windows Registry Editor Version 5.00';
const ROOT = String.raw`HKEY_CURRENT_USER\Software\Classes\SystemFileAssociations`;

export const WINDOWS_FILE = 'bakkum-right-click.reg';
export const WINDOWS_REMOVAL_FILE = 'bakkum-right-click-remove.reg';

export function windowsFiles({ entries, command, language }: EntryOptions): readonly DesktopFile[] {
  const byExtension = new Map<string, { readonly name: string; readonly to: string }[]>();
  for (const entry of entries) {
    const extensions = new Set(entry.from.flatMap((format) => format.extensions.filter(isPlain)));
    for (const extension of extensions) {
      const items = byExtension.get(extension) ?? [];
      byExtension.set(extension, [...items, { name: entryName(entry), to: entry.to.id }]);
    }
  }
  const lines = [...byExtension]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([extension, items]) => {
      const menu = menuKey(extension);
      const all = [{ name: AUTO_NAMES[language], to: AUTO }, ...items];
      return [
        // Also removes entries of an earlier version.
        `[-${menu}]`,
        `[${menu}]`,
        `"MUIVerb"=${quoted(MENU_NAMES[language])}`,
        '"SubCommands"=""',
        ...all.flatMap(({ name, to }, index) => {
          const item = `${menu}\\shell\\${String(index).padStart(2, '0')}-${to}`;
          const run = [...command, 'batch', '--to', to, '--notify', '--', '%1'].map((word) => `"${word}"`).join(' ');
          return [`[${item}]`, `"MUIVerb"=${quoted(name)}`, `[${item}\\command]`, `@=${quoted(run)}`];
        }),
        '',
      ];
    });
  return [registryFile(WINDOWS_FILE, lines), removalFile([...byExtension.keys()])];
}

function removalFile(extensions: readonly string[]): DesktopFile {
  const lines = extensions.toSorted((one, other) => one.localeCompare(other)).map((extension) => `[-${menuKey(extension)}]`);
  return registryFile(WINDOWS_REMOVAL_FILE, lines);
}

function menuKey(extension: string): string {
  return `${ROOT}\\.${extension}\\shell\\Bakkum`;
}

/** Explorer looks up the part after the last dot. A number there can be a version as well as a man page section, so it is skipped. */
function isPlain(extension: string): boolean {
  return /^(?=.*[a-z])[a-z0-9]+$/i.test(extension);
}

/** A string of a registry file. */
function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`)}"`;
}

/** The registry editor reads UTF-16 with a byte order mark. */
function registryFile(path: string, lines: readonly string[]): DesktopFile {
  const text = [HEADER, '', ...lines, ''].join('\r\n');
  return { path, content: Buffer.from(`${BYTE_ORDER_MARK}${text}`, 'utf16le'), isExecutable: false };
}
