import { type ConvertRequest, type ConvertResult, type EngineContext, eachInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OutputFile } from '@bakkum/conversion/output-file';
import { QUIET, RESULT, SOURCE, threadArguments } from '@bakkum/media-ffmpeg/command';
import { type Facts, NO_TRACK, type Track } from '@bakkum/media-ffmpeg/facts';
import { type Job, runInto } from '@bakkum/media-ffmpeg/job';
import { pictureArguments } from '@bakkum/media-ffmpeg/picture-encoders';
import { type Target, targetOf } from '@bakkum/media-ffmpeg/targets';
import { mediaRequestOf } from '@bakkum/media-options/request';
import { createWarningLog, prepareFrames } from '@bakkum/raster/encode';
import { parseColour } from '@bakkum/raster/pixel-options';
import { type Pixels, type Raster, rasterOf } from '@bakkum/raster/raster';
import { type BlobReader, openBlobReader } from './blob-reader.ts';
import { toolFor } from './tool.ts';

/** Maximum frame size; larger images are scaled down. */
const MAX_FRAME_SIZE = { width: 1920, height: 1080 } as const;
/** Limit for uncompressed frames, on disk if available. */
const MAX_SPOOLED_BYTES = 2 ** 31;
const STILLS_RATE = { least: 4, most: 60 } as const;
const ANIMATION_RATE = { least: 5, most: 50 } as const;
/** Duration browsers assume for a frame without one. */
const USUAL_FRAME_MS = 100;

/** Converts images or an animated image to a silent video at the size of the first image. */
export async function convertPictures(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const log = createWarningLog();
  const spool = await context.openOutput();
  const film = await spoolFrames(request, context, spool, log.warn);
  const pixels = await openBlobReader(await spool.close('application/octet-stream'));
  const module = await context.wasm('core');
  const target = targetOf(request.to);
  const job: Job = {
    tool: toolFor(module, repeated(pixels, film), context),
    context,
    from: request.from,
    facts: factsOf(film),
    media: mediaRequestOf({ ...request.options, width: null, height: null, frameRate: null }),
  };
  const end = await runInto(job, commandFor(job, film, target), target.mediaType, { tellsNoTime: true });
  if (!end.ok) throw end.failure;
  context.onProgress(1);
  return { outputs: [end.output], warnings: log.warnings };
}

type Film = {
  readonly width: number;
  readonly height: number;
  /** Frames per second. */
  readonly rate: number;
  /** Index of the spooled image for each frame of the video. */
  readonly shown: readonly number[];
};

type Shown = { readonly milliseconds: number };

async function spoolFrames(
  request: ConvertRequest,
  { signal }: EngineContext,
  spool: OutputFile,
  warn: Parameters<typeof prepareFrames>[4],
): Promise<Film> {
  const { options } = request;
  let size: { width: number; height: number } | undefined;
  const frames: Shown[] = [];
  const background = typeof options.background === 'string' ? options.background : '#000000';
  const each = 1000 / (typeof options.frameRate === 'number' ? options.frameRate : 1);
  let moves = false;
  for await (const input of eachInput(request)) {
    const raster = rasterOf(input);
    moves ||= raster.kind === 'animation';
    const box = size ? { ...options, ...size, fit: 'contain', background } : { ...options, background };
    const limits = { depth: 8, alpha: false, maxWidth: MAX_FRAME_SIZE.width, maxHeight: MAX_FRAME_SIZE.height } as const;
    for await (const { pixels, durationMs } of prepareFrames(raster, box, limits, signal, warn)) {
      size ??= { width: even(pixels.width), height: even(pixels.height) };
      if (spool.size + size.width * size.height * 4 > MAX_SPOOLED_BYTES)
        throw new ConversionError('too-large', 'too many pictures');
      spool.write(onCanvas(pixels, size, background), spool.size);
      frames.push({ milliseconds: shownFor(raster, durationMs, each) });
      if (raster.kind === 'sizes') break;
    }
  }
  if (!size) throw new ConversionError('corrupt', 'no picture inside');
  return { ...size, ...timed(frames, moves) };
}

