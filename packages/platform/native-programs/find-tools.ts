import { type StdioOptions, spawnSync } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import path from 'node:path';
import { INSTALLED_PROGRAMS, type InstalledProgram } from '@bakkum/conversion/installed-programs';
import type { NativeTools } from './folder.ts';
import { commandLineOf, environmentOf, SANDBOXES, type Sandbox } from './sandbox.ts';
import { processFolder } from './work-folders.ts';

/** Tools the setting may name, with the programs each needs. */
const TOOL_PROGRAMS = {
  ffmpeg: ['ffmpeg', 'ffprobe'],
  libreoffice: ['soffice'],
  tesseract: ['tesseract'],
  imagemagick: ['magick'],
} as const;
export type NativeTool = keyof typeof TOOL_PROGRAMS;
export const NATIVE_TOOL_NAMES: readonly NativeTool[] = ['ffmpeg', 'libreoffice', 'tesseract', 'imagemagick'];

export type NativeSetting =
  | { readonly ok: true; readonly tools: readonly NativeTool[] }
  | { readonly ok: false; readonly unknown: readonly string[] };

const isTool = (name: string): name is NativeTool => Object.hasOwn(TOOL_PROGRAMS, name);

/** Parses a list such as `ffmpeg,libreoffice`. An empty list allows nothing; unknown names are returned separately. */
export function parseNativeTools(setting: string): NativeSetting {
  const names = setting
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const unknown = names.filter((name) => !isTool(name));
  return unknown.length > 0 ? { ok: false, unknown } : { ok: true, tools: [...new Set(names.filter(isTool))] };
}

/** File names of each program in the search path, preferred ones first. */
const FILE_NAMES: Readonly<Record<InstalledProgram, readonly string[]>> = {
  ffmpeg: ['ffmpeg'],
  ffprobe: ['ffprobe'],
  soffice: ['soffice', 'libreoffice'],
  tesseract: ['tesseract'],
  // Version 6 has no `magick`.
  magick: ['magick', 'convert'],
};
/** The argument that prints the version. */
const VERSION_ARGUMENTS: Readonly<Record<InstalledProgram, string>> = {
  ffmpeg: '-version',
  ffprobe: '-version',
  soffice: '--version',
  tesseract: '--version',
  magick: '-version',
};
/** What the first line of the version contains, for programs whose name other programs have too. */
const VERSIONS: Readonly<Partial<Record<InstalledProgram, RegExp>>> = { magick: /\bImageMagick [67]\./ };
const FOUR_GIBIBYTES = 4 * 1024 ** 3;

/**
 * Finds the allowed programs that are installed, and the strongest sandbox that starts them, by trying.
 * @param searchPath folders of programs, as in `PATH`
 * @param sandboxes those to try, the strongest first
 * @returns `undefined` where there is none. Takes about 50 ms, a second where LibreOffice is allowed.
 */
export function findNativeTools(
  allowed: readonly NativeTool[],
  searchPath: string,
  sandboxes: readonly Sandbox[] = SANDBOXES,
): NativeTools | undefined {
  const found = allowed.map((tool) => locateAll(TOOL_PROGRAMS[tool], searchPath)).filter((programs) => programs !== undefined);
  const canLimit = locate(['prlimit'], searchPath) !== undefined;
  const memoryBytes = Math.max(FOUR_GIBIBYTES, Math.floor(totalmem() / 2));
  const programs: NativeTools['programs'] = Object.assign({}, ...found);
  const [first] = Object.values(programs);
  if (first === undefined) return undefined;
  for (const sandbox of sandboxes) {
    const versions = versionsIn({ sandbox, canLimit, memoryBytes }, programs);
    const genuine = Object.entries(programs).filter(([name]) => versions && Object.hasOwn(versions, name));
    if (versions && genuine.length > 0)
      return { programs: Object.fromEntries(genuine), versions, sandbox, canLimit, memoryBytes };
  }
  return undefined;
}

type Walls = Pick<NativeTools, 'sandbox' | 'canLimit' | 'memoryBytes'>;

/**
 * Starts every program in a sandbox, and leaves out other programs of the same name, such as GraphicsMagick's `convert`.
 * @returns the first line of each version output; undefined if a program does not start
 */
function versionsIn(walls: Walls, programs: NativeTools['programs']): NativeTools['versions'] | undefined {
  const versions: Partial<Record<InstalledProgram, string>> = {};
  for (const name of INSTALLED_PROGRAMS) {
    const program = programs[name];
    if (program === undefined) continue;
    const version = versionIn(walls, program, VERSION_ARGUMENTS[name]);
    // Another program of the name may not know the argument.
    if (VERSIONS[name]?.test(version ?? '') === false) continue;
    if (version === undefined) return undefined;
    versions[name] = version;
  }
  return versions;
}

/** Finds a tool only when all of its programs are installed. */
function locateAll(programs: readonly InstalledProgram[], searchPath: string): NativeTools['programs'] | undefined {
  const places = programs.map((program) => [program, locate(FILE_NAMES[program], searchPath)] as const);
  return places.every(([, place]) => place !== undefined) ? Object.fromEntries(places) : undefined;
}

function locate(names: readonly string[], searchPath: string): string | undefined {
  const folders = searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false; // missing or not executable
  }
}

const PATIENCE_MS = 30_000;

/** Returns the first line that a program prints, or undefined if it does not start. */
function versionIn(walls: Walls, program: string, argument: string): string | undefined {
  const folder = mkdtempSync(path.join(processFolder(), 'try-'));
  try {
    const limits = { processorSeconds: 20, fileBytes: 1024 * 1024, memoryBytes: walls.memoryBytes };
    const [command, ...args] = commandLineOf({ ...walls, program, arguments: [argument], folder, lent: [], limits });
    const env = { ...environmentOf(walls.sandbox, folder) };
    const stdio: StdioOptions = ['ignore', 'pipe', 'ignore'];
    const { status, stdout } = spawnSync(command, args, { cwd: folder, env, stdio, encoding: 'utf8', timeout: PATIENCE_MS });
    return status === 0 ? (stdout.split('\n')[0] ?? '').trim() : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
