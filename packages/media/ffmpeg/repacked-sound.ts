import { type ExtraInput, inputArguments, QUIET, sounds } from './command.ts';
import type { Job } from './job.ts';

const SOUND = 'sound.amr';

/**
 * Phones put several AMR frames into one packet of an MPEG-4 file, of which this FFmpeg decodes only the first. In an AMR file
 * each frame is a packet, so the packets are copied into one first. `undefined` where that is not needed or not possible.
 */
export async function repackSound(job: Job): Promise<ExtraInput | undefined> {
  const [track] = sounds(job.facts);
  if (!track || !/^amr_[nw]b$/.test(track.codec) || !job.facts.container.includes('mp4')) return undefined;
  const opening = inputArguments(job.from, job.media, job.tool);
  const command = [...QUIET, ...opening, '-map', `0:${track.index}`, '-c:a', 'copy', '-f', 'amr', SOUND];
  const bytes = await job.tool.runForBytes({ arguments: command }, SOUND);
  return bytes ? { path: SOUND, bytes, opening: ['-f', 'amr', '-i', SOUND] } : undefined;
}
