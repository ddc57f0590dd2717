import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Planner } from '@bakkum/conversion/planner';
import { plannerFor } from '@bakkum/registry/catalogue';
import { nodeCapabilities } from '@bakkum/registry/node/capabilities.node';
import { EXIT, type Outcome, usageError } from '../outcome.ts';
import { systemProblem } from '../output-file.ts';
import { type Machine, thisMachine } from '../settings.ts';
import { type Desktop, type DesktopFile, type EntryOptions, type Language, MENU_NAMES } from './desktop-files.ts';
import { gnomeFiles } from './gnome.ts';
import { kdeFiles } from './kde.ts';
import { macosFiles } from './macos.ts';
import { menuEntries } from './menu.ts';
import { WINDOWS_FILE, WINDOWS_REMOVAL_FILE, windowsFiles } from './windows.ts';

export type IntegrateArguments = {
  readonly desktop?: Desktop;
  readonly language?: Language;
  /** Writes the files here instead of installing them. */
  readonly out?: string;
  readonly remove: boolean;
};

/** `bakkum integrate`: installs entries for the context menu of the file manager, or removes them. */
export async function integrate(given: IntegrateArguments, machine: Machine = thisMachine()): Promise<Outcome> {
  const desktop = given.desktop ?? desktopOf(machine);
  if (!desktop) return usageError('cannot detect the desktop; set it with --desktop');
  if (given.out === undefined && !isHere(desktop, machine))
    return usageError(`${desktop} is not on this machine; run this command there, or write its files with --out DIR`);
  if (!given.remove && isTemporary(machine.command))
    return usageError('npx keeps this command only temporarily; install it with npm install --global bakkum');
  const folder = given.out ?? folderOf(desktop, machine);
  try {
    await removeOurs(desktop, folder);
    const language = given.language ?? languageOf(machine);
    const files = filesFor(desktop, { entries: menuEntries(planner()), command: machine.command, language });
    if (desktop === 'windows') return await integrateWindows(files, folder, given);
    if (!given.remove) await install(files, folder);
    const text = given.remove ? `Removed from ${folder}` : `Installed in ${folder}`;
    return { exit: EXIT.done, text: `${text}${hint(desktop, given.remove)}`, json: undefined };
  } catch (error) {
    const problem = systemProblem(error);
    if (!problem) throw error;
    return { exit: EXIT.failed, code: 'not-written', message: `${folder} could not be changed: ${problem.reason}` };
  }
}

function planner(): Planner {
  return plannerFor(nodeCapabilities());
}

function hint(desktop: Desktop, isRemoval: boolean): string {
  if (isRemoval || desktop === 'kde') return '';
  return desktop === 'gnome' ? '. Right-click files and choose Scripts.' : '. Right-click files and choose Quick Actions.';
}

/** Imports the registry file on Windows; elsewhere it stays as a file. */
async function integrateWindows(
  files: readonly DesktopFile[],
  folder: string,
  { remove, out }: IntegrateArguments,
): Promise<Outcome> {
  await install(files, folder);
  const file = path.join(folder, remove ? WINDOWS_REMOVAL_FILE : WINDOWS_FILE);
  if (out !== undefined) return { exit: EXIT.done, text: `Open ${file} on Windows`, json: undefined };
  const { status } = spawnSync('reg.exe', ['import', file], { stdio: 'ignore' });
  if (status !== 0)
    return { exit: EXIT.failed, code: 'not-written', message: `Windows did not import ${file}; open it in Explorer` };
  return { exit: EXIT.done, text: `Imported ${file}`, json: undefined };
}

function filesFor(desktop: Desktop, options: EntryOptions): readonly DesktopFile[] {
  switch (desktop) {
    case 'gnome':
      return gnomeFiles(options);
    case 'kde':
      return kdeFiles(options);
    case 'windows':
      return windowsFiles(options);
    case 'macos':
      return macosFiles(options);
  }
}

function desktopOf({ platform, environment }: Machine): Desktop | undefined {
  if (platform === 'win32') return 'windows';
  if (platform === 'darwin') return 'macos';
  const current = (environment['XDG_CURRENT_DESKTOP'] ?? '').toLowerCase().split(':');
  if (current.includes('kde')) return 'kde';
  return current.some((name) => ['gnome', 'unity', 'ubuntu'].includes(name)) ? 'gnome' : undefined;
}

function isHere(desktop: Desktop, { platform }: Machine): boolean {
  if (desktop === 'windows') return platform === 'win32';
  return desktop === 'macos' ? platform === 'darwin' : platform !== 'win32' && platform !== 'darwin';
}

/** Whether npx downloaded the command into its cache, which npm may empty. */
function isTemporary(command: readonly string[]): boolean {
  return command.some((word) => word.split(/[\\/]/).includes('_npx'));
}

function folderOf(desktop: Desktop, { environment, home }: Machine): string {
  const { XDG_DATA_HOME, LOCALAPPDATA } = environment;
  // The XDG specification ignores relative paths.
  const data = XDG_DATA_HOME && path.isAbsolute(XDG_DATA_HOME) ? XDG_DATA_HOME : path.join(home, '.local', 'share');
  switch (desktop) {
    case 'gnome':
      return path.join(data, 'nautilus', 'scripts');
    case 'kde':
      return path.join(data, 'kio', 'servicemenus');
    case 'windows':
      return path.join(LOCALAPPDATA ?? path.join(home, 'AppData', 'Local'), 'bakkum');
    case 'macos':
      return path.join(home, 'Library', 'Services');
  }
}

function languageOf({ environment }: Machine): Language {
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  return (LC_ALL || LC_MESSAGES || LANG || '').toLowerCase().startsWith('ko') ? 'ko' : 'en';
}

/** Names that only this command creates, in any version and language. */
const OURS: Readonly<Record<Desktop, (name: string) => boolean>> = {
  gnome: (name) => Object.values(MENU_NAMES).includes(name),
  kde: (name) => /^bakkum-to-[a-z0-9.-]+\.desktop$/i.test(name),
  windows: (name) => [WINDOWS_FILE, WINDOWS_REMOVAL_FILE].includes(name),
  macos: (name) => name.endsWith(' (Bakkum).workflow') || Object.values(MENU_NAMES).some((menu) => name === `${menu}.workflow`),
};

async function removeOurs(desktop: Desktop, folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.filter(OURS[desktop])) await rm(path.join(folder, name), { recursive: true });
}

async function install(files: readonly DesktopFile[], folder: string): Promise<void> {
  for (const { path: name, content, isExecutable } of files) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
    if (isExecutable) await chmod(file, 0o755);
  }
}
