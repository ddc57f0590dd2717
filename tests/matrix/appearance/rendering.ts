import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { NativeOffice } from '../../fidelity/native-office.ts';
import { decode } from '../compare.ts';
import { type Look, parsePpm } from './look.ts';

const run = promisify(execFile);
const LIMITS = { timeout: 120_000, maxBuffer: 1 << 28 };
/** Pixels per inch of rendered pages. */
const DPI = 40;
const MAX_PAGES = 4;
/** Longer side of decoded images, in pixels. */
const IMAGE_SIDE = 400;

/** Writes the PDF of a document with native LibreOffice; a PDF is used as it is. `undefined` when LibreOffice refuses the file. */
export async function printed(file: string, format: string, folder: string, office: NativeOffice): Promise<string | undefined> {
  if (format === 'pdf') return file;
  const target = path.join(folder, `${crypto.randomUUID()}.pdf`);
  return (await office.convert(file, format, 'pdf', target)) ? target : undefined;
}

/** Renders the first pages of a PDF. */
export async function pageLooks(pdf: string, folder: string): Promise<readonly Look[]> {
  const stem = crypto.randomUUID();
  await run('pdftoppm', ['-r', String(DPI), '-l', String(MAX_PAGES), pdf, path.join(folder, stem)], LIMITS);
  const names = (await readdir(folder)).filter((name) => name.startsWith(stem)).sort();
  return Promise.all(names.map(async (name) => parsePpm(await readFile(path.join(folder, name)))));
}

/** Decodes an image on white. At other widths, thin lines are paler. */
export async function imageLook(file: string, format: string, folder: string, maxWidth = IMAGE_SIDE): Promise<Look> {
  const png = path.join(folder, `${crypto.randomUUID()}.png`);
  await decode(file, format, png);
  const ppm = png.replace(/png$/, 'ppm');
  await run('convert', [png, '-resize', `${Math.min(maxWidth, IMAGE_SIDE)}x${IMAGE_SIDE}>`, '-depth', '8', ppm], LIMITS);
  return parsePpm(await readFile(ppm));
}

/** Decodes the frame of a video at a time in seconds. */
export async function frameLook(file: string, seconds: number, folder: string): Promise<Look> {
  const ppm = path.join(folder, `${crypto.randomUUID()}.ppm`);
  const frame = ['-frames:v', '1', '-vf', `scale=${IMAGE_SIDE}:-2`, '-pix_fmt', 'rgb24', '-c:v', 'ppm', '-f', 'image2', ppm];
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-ss', String(seconds), '-i', file, '-map', '0:V:0', ...frame], LIMITS);
  return parsePpm(await readFile(ppm));
}

/** Samples per second to which audio is resampled before it is measured. */
const RATE = 8000;

/** Share of a track from which FFmpeg counts as decoding it: old versions decode only the first of several AMR frames in a packet. */
const MOST = 0.5;
/** Seconds that encoders add before the first sound. */
const ENCODER_DELAY = 0.1;

/**
 * Returns the energy of the first audio track in decibels, relative to a second of full scale. Unlike the mean volume, it does not depend
 * on gaps, which some containers leave out. `undefined` without a track that FFmpeg decodes.
 */
export async function energyOf(file: string): Promise<number | undefined> {
  const measuring = ['-map', '0:a:0', '-af', `aformat=channel_layouts=mono:sample_rates=${RATE},volumedetect`, '-f', 'null', '-'];
  const text = await run('ffmpeg', ['-v', 'info', '-nostdin', '-i', file, ...measuring], LIMITS).then(
    ({ stderr }) => stderr,
    () => '', // it has no audio track, or FFmpeg does not decode it
  );
  const [level, samples] = [/mean_volume: (-?[\d.]+) dB/, /n_samples: (\d+)/].map((pattern) => pattern.exec(text)?.[1]);
  const seconds = Number(samples) / RATE;
  if (level === undefined || seconds < ((await trackSeconds(file)) - ENCODER_DELAY) * MOST) return undefined;
  return Number(level) + 10 * Math.log10(seconds);
}

/** Returns the length of the first audio track in seconds, 0 when the file does not state it. */
async function trackSeconds(file: string): Promise<number> {
  const entries = ['-select_streams', 'a:0', '-show_entries', 'stream=duration', '-of', 'csv=p=0'];
  const { stdout } = await run('ffprobe', ['-v', 'quiet', ...entries, file], LIMITS);
  return Number.parseFloat(stdout) || 0;
}

/** Returns the length of a file in seconds, 0 when unknown. */
export async function secondsOf(file: string): Promise<number> {
  const { stdout } = await run('ffprobe', ['-v', 'quiet', '-show_entries', 'format=duration', '-of', 'csv=p=0', file], LIMITS);
  return Number(stdout.trim()) || 0;
}
