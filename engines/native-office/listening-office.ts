import { ConversionError } from '@bakkum/conversion/errors';
import type { BackgroundFolder, BackgroundProgram, BackgroundPrograms } from '@bakkum/conversion/installed-programs';
import { baseArguments, ENVIRONMENT, LIMITS } from './command.ts';
import { addProfile, PROFILE_FOLDER } from './profile.ts';

/** LibreOffice ends after a conversion unless another document is open. */
const OPEN_DOCUMENT = 'open.txt';
/** LibreOffice writes this file when the document is open, and takes files from then on. */
const LOCK = `.~lock.${OPEN_DOCUMENT}#`;
/** Fonts of documents are installed here for all later documents. */
const EMBEDDED_FONTS = `${PROFILE_FOLDER}/user/temp/embeddedfonts`;
const START_MS = 60_000;
const POLL_MS = 20;
/** Longest time of one file. */
const HANDOVER_SECONDS = 300;

/** Limits after which a LibreOffice is replaced. */
export type ReuseLimits = {
  readonly files: number;
  /** Seconds spent on files. */
  readonly seconds: number;
};

const REUSE_LIMITS: ReuseLimits = { files: 50, seconds: LIMITS.processorSeconds };
/** Leaves a file as much processor time as if it were alone, unless earlier ones used several cores. */
const TOTAL_LIMITS = { ...LIMITS, processorSeconds: REUSE_LIMITS.seconds + LIMITS.processorSeconds };

type Running = {
  readonly folder: BackgroundFolder;
  readonly program: BackgroundProgram;
  readonly profile: string;
  files: number;
  seconds: number;
};

/** A conversion by a LibreOffice that runs already. */
export type Conversion = {
  /** Working folder. */
  readonly folder: string;
  readonly arguments: readonly string[];
  readonly isSaved: () => Promise<boolean>;
};

/** Keeps one LibreOffice running for the files of one owner, and hands them over through its socket. */
export class ListeningOffice {
  readonly #programs: BackgroundPrograms;
  readonly #version: string | undefined;
  readonly #reuse: ReuseLimits;
  #running: Running | undefined;
  #isBusy = false;
  #cannotListen = false;

  /** @param version as LibreOffice prints it */
  constructor(programs: BackgroundPrograms, version: string | undefined, reuse: ReuseLimits = REUSE_LIMITS) {
    this.#programs = programs;
    this.#version = version;
    this.#reuse = reuse;
  }

  /**
   * Hands a file over, and ends the program after any failure.
   * @returns what it printed, or undefined if the file was not converted
   */
  async convert(signal: AbortSignal, { isSaved, ...conversion }: Conversion): Promise<string | undefined> {
    if (this.#isBusy || this.#cannotListen) return undefined;
    this.#isBusy = true;
    let isReusable = false;
    try {
      if (!this.#running?.program.isRunning) await this.#end();
      const running = this.#running ?? (await this.#start(signal));
      if (!running) return undefined;
      const startedAt = performance.now();
      const handover = { ...conversion, profile: running.profile, seconds: HANDOVER_SECONDS, signal };
      const outcome = await this.#programs.handToOffice(handover);
      // Another build may name its socket differently. Starting it for each file would be in vain.
      if (outcome === 'no-socket' && running.program.isRunning) this.#cannotListen = true;
      if (outcome !== 'done' || !(await isSaved())) return undefined;
      running.files += 1;
      running.seconds += (performance.now() - startedAt) / 1000;
      const output = await running.program.takeOutput();
      isReusable = await this.#isReusable(running);
      return output;
    } finally {
      if (!isReusable) await this.#end();
      this.#isBusy = false;
    }
  }

  async #start(signal: AbortSignal): Promise<Running | undefined> {
    const folder = await this.#programs.open();
    const profile = `${folder.inside}/${PROFILE_FOLDER}`;
    const args = [...baseArguments(profile), OPEN_DOCUMENT];
    const run = { program: 'soffice', arguments: args, environment: ENVIRONMENT, limits: TOTAL_LIMITS } as const;
    try {
      await addProfile(folder, this.#version);
      await folder.put(OPEN_DOCUMENT, new TextEncoder().encode('\n'));
      this.#running = { folder, program: folder.start(run), profile, files: 0, seconds: 0 };
    } catch (error) {
      await folder.remove();
      throw error;
    }
    if (await isListening(this.#running, signal)) return this.#running;
    this.#cannotListen = true;
    return undefined;
  }

  async #isReusable({ program, folder, files, seconds }: Running): Promise<boolean> {
    if (!program.isRunning || files >= this.#reuse.files || seconds >= this.#reuse.seconds) return false;
    return !(await folder.has(EMBEDDED_FONTS));
  }

  async #end(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.program.end();
    await running?.folder.remove();
  }
}

async function isListening({ folder, program }: Running, signal: AbortSignal): Promise<boolean> {
  const startedAt = performance.now();
  while (program.isRunning && performance.now() - startedAt < START_MS) {
    if (signal.aborted) throw new ConversionError('cancelled', 'aborted while LibreOffice started');
    if (await folder.has(LOCK)) return true;
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  }
  return false;
}
