import type { MadeFile } from './output-file.ts';

/** Programs an operator may allow an engine to start, by the names they go by here. */
export const INSTALLED_PROGRAMS = ['ffmpeg', 'ffprobe', 'soffice'] as const;
export type InstalledProgram = (typeof INSTALLED_PROGRAMS)[number];

/** What one run may use up. A program that wants more is ended: `timeout`, `too-large`; its own words tell of memory. */
export type ProgramLimits = {
  /** Of the clock. Absent where the runner's watch for progress is enough. */
  readonly seconds?: number;
  /** Of processor time, of all its threads together. */
  readonly processorSeconds: number;
  /** Of the largest file it writes. */
  readonly fileBytes: number;
};

export type ProgramRun = {
  readonly program: InstalledProgram;
  /** Files are named relative to the folder. */
  readonly arguments: readonly string[];
  readonly limits: ProgramLimits;
  /** Hears each line it prints. */
  readonly onLine?: (line: string) => void;
};

export type ProgramEnd = {
  readonly code: number;
  /** All it printed. */
  readonly text: string;
  /** What it said on its error output, the last lines. */
  readonly log: readonly string[];
};

/** A private folder for one job. Programs run in it see nothing else of the job, and no network where the machine can take it away. */
export type ProgramFolder = {
  /** Where programs find it, for arguments that cannot be relative. */
  readonly inside: string;
  /** Puts a file there. A blob that lies on disk is lent, not copied; programs can only read it. */
  put(name: string, content: Blob | Uint8Array<ArrayBuffer>): Promise<void>;
  makeFolder(name: string): Promise<void>;
  /** Ends with the program. Errors: `cancelled`, `timeout`, `too-large`, `engine-unavailable`. */
  run(run: ProgramRun): Promise<ProgramEnd>;
  /** Names of the regular files in it or in a folder within. */
  names(folder?: string): Promise<readonly string[]>;
  /** Errors: `internal` where there is no regular file of that name. */
  read(name: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Takes a file out as a result of the job, without reading it. */
  take(name: string): Promise<MadeFile>;
  /** Removes it and all that is left in it. */
  remove(): Promise<void>;
};

/** Programs of this machine, each started in a sandbox. Only Node hosts have any, and only those they were allowed. */
export type InstalledPrograms = { open(): Promise<ProgramFolder> };

/** The same on the host's side; the signal is the job's and ends what runs. */
export type ProgramHost = { open(signal: AbortSignal): Promise<ProgramFolder> };
