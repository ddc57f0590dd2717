import type { EngineContext, EngineOutput, FormatId, Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { MediaRequest } from '@bakkum/media-options/request';
import type { BlobReader } from './blob-reader.ts';
import { lengthOf, RESULT, SOURCE } from './command.ts';
import type { Facts } from './facts.ts';
import { failureOf, tellsDamage } from './failures.ts';
import { mountInput, mountOutput } from './mounted-files.ts';
import { type Program, startProgram } from './program.ts';

/** One conversion: what is converted, and what is known of it. */
export type Job = {
  readonly module: WebAssembly.Module;
  readonly reader: BlobReader;
  readonly context: EngineContext;
  readonly from: FormatId;
  readonly facts: Facts;
  readonly media: MediaRequest;
};

export const DAMAGED: Warning = { code: 'damaged-source' };

export type End =
  | { readonly ok: true; readonly output: EngineOutput; readonly damaged: boolean }
  | { readonly ok: false; readonly failure: ConversionError };

/** A started program that sees the source. Starting it and running it once is all it is good for. */
export async function programFor(job: Job): Promise<Program> {
  job.context.signal.throwIfAborted();
  const program = await startProgram(job.module);
  mountInput(program.files, SOURCE, job.reader);
  return program;
}

/**
 * Runs a command whose result is one file, outside the program's memory. Failures that another command may avoid are answered.
 * @param more `prepare` puts further files where the command looks for them; `tellsNoTime` for encoders that write all at the end;
 * `inMemory` for commands that read their own result.
 */
export async function runInto(
  job: Job,
  command: readonly string[],
  mediaType: string,
  more: { readonly prepare?: (program: Program) => void; readonly tellsNoTime?: boolean; readonly inMemory?: boolean } = {},
): Promise<End> {
  const program = await programFor(job);
  const output = await job.context.openOutput();
  if (more.inMemory) program.files.writeFile(RESULT, new Uint8Array());
  else mountOutput(program.files, RESULT, output);
  more.prepare?.(program);
  try {
    const run = runTimed(job, program, command);
    if (more.inMemory && !run.failure) output.write(program.files.readFile(RESULT), 0);
    if (run.failure || output.size === 0) {
      await output.discard();
      return { ok: false, failure: run.failure ?? failureOf(run.log, 'corrupt') };
    }
    const content = await output.close(mediaType);
    return { ok: true, output: { content }, damaged: run.damaged || (run.short && !more.tellsNoTime) };
  } catch (thrown) {
    await output.discard();
    if (thrown instanceof ConversionError && thrown.code === 'unsupported-feature') return { ok: false, failure: thrown };
    throw thrown;
  }
}

/** Less than this of what a file announces means that it is cut off; tracks differ a little, and pictures are held back. */
const SHORT_SHARE = 0.95;
const SHORT_SECONDS = 0.35;
/** Pictures an encoder keeps to itself while it tells the time. */
const HELD_BACK = 3;

export type TimedRun = {
  readonly failure?: ConversionError;
  readonly log: readonly string[];
  readonly damaged: boolean;
  /** Much of what the file announces is missing. */
  readonly short: boolean;
};

/** Runs a command and tells its progress by the time it has written. */
export function runTimed({ context, facts, media }: Job, program: Program, command: readonly string[]): TimedRun {
  const expected = lengthOf(facts, media);
  let written = 0;
  const { code, log } = program.run(command, (seconds) => {
    written = Math.max(written, seconds);
    if (expected) context.onProgress(Math.min(0.99, written / expected));
  });
  if (code !== 0) return { failure: failureOf(log, 'unsupported-feature'), log, damaged: true, short: true };
  if (log.some((line) => line.includes('Output file is empty')))
    return { failure: failureOf(log, 'corrupt'), log, damaged: true, short: true };
  const announced = facts.guessedDuration ? undefined : expected;
  const slack = SHORT_SECONDS + (media.frameRate ? HELD_BACK / media.frameRate : 0);
  const short = announced !== undefined && written < announced * SHORT_SHARE - slack;
  return { log, damaged: tellsDamage(log), short };
}
