import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { runProcess } from '@bakkum/native-programs/process';
import { isInstalled } from '../../installed-programs.ts';
import type { Playback } from '../playback.ts';
import { ARCHIVE_JUDGES } from './archives.ts';
import { CALENDAR_CONTACTS_JUDGES } from './calendars-contacts.ts';
import { DATA_JUDGES } from './data.ts';
import { DOCUMENT_JUDGES } from './documents.ts';
import { FONT_JUDGES } from './fonts.ts';
import { GEO_JUDGES } from './geo.ts';
import { isMedia, mediaFaults } from './media.ts';
import { MODEL_JUDGES } from './models.ts';
import { RECORD_JUDGES } from './records.ts';
import { SUBTITLE_JUDGES } from './subtitles.ts';
import { SWATCH_JUDGES } from './swatches.ts';

const run = promisify(execFile);
const LIMITS = { timeout: 60_000, maxBuffer: 1 << 24 };

/** A native program that opens a result: its command line, and the expected output. Never our own reader. */
type Judge = {
  readonly program: string;
  readonly arguments: (file: string) => readonly string[];
  /** Passes the file on standard input. */
  readonly fromInput?: true;
  readonly accepts: RegExp;
};

const identify = (prefix: string): Judge => ({
  program: 'identify',
  arguments: (file) => ['-format', '%w %h\n', `${prefix}:${file}`],
  accepts: /^[1-9]\d* [1-9]/,
});
const picture: Judge = { program: 'identify', arguments: (file) => ['-format', '%w %h\n', file], accepts: /^[1-9]\d* [1-9]/ };
const ffprobe: Judge = {
  program: 'ffprobe',
  arguments: (file) => ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0', file],
  accepts: /^[1-9]\d*,[1-9]/,
};

/** By format; ImageMagick judges all others under the name of the format. */
const JUDGES: Readonly<Record<string, Judge>> = {
  ...DOCUMENT_JUDGES,
  ...ARCHIVE_JUDGES,
  ...SUBTITLE_JUDGES,
  ...FONT_JUDGES,
  ...GEO_JUDGES,
  ...CALENDAR_CONTACTS_JUDGES,
  ...DATA_JUDGES,
  ...MODEL_JUDGES,
  ...RECORD_JUDGES,
  ...SWATCH_JUDGES,
  pdf: { program: 'pdfinfo', arguments: (file) => [file], accepts: /Pages: +[1-9]/ },
  heic: { program: 'heif-info', arguments: (file) => [file], accepts: /image: \d+x\d+/ },
  avif: { program: 'heif-info', arguments: (file) => [file], accepts: /image: \d+x\d+/ },
  jxl: { program: 'jxlinfo', arguments: (file) => [file], accepts: /\d+x\d+/ },
  apng: ffprobe,
  qoi: ffprobe,
  phm: { ...ffprobe, arguments: (file) => ['-f', 'phm_pipe', ...ffprobe.arguments(file)] },
  icns: { program: 'icns2png', arguments: (file) => ['--list', file], accepts: /\d+x\d+/ },
  farbfeld: { program: 'ff2png', arguments: () => [], fromInput: true, accepts: /PNG/ },
  'avs-image': identify('avs'),
  'pdb-image': identify('pdb'),
  svg: { program: 'rsvg-convert', arguments: (file) => ['--format', 'png', '--width', '64', file], accepts: /PNG/ },
  eps: { program: 'gs', arguments: (file) => ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=bbox', file], accepts: /^/ },
  ps: { program: 'gs', arguments: (file) => ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=bbox', file], accepts: /^/ },
  svgz: { program: 'gzip', arguments: (file) => ['--test', file], accepts: /^/ },
  jpeg: picture,
  png: picture,
  webp: picture,
  gif: picture,
  tiff: picture,
};

export type Verdict = { readonly judge: string; readonly verdict: 'valid' | 'invalid' | 'unjudged' };

/**
 * Returns whether an independent program opens the file as its format. `unjudged` when that program or its library is not
 * installed.
 * Audio and video are compared with their source.
 */
export async function judgeFile(file: string, format: string, source: string, playback?: Playback): Promise<Verdict> {
  if (isMedia(format)) return judgeMedia(file, format, source, playback);
  const judge = JUDGES[format] ?? identify(format);
  if (!isInstalled(judge.program)) return { judge: judge.program, verdict: 'unjudged' };
  try {
    const opening = run(judge.program, [...judge.arguments(file)], { ...LIMITS, encoding: 'latin1' });
    // A program may end before it has read everything; its exit code tells whether the file is valid.
    if (judge.fromInput && opening.child.stdin)
      await pipeline(createReadStream(file), opening.child.stdin).catch(() => undefined);
    const { stdout } = await opening;
    return { judge: judge.program, verdict: judge.accepts.test(stdout) ? 'valid' : 'invalid' };
  } catch (refusal) {
    return { judge: judge.program, verdict: lacksLibrary(refusal) ? 'unjudged' : 'invalid' };
  }
}

/** Detects a Python without the library for fonts or drawings. */
function lacksLibrary(refusal: unknown): boolean {
  return refusal instanceof Error && 'stderr' in refusal && /^ModuleNotFoundError: /m.test(String(refusal.stderr));
}

const OFFICE_FAMILIES: ReadonlySet<string> = new Set(['document', 'spreadsheet', 'presentation']);

/**
 * Returns whether LibreOffice makes a PDF of it, or pandoc a text. Uses a separate profile, so that no running LibreOffice takes
 * over the file.
 */
async function isReadableByOffice(file: string): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bakkum-baseline-'));
  try {
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const saving = ['--headless', '--convert-to', 'pdf', '--outdir', path.join(folder, 'out'), file];
    const given = {
      folder,
      environment: { PATH: process.env['PATH'] ?? '', HOME: folder },
      signal: new AbortController().signal,
    };
    const line = ['soffice', profile, ...saving] as const;
    await runProcess({ ...given, line, seconds: LIMITS.timeout / 1000 }).catch(() => undefined); // the folder stays empty in that case
    if ((await readdir(path.join(folder, 'out')).catch(() => [])).length > 0) return true;
    await run('pandoc', ['--to', 'plain', '--output', path.join(folder, 'text'), file], LIMITS);
    return true;
  } catch {
    return false; // neither reads it
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function judgeMedia(file: string, format: string, source: string, playback?: Playback): Promise<Verdict> {
  if (!isInstalled('ffprobe')) return { judge: 'ffprobe', verdict: 'unjudged' };
  const faults = await mediaFaults(file, format, source, playback).catch(() => ['ffprobe refused it']);
  return faults.length === 0
    ? { judge: 'ffprobe', verdict: 'valid' }
    : { judge: `ffprobe: ${faults.join(', ')}`, verdict: 'invalid' };
}

/** Returns whether native FFmpeg, or for other families ImageMagick, reads it: the baseline for what we should read. */
export async function isNativelyReadable(file: string, family: string): Promise<boolean> {
  if (OFFICE_FAMILIES.has(family)) return isReadableByOffice(file);
  try {
    if (family !== 'audio' && family !== 'video')
      return /^[1-9]/.test((await run('identify', ['-format', '%w\n', `${file}[0]`], LIMITS)).stdout);
    const decoding = ['-v', 'quiet', '-stats', '-nostdin', '-protocol_whitelist', 'file', '-i', file, '-f', 'null', '-'];
    return /(size|frame)=/.test((await run('ffmpeg', decoding, LIMITS)).stderr);
  } catch {
    return false; // it refused the file
  }
}
