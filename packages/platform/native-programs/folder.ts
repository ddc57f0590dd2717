import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConversionError } from '@bakkum/conversion/errors';
import type { InstalledProgram, ProgramEnd, ProgramFolder, ProgramHost, ProgramRun } from '@bakkum/conversion/installed-programs';
import type { MadeFile } from '@bakkum/conversion/output-file';
import { runProcess } from './process.ts';
import { commandLineOf, environmentOf, folderInside, type Lent, type Sandbox } from './sandbox.ts';

/** Allowed programs that were found, and their sandbox. */
export type NativeTools = {
  readonly programs: Readonly<Partial<Record<InstalledProgram, string>>>;
  readonly sandbox: Sandbox;
  readonly canLimit: boolean;
  /** Maximum address space of one process, in bytes. */
  readonly memoryBytes: number;
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
};

/** Runs installed programs, each job in its own private folder. */
export function programsFor(host: FolderHost): ProgramHost {
  return {
    async open(signal) {
      await mkdir(host.parent, { recursive: true, mode: 0o700 });
      return folderAt(await mkdtemp(path.join(host.parent, 'run-')), host, signal);
    },
  };
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
      else await symlink(path.resolve(origin), place(name));
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
  const { tools } = host;
  const program = tools.programs[run.program];
  if (program === undefined) throw new ConversionError('engine-unavailable', `${run.program} is not installed or not allowed`);
  const limits = { ...run.limits, memoryBytes: tools.memoryBytes };
  const line = commandLineOf({
    sandbox: tools.sandbox,
    canLimit: tools.canLimit,
    program,
    arguments: run.arguments,
    folder,
    lent,
    limits,
  });
  return runProcess({
    line,
    folder,
    environment: environmentOf(tools.sandbox, folder),
    signal,
    ...(run.limits.seconds === undefined ? {} : { seconds: run.limits.seconds }),
    ...(run.onLine ? { onLine: run.onLine } : {}),
    onGroup: host.onGroup,
  });
}
