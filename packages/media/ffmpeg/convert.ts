import type { ConvertRequest, ConvertResult, EngineContext } from '@bakkum/conversion/engine';
import { mediaRequestOf } from '@bakkum/media-options/request';
import { convertToAnimation } from './animation.ts';
import { moving, sounds } from './command.ts';
import type { Track } from './facts.ts';
import { convertToFrames } from './frames.ts';
import { DAMAGED, type Job } from './job.ts';
import { probe } from './probe.ts';
import { animationTargetOf, frameTargetOf, targetOf } from './targets.ts';
import type { Tool } from './tool.ts';
import { convertTracks } from './tracks.ts';

/** Converts the tool's source to audio, video, an animation or still frames. */
export async function convertMedia(request: ConvertRequest, context: EngineContext, tool: Tool): Promise<ConvertResult> {
  const { facts, damaged } = await probe(tool, request.from);
  let reached = 0;
  const onProgress = (fraction: number): void => {
    reached = Math.max(reached, fraction); // a second attempt starts over from zero
    context.onProgress(reached);
  };
  const media = mediaRequestOf(request.options);
  const job = { tool, context: { signal: context.signal, onProgress }, from: request.from, facts, media };
  const result = await convertTo(request.to, job);
  context.onProgress(1);
  const told = result.warnings.some(({ code }) => code === 'damaged-source');
  return damaged && !told ? { ...result, warnings: [...result.warnings, DAMAGED] } : result;
}

function convertTo(to: string, job: Job): Promise<ConvertResult> {
  const animation = animationTargetOf(to);
  if (animation) return convertToAnimation(lasting(job, moving(job.facts)), animation);
  const frames = frameTargetOf(to);
  if (frames) return convertToFrames(lasting(job, moving(job.facts)), frames);
  const target = targetOf(to);
  return convertTracks(target.video ? job : lasting(job, sounds(job.facts)), target);
}

/** Sets the duration of the job to that of the first track it keeps; the others may be longer. */
function lasting(job: Job, [track]: readonly Track[]): Job {
  return track && track.duration > 0 ? { ...job, facts: { ...job.facts, duration: track.duration } } : job;
}
