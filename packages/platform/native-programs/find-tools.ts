import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import path from 'node:path';
import type { InstalledProgram } from '@bakkum/conversion/installed-programs';
import type { NativeTools } from './folder.ts';
import { commandLineOf, environmentOf, SANDBOXES, type Sandbox } from './sandbox.ts';
import { processFolder } from './work-folders.ts';

/** Tools the setting may name, with the programs each needs. */
const TOOL_PROGRAMS = { ffmpeg: ['ffmpeg', 'ffprobe'], libreoffice: ['soffice'] } as const;
export type NativeTool = keyof typeof TOOL_PROGRAMS;
export const NATIVE_TOOL_NAMES: readonly NativeTool[] = ['ffmpeg', 'libreoffice'];

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
};
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
  const starts = (sandbox: Sandbox): boolean =>
    Object.entries(programs).every(([name, program]) =>
      startsIn({ sandbox, canLimit, memoryBytes }, program, name === 'soffice' ? '--version' : '-version'),
    );
  const sandbox = sandboxes.find(starts);
  return sandbox && { programs, sandbox, canLimit, memoryBytes };
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

function startsIn(tools: Pick<NativeTools, 'sandbox' | 'canLimit' | 'memoryBytes'>, program: string, question: string): boolean {
  const folder = mkdtempSync(path.join(processFolder(), 'try-'));
  try {
    const limits = { processorSeconds: 20, fileBytes: 1024 * 1024, memoryBytes: tools.memoryBytes };
    const [command, ...args] = commandLineOf({ ...tools, program, arguments: [question], folder, lent: [], limits });
    const environment = { ...environmentOf(tools.sandbox, folder) };
    const { status } = spawnSync(command, args, { cwd: folder, env: environment, stdio: 'ignore', timeout: PATIENCE_MS });
    return status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
