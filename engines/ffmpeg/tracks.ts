import type { ConvertResult } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { type Ambition, commandFor, moving, sounds } from './command.ts';
import { DAMAGED, type Job, runInto } from './job.ts';
import { PICTURE, pictureForSound } from './sound-picture.ts';
import { SOUND_SOURCES } from './sources.ts';
import type { Target } from './targets.ts';

const AMBITIONS: readonly Ambition[] = ['copy', 'encode', 'bare'];

/** Sound and moving pictures into a container. Tries the best that can be done first; each later attempt keeps less. */
export async function convertTracks(job: Job, target: Target): Promise<ConvertResult> {
  let failure = nothingFor(job, target);
  if (failure) throw failure;
  let last = '';
  const wantsPicture = target.video && moving(job.facts).length === 0 && SOUND_SOURCES.includes(job.from);
  const picture = wantsPicture ? await pictureForSound(job, target) : undefined;
  for (const ambition of AMBITIONS) {
    const command = commandFor({ facts: job.facts, target, request: job.media, from: job.from }, ambition, picture);
    const text = command.arguments.join(' ');
    if (text === last) continue;
    last = text;
    const end = await runInto(job, command.arguments, target.mediaType, {
      prepare: ({ files }) => {
        if (picture) files.writeFile(PICTURE, picture.bytes);
      },
    });
    if (end.ok) return { outputs: [end.output], warnings: [...command.warnings, ...(end.damaged ? [DAMAGED] : [])] };
    failure = end.failure;
    if (failure.code === 'out-of-memory' || failure.code === 'encrypted') break;
  }
  throw failure ?? new ConversionError('internal', 'nothing was tried');
}

function nothingFor({ facts }: Job, target: Target): ConversionError | undefined {
  const pictures = target.video ? moving(facts).length : 0;
  const carried = pictures + (target.audio ? sounds(facts).length : 0);
  return carried > 0 ? undefined : new ConversionError('unsupported-feature', `nothing in it that ${target.id} carries`);
}
