import type { ConvertResult, EngineOutput, Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { inputArguments, lengthOf, moving, QUIET, threadArguments } from './command.ts';
import type { Track } from './facts.ts';
import { failureOf } from './failures.ts';
import { clockOf, DAMAGED, type Job, type TimedRun } from './job.ts';
import { scaleFilter, steadyRate } from './picture-encoders.ts';
import { JPEG_SCALE } from './qualities.ts';
import type { FrameTarget } from './targets.ts';

/** Maximum number of frames taken from one video. */
const MAX_FRAMES = 300;
const FOLDER = 'frames';

/** Extracts evenly spaced frames of a video, each as a file. */
export async function convertToFrames(job: Job, target: FrameTarget): Promise<ConvertResult> {
  const [track] = moving(job.facts);
  if (!track) throw new ConversionError('unsupported-feature', 'no moving pictures in it');
  const take = async (
    keepsBriefest: boolean,
  ): Promise<{ readonly files: readonly Blob[]; readonly run: TimedRun; readonly pictureless: boolean }> => {
    job.context.signal.throwIfAborted();
    const clock = clockOf(job);
    const call = { arguments: commandFor(job, track, target, keepsBriefest), onTime: clock.onTime };
    const { files, ...ran } = await job.tool.runForMany(call, FOLDER, target.mediaType);
    return { files, run: clock.judge(ran), pictureless: ran.pictures === 0 };
  };
  const steady = await take(false);
  const { files, run } = steady.pictureless ? await take(true) : steady;
  if (run.failure || files.length === 0) throw run.failure ?? failureOf(run.log, 'corrupt');
  const outputs = files.map((content, index): EngineOutput => ({ content, label: labelOf(index, files.length) }));
  const [first, ...rest] = outputs;
  if (!first) throw new ConversionError('internal', 'frames were lost');
  return { outputs: [first, ...rest], warnings: warningsFor(job, files.length, run.damaged || run.short) };
}

function commandFor(job: Job, track: Track, target: FrameTarget, keepsBriefest: boolean): readonly string[] {
  const encoder =
    target.id === 'jpeg'
      ? ['-c:v', 'mjpeg', '-q:v', String(JPEG_SCALE[job.media.quality]), '-pix_fmt', 'yuvj420p']
      : ['-c:v', 'png', '-compression_level', '50', '-pix_fmt', 'rgb24'];
  const filters = [
    ...steadyRate(String(rateOf(job)), keepsBriefest),
    ...(job.media.width || job.media.height ? scaleFilter(track, job.media) : []),
  ];
  return [
    ...QUIET,
    ...inputArguments(job.from, job.media, job.tool),
    '-map',
    `0:${track.index}`,
    '-vf',
    filters.join(','),
    '-frames:v',
    String(MAX_FRAMES),
    ...encoder,
    ...threadArguments(job.tool.threads),
    '-f',
    'image2',
    `${FOLDER}/%06d`,
  ];
}

const rateOf = (job: Job): number => job.media.frameRate ?? 1;

function labelOf(index: number, count: number): string {
  return `frame-${String(index + 1).padStart(Math.max(3, String(count).length), '0')}`;
}

function warningsFor(job: Job, count: number, damaged: boolean): readonly Warning[] {
  const expected = (lengthOf(job.facts, job.media) ?? 0) * rateOf(job);
  const stopped = count >= MAX_FRAMES && expected > MAX_FRAMES + 1;
  if (stopped) return [{ code: 'frames-dropped' }]; // stopped early on purpose, so the result is shorter than the video
  return damaged ? [DAMAGED] : [];
}
