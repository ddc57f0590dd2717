import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { InstalledProgram } from '../native-program.ts';

export const CLIP_SECONDS = 30;
export const BATCH = 10;
const FILM_CLIPS = 2;
const SOUND_SECONDS = 300;
/** 8 Mb/s of video and 192 kb/s of audio: 31 MB for the clip, 1.5 GB for the big file. */
const BIG_CLIPS = 50;

/** Moving patterns with camera-like grain, and noise that differs between left and right. */
const PICTURES = `testsrc2=size=1280x720:rate=30:duration=${CLIP_SECONDS},noise=alls=12:allf=t`;
const SOUND = 'anoisesrc=color=pink:amplitude=0.4:sample_rate=48000';
const STEREO = ['-filter_complex', '[0:a][1:a]join=inputs=2:channel_layout=stereo[a]', '-map', '[a]'];
const QUIET = ['-nostdin', '-y', '-loglevel', 'error'];

/** Creates the sources of the contests: the clip, the video of two clips, and the audio. */
export async function makeSources(folder: string, ffmpeg: InstalledProgram): Promise<void> {
  const at = (name: string): string => path.join(folder, name);
  const noises = ['-f', 'lavfi', '-i', `${SOUND}:seed=1`, '-f', 'lavfi', '-i', `${SOUND}:seed=2`];
  const pictures = ['-f', 'lavfi', '-i', PICTURES];
  const h264 = ['-map', '2:v', '-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '8M', '-pix_fmt', 'yuv420p', '-g', '60'];
  const aac = ['-c:a', 'aac', '-b:a', '192k'];
  const length = (seconds: number): readonly string[] => ['-t', String(seconds)];
  await ffmpeg.run([...QUIET, ...noises, ...pictures, ...STEREO, ...h264, ...aac, ...length(CLIP_SECONDS), at('clip.mp4')]);
  await ffmpeg.run([...QUIET, ...noises, ...STEREO, ...length(SOUND_SECONDS), at('sound.wav')]);
  await repeat(ffmpeg, folder, FILM_CLIPS, 'film.mp4');
}

/** Creates a file of 1.5 GB and 25 minutes. */
export async function makeBigFile(folder: string, ffmpeg: InstalledProgram): Promise<string> {
  await repeat(ffmpeg, folder, BIG_CLIPS, 'big.mp4');
  return path.join(folder, 'big.mp4');
}

/** Cuts the clip into pieces of four seconds. */
export async function makeBatch(folder: string, ffmpeg: InstalledProgram): Promise<readonly string[]> {
  const files = Array.from({ length: BATCH }, (_, index) => path.join(folder, `piece-${index}.mp4`));
  for (const [index, file] of files.entries()) {
    const from = ['-ss', String(index * 2), '-t', '4', '-i', path.join(folder, 'clip.mp4')];
    await rm(file, { force: true });
    await ffmpeg.run([...QUIET, ...from, '-c', 'copy', file]);
  }
  return files;
}

async function repeat(ffmpeg: InstalledProgram, folder: string, times: number, name: string): Promise<void> {
  const loop = ['-stream_loop', String(times - 1), '-i', path.join(folder, 'clip.mp4')];
  await ffmpeg.run([...QUIET, ...loop, '-map', '0', '-c', 'copy', path.join(folder, name)]);
}
