import type { EngineContext, EngineOutput, FormatId, Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { MediaRequest } from '@bakkum/media-options/request';
import { type ExtraInput, lengthOf } from './command.ts';
import type { Facts } from './facts.ts';
import { failureOf, reportsDamage } from './failures.ts';
import type { Ran, Tool } from './tool.ts';

/** One conversion: its source, target and known properties. */
export type Job = {
  readonly tool: Tool;
  readonly context: Pick<EngineContext, 'signal' | 'onProgress'>;
  readonly from: FormatId;
  readonly facts: Facts;
  readonly media: MediaRequest;
};

export const DAMAGED: Warning = { code: 'damaged-source' };

const NO_PICTURE = new ConversionError('corrupt', 'the result would have no picture');

export type End =
  | { readonly ok: true; readonly output: EngineOutput; readonly damaged: boolean }
  | { readonly ok: false; readonly failure: ConversionError; readonly pictureless: boolean };

/**
 * Runs a command whose result is one file. Returns failures that another command may avoid.
 * @param more `files` the command reads in addition to the source; `tellsNoTime` for encoders that write everything at the end;
 * `rewrites` for commands that read their own result; `shows` where a result without any frame counts as a failure
 */
export async function runInto(
  job: Job,
  command: readonly string[],
  mediaType: string,
  more: {
    readonly files?: readonly ExtraInput[];
    readonly tellsNoTime?: boolean;
    readonly rewrites?: boolean;
    readonly shows?: boolean;
  } = {},
): Promise<End> {
  job.context.signal.throwIfAborted();
  const clock = clockOf(job);
  try {
    const call = { arguments: command, files: more.files ?? [], onTime: clock.onTime };
    const { file, ...ran } = await job.tool.run(call, more.rewrites ?? false);
    const run = clock.judge(ran);
    const pictureless = ran.pictures === 0;
    const isLost = pictureless && more.shows === true;
    if (run.failure || file.size === 0 || isLost) {
      await file.discard();
      const failure = run.failure ?? (isLost ? NO_PICTURE : failureOf(run.log, 'corrupt'));
      return { ok: false, failure, pictureless };
    }
    const content = await file.close(mediaType);
    return { ok: true, output: { content }, damaged: run.damaged || (run.short && !more.tellsNoTime) };
  } catch (thrown) {
    if (thrown instanceof ConversionError && thrown.code === 'unsupported-feature')
      return { ok: false, failure: thrown, pictureless: false };
    throw thrown;
  }
}

/**
 * A result with less than this share of the announced duration was truncated; tracks differ a little, and encoders delay frames.
 */
const SHORT_SHARE = 0.95;
const SHORT_SECONDS = 0.35;
/** Number of frames an encoder holds back while it reports the time. */
const HELD_BACK = 3;

export type TimedRun = {
  readonly failure?: ConversionError;
  readonly log: readonly string[];
  readonly damaged: boolean;
  /** Whether much of the announced duration is missing. */
  readonly short: boolean;
};

/** Reports the progress of a run by the time written so far, and judges the finished run by the same measure. */
export function clockOf({ context, facts, media }: Job): { onTime(seconds: number): void; judge(ran: Ran): TimedRun } {
  const expected = lengthOf(facts, media);
  let written = 0;
  return {
    onTime(seconds) {
      written = Math.max(written, seconds);
      if (expected) context.onProgress(Math.min(0.99, written / expected));
    },
    judge({ code, log }) {
      if (code !== 0) return { failure: failureOf(log, 'unsupported-feature'), log, damaged: true, short: true };
      if (log.some((line) => line.includes('Output file is empty')))
        return { failure: failureOf(log, 'corrupt'), log, damaged: true, short: true };
      const announced = facts.guessedDuration ? undefined : expected;
      const slack = SHORT_SECONDS + (media.frameRate ? HELD_BACK / media.frameRate : 0);
      const short = announced !== undefined && written < announced * SHORT_SHARE - slack;
      return { log, damaged: reportsDamage(log), short };
    },
  };
}
