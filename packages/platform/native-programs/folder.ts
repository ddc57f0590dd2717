import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConversionError } from '@bakkum/conversion/errors';
import type {
  BackgroundPrograms,
  InstalledProgram,
  ProgramEnd,
  ProgramFolder,
  ProgramHost,
  ProgramLimits,
  ProgramRun,
} from '@bakkum/conversion/installed-programs';
import type { MadeFile } from '@bakkum/conversion/output-file';
import { startInBackground } from './background-process.ts';
import { handToOffice } from './office-socket.ts';
import { type Command, runProcess } from './process.ts';
import { commandLineOf, environmentOf, folderInside, type Lent, type Sandbox } from './sandbox.ts';

/** Allowed programs that were found, and their sandbox. */
export type NativeTools = {
  readonly programs: Readonly<Partial<Record<InstalledProgram, string>>>;
  /** What each program prints about its version. */
  readonly versions?: Readonly<Partial<Record<InstalledProgram, string>>>;
  readonly sandbox: Sandbox;
  readonly canLimit: boolean;
  /** Maximum address space of one process, in bytes. */
  readonly memoryBytes: number;
  /** Limits of the process that starts the programs, which they cannot exceed. */
  readonly ceiling?: Pick<ProgramLimits, 'processorSeconds' | 'fileBytes'>;
};

export type FolderHost = {
  readonly tools: NativeTools;
  /** Folder in which private folders are created. */
  readonly parent: string;
  /** Returns the path of a blob that is stored on disk. */
  pathOf(blob: Blob): string | undefined;
  /** Moves a file to the folder of results and returns it as a result. */
  adopt(file: string): MadeFile;
  onGroup(group: number, running: boolean): void;
  /** Whether all jobs of this process have the same owner. Programs may then run between jobs, if they share a sandbox. */
  readonly isLeased?: boolean;
};

/** Runs installed programs, each job in its own private folder. */
export function programsFor(host: FolderHost): ProgramHost {
  const makeFolder = async (purpose: string): Promise<string> => {
    await mkdir(host.parent, { recursive: true, mode: 0o700 });
    return mkdtemp(path.join(host.parent, `${purpose}-`));
  };
  return {
    has: (program) => host.tools.programs[program] !== undefined,
    versionOf: (program) => host.tools.versions?.[program],
    open: async (signal) => folderAt(await makeFolder('run'), host, signal),
    ...(host.isLeased && host.tools.sandbox === 'none' && { background: backgroundPrograms(host, makeFolder) }),
  };
}

function backgroundPrograms(host: FolderHost, makeFolder: (purpose: string) => Promise<string>): BackgroundPrograms {
  return {
    async open() {
      const folder = await makeFolder('background');
      return {
        ...folderAt(folder, host, new AbortController().signal),
        has: async (name) => (await lstat(path.join(folder, name)).catch(ifMissing)) !== undefined,
        start: (run) => startInBackground({ ...commandFor(folder, host, [], run), onGroup: host.onGroup }),
      };
    },
    handToOffice,
  };
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function folderAt(folder: string, host: FolderHost, signal: AbortSignal): ProgramFolder {
  const lent: Lent[] = [];
  const place = (name: string): string => path.join(folder, name);
  const regular = async (name: string): Promise<string> => {
    const facts = await lstat(place(name)).catch(() => undefined);
    if (!facts?.isFile()) throw new ConversionError('internal', `no file ${name} was made`);
    return place(name);
  };
  return {
    inside: folderInside(host.tools.sandbox, folder),
    async put(name, content) {
      const origin = content instanceof Blob ? host.pathOf(content) : undefined;
      if (origin === undefined) await write(place(name), content);
      else if (host.tools.sandbox === 'bubblewrap') lent.push({ path: path.resolve(origin), name });
      else await link(path.resolve(origin), place(name));
    },
    makeFolder: async (name) => {
      await mkdir(place(name));
    },
    run: (run) => runIn(folder, host, lent, run, signal),
    async names(within = '.') {
      const entries = await readdir(place(within), { withFileTypes: true });
      return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort();
    },
    read: async (name) => new Uint8Array(await readFile(await regular(name))),
    take: async (name) => host.adopt(await regular(name)),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** `prlimit` refuses to raise a limit, and the program would not start. */
function lowered(limits: ProgramLimits, ceiling: NativeTools['ceiling']): ProgramLimits {
  if (!ceiling) return limits;
  const processorSeconds = Math.min(limits.processorSeconds, ceiling.processorSeconds);
  return { ...limits, processorSeconds, fileBytes: Math.min(limits.fileBytes, ceiling.fileBytes) };
}

/** Links a file into the folder, or copies it where Node's permission model forbids links: in the processes of a server. */
async function link(origin: string, file: string): Promise<void> {
  try {
    await symlink(origin, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_ACCESS_DENIED')) throw error;
    await copyFile(origin, file, constants.COPYFILE_FICLONE);
  }
}

async function write(file: string, content: Blob | Uint8Array): Promise<void> {
  await writeFile(file, content instanceof Blob ? content.stream() : content, { mode: 0o600 });
}

async function runIn(
  folder: string,
  host: FolderHost,
  lent: readonly Lent[],
  run: ProgramRun,
  signal: AbortSignal,
): Promise<ProgramEnd> {
  return runProcess({
    ...commandFor(folder, host, lent, run),
    signal,
    ...(run.limits.seconds === undefined ? {} : { seconds: run.limits.seconds }),
    ...(run.onLine ? { onLine: run.onLine } : {}),
    onGroup: host.onGroup,
  });
}

function commandFor(
  folder: string,
  { tools }: FolderHost,
  lent: readonly Lent[],
  run: Pick<ProgramRun, 'program' | 'arguments' | 'environment' | 'limits'>,
): Pick<Command, 'line' | 'folder' | 'environment'> {
  const program = tools.programs[run.program];
  if (program === undefined) throw new ConversionError('engine-unavailable', `${run.program} is not installed or not allowed`);
  const limits = { ...lowered(run.limits, tools.ceiling), memoryBytes: tools.memoryBytes };
  const line = commandLineOf({
    sandbox: tools.sandbox,
    canLimit: tools.canLimit,
    program,
    arguments: run.arguments,
    folder,
    lent,
    limits,
  });
  return { line, folder, environment: { ...environmentOf(tools.sandbox, folder), ...run.environment } };
}
