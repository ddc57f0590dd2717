import { type ExtraInput, inputArguments, QUIET, sounds } from './command.ts';
import { type Job, programFor } from './job.ts';

const SOUND = '/sound.amr';

/**
 * Phones put several AMR frames into one packet of an MPEG-4 file, of which this FFmpeg decodes only the first. In a file of its
 * own each frame is a packet; the packets are copied into one first. `undefined` where that is not needed or not possible.
 */
export async function repackSound(job: Job): Promise<ExtraInput | undefined> {
  const [track] = sounds(job.facts);
  if (!track || !/^amr_[nw]b$/.test(track.codec) || !job.facts.container.includes('mp4')) return undefined;
  const program = await programFor(job);
  program.files.writeFile(SOUND, new Uint8Array());
  const opening = inputArguments(job.from, job.media);
  const { code } = program.run([...QUIET, ...opening, '-map', `0:${track.index}`, '-c:a', 'copy', '-f', 'amr', SOUND]);
  const bytes = program.files.readFile(SOUND);
  return code === 0 && bytes.length > 0 ? { path: SOUND, bytes, opening: ['-f', 'amr', '-i', SOUND] } : undefined;
}
