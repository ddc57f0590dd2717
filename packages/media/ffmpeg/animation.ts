import type { ConvertResult } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { MediaRequest } from '@bakkum/media-options/request';
import { inputArguments, lengthOf, moving, QUIET, RESULT, threadArguments } from './command.ts';
import type { Track } from './facts.ts';
import { DAMAGED, type End, type Job, runInto } from './job.ts';
import { MAX_FRAMES, steadyRate } from './picture-encoders.ts';
import { GIF_COLOURS, WEBP_QUALITY } from './qualities.ts';
import type { AnimationTarget } from './targets.ts';

/**
 * Limit for frames held in memory while the palette is computed, in bytes: a clip of a few seconds takes 121 MB of the program's
 * memory when frames are held, 58 MB when they are decoded twice. Longer videos are scanned by their key frames only.
 */
const MAX_HELD_BYTES = 16 * 1024 * 1024;
const MAX_SEEN_BYTES = 256 * 1024 * 1024;
const PALETTE = 'palette.png';

/** Converts video into an animation: without audio, and by default smaller and with fewer frames. */
export async function convertToAnimation(job: Job, target: AnimationTarget): Promise<ConvertResult> {
  const [track] = moving(job.facts);
  if (!track) throw new ConversionError('unsupported-feature', 'no moving pictures in it');
  const make = (keepsBriefest: boolean): Promise<End> => {
    const shape = shaping(track, job.media, keepsBriefest);
    if (target.id === 'gif') return toGif(job, track, shape, target);
    return runInto(job, plainCommand(job, track, shape, target), target.mediaType, { tellsNoTime: target.id === 'webp' });
  };
  const first = await make(false);
  const end = !first.ok && first.pictureless ? await make(true) : first;
  if (!end.ok) throw end.failure;
  return { outputs: [end.output], warnings: end.damaged ? [DAMAGED] : [] };
}

/** Never scales up or adds frames: a rate is set only where the source has more frames per second. */
function shaping(track: Track, request: MediaRequest, keepsBriefest: boolean): string {
  const finest = track.finestFrameRate > MAX_FRAMES ? 0 : track.finestFrameRate;
  const source = track.frameRate || finest || 25;
  const rate = Math.min(request.frameRate ?? source, source);
  const width = request.width ? `min(${request.width}\\,iw)` : '-1';
  const height = request.height ? `min(${request.height}\\,ih)` : '-1';
  const both = request.width && request.height ? ':force_original_aspect_ratio=decrease' : '';
  const scale = request.width || request.height ? `,scale=${width}:${height}${both}:flags=lanczos` : '';
  return `${steadyRate(String(Math.round(rate * 1000) / 1000), keepsBriefest).join(',')}${scale}`;
}

async function toGif(job: Job, track: Track, shape: string, target: AnimationTarget): Promise<End> {
  const colours = GIF_COLOURS[job.media.quality];
  const finding = `palettegen=max_colors=${colours}:stats_mode=diff`;
  const using = 'paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle';
  const bytes = heldBytes(job, track);
  if (bytes <= MAX_HELD_BYTES) {
    const graph = `[0:${track.index}]${shape},split[a][b];[a]${finding}[p];[b][p]${using}`;
    return runInto(job, [...opening(job), '-filter_complex', graph, ...closing(job, target)], target.mediaType);
  }
  const palette = await findPalette(job, `[0:${track.index}]${shape},${finding}`, bytes <= MAX_SEEN_BYTES);
  const graph = `[0:${track.index}]${shape}[a];[a][1:v]${using}`;
  const found = { path: PALETTE, bytes: palette, opening: ['-f', 'png_pipe', '-i', PALETTE] };
  const command = [...opening(job), ...found.opening, '-filter_complex', graph, ...closing(job, target)];
  return runInto(job, command, target.mediaType, { files: [found] });
}

/** Computes the palette from all frames, or from the key frames, which are fast to decode and show what changes. */
async function findPalette(job: Job, graph: string, ofAll: boolean): Promise<Uint8Array<ArrayBuffer>> {
  const output = ['-frames:v', '1', '-f', 'image2', '-update', '1', PALETTE];
  const seen = ofAll ? [] : ['-skip_frame', 'nokey'];
  const command = [...QUIET, ...seen, ...inputOf(job), '-filter_complex', graph, ...output];
  const bytes = await job.tool.runForBytes({ arguments: command }, PALETTE);
  if (!bytes) throw new ConversionError('corrupt', 'no pictures to take colours from');
  return bytes;
}

function heldBytes(job: Job, track: Track): number {
  const { width, frameRate } = job.media;
  const across = Math.min(width ?? track.width, track.width);
  const down = track.width > 0 ? (across * track.height) / track.width : track.height;
  const seconds = lengthOf(job.facts, job.media) ?? Number.POSITIVE_INFINITY;
  return across * down * 4 * (frameRate ?? track.frameRate) * seconds;
}

function plainCommand(job: Job, track: Track, shape: string, target: AnimationTarget): readonly string[] {
  const encoder =
    target.id === 'webp'
      ? ['-c:v', 'libwebp_anim', '-q:v', String(WEBP_QUALITY[job.media.quality]), '-compression_level', '3']
      : ['-c:v', 'apng', '-pred', 'mixed'];
  return [...opening(job), '-map', `0:${track.index}`, '-vf', shape, ...encoder, ...closing(job, target)];
}

const inputOf = ({ from, media, tool }: Job): readonly string[] => inputArguments(from, media, tool);

function opening(job: Job): readonly string[] {
  return [...QUIET, ...inputOf(job)];
}

/** Makes the animation loop forever. */
function closing({ tool }: Job, { id }: AnimationTarget): readonly string[] {
  const again = id === 'apng' ? ['-plays', '0'] : ['-loop', '0'];
  return ['-an', '-sn', '-dn', ...again, ...threadArguments(tool.threads), '-f', id, RESULT];
}
