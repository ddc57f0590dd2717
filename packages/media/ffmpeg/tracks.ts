import type { ConvertResult } from '@bakkum/conversion/engine';
import { ConversionError, type ConversionErrorCode } from '@bakkum/conversion/errors';
import { type Ambition, commandFor, extraInputs, type Made, moving, sounds } from './command.ts';
import { DAMAGED, type Job, runInto } from './job.ts';
import { repackSound } from './repacked-sound.ts';
import { pictureForSound } from './sound-picture.ts';
import { SOUND_SOURCES } from './sources.ts';
import type { Target } from './targets.ts';

type Attempt = { readonly ambition: Ambition; readonly keepsBriefest: boolean };

/** Attempts in order; each with `keepsBriefest` runs only after one that lost all frames. */
const ATTEMPTS: readonly Attempt[] = [
  { ambition: 'copy', keepsBriefest: false },
  { ambition: 'copy', keepsBriefest: true },
  { ambition: 'encode', keepsBriefest: false },
  { ambition: 'encode', keepsBriefest: true },
  { ambition: 'bare', keepsBriefest: false },
  { ambition: 'bare', keepsBriefest: true },
];

/** MPEG-4 formats, whose index FFmpeg moves to the front by reading its own result again. */
const HAVE_INDEX: ReadonlySet<string> = new Set(['mp4', 'mov', 'ipod', '3gp', '3g2']);

/**
 * Maximum number of attempts to meet a size limit. Encoders overshoot; each attempt requests less by the excess of the last one.
 */
const SIZE_ATTEMPTS = 4;
const SIZE_MARGIN = 0.97;

/** Errors that no other command can avoid. */
const HOPELESS: ReadonlySet<ConversionErrorCode> = new Set<ConversionErrorCode>(['out-of-memory', 'encrypted', 'storage-full']);

/** Converts audio and video into a container, within the requested size limit. */
export async function convertTracks(job: Job, target: Target): Promise<ConvertResult> {
  const { targetSize } = job.media;
  let asked = targetSize;
  for (let attempt = 0; attempt < SIZE_ATTEMPTS; attempt += 1) {
    const result = await convertOnce(asked === undefined ? job : { ...job, media: { ...job.media, targetSize: asked } }, target);
    const size = sizeOf(result);
    if (targetSize === undefined || asked === undefined || size <= targetSize) return result;
    asked = Math.floor(asked * (targetSize / size) * SIZE_MARGIN);
  }
  throw new ConversionError('unsupported-feature', `does not become as small as ${String(targetSize)} bytes`);
}

function sizeOf({ outputs: [{ content }] }: ConvertResult): number {
  return content instanceof Blob ? content.size : 0;
}

/** Tries the command that keeps the most first; each later attempt keeps less. */
async function convertOnce(job: Job, target: Target): Promise<ConvertResult> {
  let failure = nothingFor(job, target);
  if (failure) throw failure;
  let last = '';
  let pictureless = false;
  const made = await prepare(job, target);
  const indexFirst = HAVE_INDEX.has(target.muxer) && job.tool.source.size <= job.tool.mostRewritten;
  const asked = { facts: job.facts, request: job.media, from: job.from, ways: job.tool };
  for (const { ambition, keepsBriefest } of ATTEMPTS) {
    const command = commandFor({ ...asked, target, made, indexFirst, keepsBriefest }, ambition);
    const text = command.arguments.join(' ');
    if (text === last || (keepsBriefest && !pictureless)) continue;
    last = text;
    const end = await runInto(job, command.arguments, target.mediaType, {
      rewrites: indexFirst,
      files: extraInputs(made),
      shows: hasPictures(job, target),
    });
    if (end.ok) return { outputs: [end.output], warnings: [...command.warnings, ...(end.damaged ? [DAMAGED] : [])] };
    ({ failure, pictureless } = end);
    if (HOPELESS.has(failure.code)) break;
  }
  throw failure ?? new ConversionError('internal', 'nothing was tried');
}

/** Returns whether the trimmed range contains frames of the source. */
function hasPictures({ facts, media: { trimStart = 0 } }: Job, target: Target): boolean {
  const [track] = moving(facts);
  return target.video !== undefined && track !== undefined && (track.duration === 0 || trimStart < track.duration);
}

async function prepare(job: Job, target: Target): Promise<Made> {
  const wantsPicture = target.video && moving(job.facts).length === 0 && SOUND_SOURCES.includes(job.from);
  const picture = wantsPicture ? await pictureForSound(job, target) : undefined;
  const sound = target.audio ? await repackSound(job) : undefined;
  return { ...(picture ? { picture } : {}), ...(sound ? { sound } : {}) };
}

function nothingFor({ facts }: Job, target: Target): ConversionError | undefined {
  const pictures = target.video ? moving(facts).length : 0;
  const carried = pictures + (target.audio ? sounds(facts).length : 0);
  return carried > 0 ? undefined : new ConversionError('unsupported-feature', `nothing in it that ${target.id} carries`);
}
