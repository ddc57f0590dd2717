import type { MadeFile } from './output-file.ts';

/** Programs an operator may allow engines to start, by the names used here. */
export const INSTALLED_PROGRAMS = ['ffmpeg', 'ffprobe', 'soffice', 'tesseract', 'magick'] as const;
export type InstalledProgram = (typeof INSTALLED_PROGRAMS)[number];

/**
 * Limits of one run. A program that exceeds them is stopped with `timeout` or `too-large`; excess memory shows in its own error
 * output.
 */
export type ProgramLimits = {
  /** Wall-clock seconds. Absent where the runner's progress timeout is enough. */
  readonly seconds?: number;
  /** Processor seconds over all its threads. */
  readonly processorSeconds: number;
  /** Size of the largest file it may write. */
  readonly fileBytes: number;
};

export type ProgramRun = {
  readonly program: InstalledProgram;
  /** File names are relative to the folder. */
  readonly arguments: readonly string[];
  /** Variables in addition to those every program gets. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly limits: ProgramLimits;
  /** Receives each line it prints. */
  readonly onLine?: (line: string) => void;
};

export type ProgramEnd = {
  readonly code: number;
  /** Complete standard output. */
  readonly text: string;
  /** Last lines of standard error. */
  readonly log: readonly string[];
};

/** A private folder for one job. Programs in it see nothing else of the job, and have no network if the machine can block it. */
export type ProgramFolder = {
  /** Path of the folder as programs see it, for arguments that cannot be relative. */
  readonly inside: string;
  /** Adds a file. A blob on disk is mounted read-only, not copied. */
  put(name: string, content: Blob | Uint8Array<ArrayBuffer>): Promise<void>;
  makeFolder(name: string): Promise<void>;
  /** Resolves when the program exits. Errors: `cancelled`, `timeout`, `too-large`, `engine-unavailable`. */
  run(run: ProgramRun): Promise<ProgramEnd>;
  /** Names of the regular files in it or in a subfolder. */
  names(folder?: string): Promise<readonly string[]>;
  /** Errors: `internal` if no regular file has that name. */
  read(name: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Moves a file out as a result of the job, without reading it. */
  take(name: string): Promise<MadeFile>;
  /** Deletes the folder and everything in it. */
  remove(): Promise<void>;
};

/** A program that runs until it is ended, for one job after another. */
export type BackgroundProgram = {
  readonly isRunning: boolean;
  /** Returns and deletes what it has printed to standard output. Errors: `too-large`. */
  takeOutput(): Promise<string>;
  /** Ends it with everything that it started, and resolves when all of it has ended. */
  end(): Promise<void>;
};

/** A folder that no job owns, for a program that runs between jobs. */
export type BackgroundFolder = Pick<ProgramFolder, 'inside' | 'put' | 'makeFolder' | 'remove'> & {
  /** Whether it contains a file or folder with this path. */
  has(name: string): Promise<boolean>;
  /** Starts a program. Time limits are up to the caller. Errors: `engine-unavailable`. */
  start(run: Pick<ProgramRun, 'program' | 'arguments' | 'environment' | 'limits'>): BackgroundProgram;
};

/** Arguments for a LibreOffice that runs already. */
export type OfficeHandover = {
  /** Path of its profile, which identifies it. */
  readonly profile: string;
  /** Path of the folder that relative names in the arguments refer to. */
  readonly folder: string;
  readonly arguments: readonly string[];
  readonly seconds: number;
  readonly signal: AbortSignal;
};

export type BackgroundPrograms = {
  open(): Promise<BackgroundFolder>;
  /**
   * Hands arguments to a running LibreOffice as another `soffice` would, without starting one. Resolves when they are processed, or not:
   * `ended` if the connection was refused or lost, `no-socket` if there is none by the expected name. Errors: `cancelled`, `timeout`.
   */
  handToOffice(handover: OfficeHandover): Promise<'done' | 'ended' | 'no-socket'>;
};

/** Programs on this machine, each started in a sandbox. Available only on Node hosts, and only the allowed ones. */
export type InstalledPrograms = {
  /** Whether the program is installed and allowed. */
  has(program: InstalledProgram): boolean;
  /** First line that a program prints about its version, if it is known. */
  versionOf(program: InstalledProgram): string | undefined;
  open(): Promise<ProgramFolder>;
  /**
   * Programs that run between jobs, the same object for all jobs of this process. Present only where all jobs have the same owner
   * and share a sandbox.
   */
  readonly background?: BackgroundPrograms;
};

/** The host's side of the same; the signal belongs to the job and stops running programs. */
export type ProgramHost = Pick<InstalledPrograms, 'has' | 'versionOf' | 'background'> & {
  open(signal: AbortSignal): Promise<ProgramFolder>;
};