function shownFor({ kind }: Raster, durationMs: number, each: number): number {
  if (kind !== 'animation') return each;
  return durationMs > 0 ? durationMs : USUAL_FRAME_MS;
}

const even = (side: number): number => Math.max(2, side - (side % 2));

/** Picks a constant rate near that of the shortest frame and repeats each frame to match its duration. */
function timed(frames: readonly Shown[], moves: boolean): Pick<Film, 'rate' | 'shown'> {
  const quickest = 1000 / frames.reduce((least, { milliseconds }) => Math.min(least, milliseconds), Number.POSITIVE_INFINITY);
  const { least, most } = moves ? ANIMATION_RATE : STILLS_RATE;
  const rate = Math.round(Math.min(most, Math.max(least, quickest)));
  const shown: number[] = [];
  let until = 0;
  for (const [index, { milliseconds }] of frames.entries()) {
    until += milliseconds;
    while (shown.length < Math.max(Math.round((until / 1000) * rate), index + 1)) shown.push(index);
  }
  return { rate, shown };
}

/** Centres an image on a canvas of the video's size. Images of equal size pass through unchanged. */
function onCanvas(pixels: Pixels, { width, height }: { width: number; height: number }, background: string): Uint8Array {
  const source = new Uint8Array(pixels.data.buffer, pixels.data.byteOffset, pixels.data.byteLength);
  if (pixels.width === width && pixels.height === height) return source;
  const [red, green, blue] = parseColour(background);
  const canvas = new Uint8Array(width * height * 4);
  new Uint32Array(canvas.buffer).fill(new Uint32Array(new Uint8Array([red, green, blue, 255]).buffer)[0] ?? 0);
  const columns = Math.min(width, pixels.width);
  const left = Math.floor((width - columns) / 2);
  const top = Math.max(0, Math.floor((height - pixels.height) / 2));
  for (let row = 0; row < Math.min(height, pixels.height); row += 1) {
    const from = row * pixels.width * 4;
    canvas.set(source.subarray(from, from + columns * 4), ((top + row) * width + left) * 4);
  }
  return canvas;
}

/** Presents the frames as if each were stored as often as it is shown. */
function repeated(pixels: BlobReader, { width, height, shown }: Film): BlobReader {
  const frameBytes = width * height * 4;
  return {
    size: shown.length * frameBytes,
    read(target, position) {
      let done = 0;
      while (done < target.length) {
        const at = position + done;
        const frame = shown[Math.floor(at / frameBytes)];
        if (frame === undefined) break;
        const offset = at % frameBytes;
        const part = target.subarray(done, done + frameBytes - offset);
        const read = pixels.read(part, frame * frameBytes + offset);
        if (read === 0) break;
        done += read;
      }
      return done;
    },
  };
}

function trackOf({ width, height, rate }: Film): Track {
  return { ...NO_TRACK, index: 0, width, height, frameRate: rate, finestFrameRate: rate };
}

function factsOf(film: Film): Facts {
  return {
    container: 'rawvideo',
    duration: film.shown.length / film.rate,
    guessedDuration: false,
    chapters: 0,
    tracks: [trackOf(film)],
  };
}

function commandFor(job: Job, film: Film, target: Target): readonly string[] {
  const [codec] = target.video?.encodes ?? (['h264'] as const);
  return [
    ...QUIET,
    '-protocol_whitelist',
    'file',
    '-f',
    'rawvideo',
    '-pixel_format',
    'rgba',
    '-video_size',
    `${film.width}x${film.height}`,
    '-framerate',
    String(film.rate),
    '-i',
    SOURCE,
    ...pictureArguments(codec, trackOf(film), target, job.media),
    ...threadArguments(job.tool.threads),
    ...(target.flags ?? []),
    '-f',
    target.muxer,
    RESULT,
  ];
}
