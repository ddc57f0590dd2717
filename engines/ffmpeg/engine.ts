import { blobOf, type ConvertRequest, type ConvertResult, type Engine, type EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { mediaRequestOf } from '@bakkum/media-options/request';
import { RASTER } from '@bakkum/raster/raster';
import { convertToAnimation } from './animation.ts';
import { openBlobReader } from './blob-reader.ts';
import { moving, sounds } from './command.ts';
import type { Track } from './facts.ts';
import { convertToFrames } from './frames.ts';
import { DAMAGED, type Job } from './job.ts';
import { convertPictures } from './pictures-to-film.ts';
import { probe } from './probe.ts';
import { animationTargetOf, frameTargetOf, targetOf } from './targets.ts';
import { convertTracks } from './tracks.ts';

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    if (request.from === RASTER) return convertPictures(request, context);
    const { job, damaged } = await open(request, context);
    const result = await convertTo(request.to, job);
    context.onProgress(1);
    const told = result.warnings.some(({ code }) => code === 'damaged-source');
    return damaged && !told ? { ...result, warnings: [...result.warnings, DAMAGED] } : result;
  },
};

async function open(request: ConvertRequest, context: EngineContext): Promise<{ job: Job; damaged: boolean }> {
  const blob = blobOf(request.inputs[0]);
  if (blob.size === 0) throw new ConversionError('empty', 'zero bytes');
  const module = await context.wasm('core');
  const reader = await openBlobReader(blob);
  const { facts, damaged } = await probe(module, reader, request.from);
  let reached = 0;
  const onProgress = (fraction: number): void => {
    reached = Math.max(reached, fraction); // a second attempt starts over
    context.onProgress(reached);
  };
  const job = { module, reader, context: { ...context, onProgress }, from: request.from, facts };
  return { job: { ...job, media: mediaRequestOf(request.options) }, damaged };
}

function convertTo(to: string, job: Job): Promise<ConvertResult> {
  const animation = animationTargetOf(to);
  if (animation) return convertToAnimation(lasting(job, moving(job.facts)), animation);
  const frames = frameTargetOf(to);
  if (frames) return convertToFrames(lasting(job, moving(job.facts)), frames);
  const target = targetOf(to);
  return convertTracks(target.video ? job : lasting(job, sounds(job.facts)), target);
}

/** The job, as long as the first of the tracks it carries: the others may be longer. */
function lasting(job: Job, [track]: readonly Track[]): Job {
  return track && track.duration > 0 ? { ...job, facts: { ...job.facts, duration: track.duration } } : job;
}
