import type { ConvertRequest, ConvertResult, Engine, EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { ImageMetadata } from '@bakkum/image-metadata/metadata';
import { encodeTogether } from '@bakkum/raster/combine';
import { createWarningLog, encodeStills, keptMetadata, type PixelTarget, prepareFrames } from '@bakkum/raster/encode';
import { convertToSrgb } from '@bakkum/raster/icc-to-srgb';
import { createPause } from '@bakkum/raster/pause';
import { pixelRequestOf } from '@bakkum/raster/pixel-options';
import type { Pixels, Raster } from '@bakkum/raster/raster';
import { frameBlock, gifFile, MAX_SIDE } from './file.ts';
import { type Area, differingArea, type Picture, pixelsToDraw, toPicture, uncovers, wholeArea } from './picture.ts';

const MEDIA_TYPE = 'image/gif';
const TARGET: PixelTarget = { depth: 8, alpha: true, maxWidth: MAX_SIDE, maxHeight: MAX_SIDE };
/** Browsers show frames shorter than two hundredths of a second for ten. */
const MIN_DELAY = 2;
const MAX_DELAY = 65_535;

/** A frame held back until the next one determines its disposal. `before` is what is displayed below it, if anything. */
type Pending = { readonly picture: Picture; readonly before: Picture | undefined; durationMs: number };

type Log = ReturnType<typeof createWarningLog>;

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    return encodeTogether(request, context, 'animation', (raster) =>
      raster.kind === 'animation' ? encodeAnimation(request, raster, context) : encodePictures(request, context),
    );
  },
};

function encodePictures(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  return encodeStills(request, context, { ...TARGET, mediaType: MEDIA_TYPE }, async ({ pixels, metadata, warn }) => {
    const picture = pictureOf(pixels, metadata, warn);
    return gifFile([blockOf({ picture, before: undefined }, false, 0, warn)], picture, 1);
  });
}

/** Writes all frames to one file. Each frame stores only its changed area; equal frames are merged. */
async function encodeAnimation(request: ConvertRequest, raster: Raster, context: EngineContext): Promise<ConvertResult> {
  const { warn, warnings } = createWarningLog();
  const metadata = keptMetadata(raster.metadata, pixelRequestOf(request.options));
  const blocks: Uint8Array[] = [];
  const delayOf = createClock();
  const pause = createPause(context.signal);
  let pending: Pending | undefined;
  let seen = 0;
  for await (const { pixels, durationMs } of prepareFrames(raster, request.options, TARGET, context.signal, warn)) {
    const picture = pictureOf(pixels, metadata, warn);
    if (!pending) pending = { picture, before: undefined, durationMs };
    else if (!changedSince(pending.picture, picture)) pending.durationMs += durationMs;
    else {
      const clears = uncovers(pending.picture, picture);
      blocks.push(blockOf(pending, clears, delayOf(pending.durationMs), warn));
      pending = { picture, before: clears ? undefined : pending.picture, durationMs };
    }
    seen += 1;
    context.onProgress(Math.min(1, seen / raster.frameCount));
    await pause();
  }
  if (!pending) throw new ConversionError('corrupt', 'an animation without frames');
  blocks.push(blockOf(pending, false, delayOf(pending.durationMs), warn));
  const file = gifFile(blocks, pending.picture, raster.loopCount);
  return { outputs: [{ content: new Blob([file], { type: MEDIA_TYPE }) }], warnings };
}

/** GIF supports neither portable metadata nor profiles, so colours are converted to sRGB. */
function pictureOf(pixels: Pixels, { icc, exif, xmp }: ImageMetadata, warn: Log['warn']): Picture {
  const converted = icc && convertToSrgb(pixels, icc);
  if (converted?.changed) warn({ code: 'profile-converted' });
  if (exif || xmp || (icc && !converted)) warn({ code: 'metadata-dropped' });
  const { picture, hasMidAlpha } = toPicture(pixels);
  if (hasMidAlpha) warn({ code: 'colours-reduced' });
  return picture;
}

function changedSince(before: Picture, after: Picture): Area | undefined {
  if (before.width !== after.width || before.height !== after.height) {
    throw new ConversionError('internal', 'frames of one animation differ in size');
  }
  return differingArea(before, after);
}

/** A frame that clears itself must cover the full canvas, because only its own area is cleared. */
function blockOf(
  { picture, before }: Pick<Pending, 'picture' | 'before'>,
  clearsAfter: boolean,
  delay: number,
  warn: Log['warn'],
): Uint8Array {
  const area = (before && !clearsAfter && differingArea(before, picture)) || wholeArea(picture);
  const { bytes, isExact } = frameBlock({ words: pixelsToDraw(picture, area, before), area, delay, clearsAfter });
  if (!isExact) warn({ code: 'colours-reduced' });
  return bytes;
}

/** Rounds to hundredths of a second without accumulating errors: each frame ends as near to its time as possible. */
function createClock(): (durationMs: number) => number {
  let asked = 0;
  let given = 0;
  return (durationMs) => {
    asked += durationMs / 10;
    const delay = Math.min(Math.max(Math.round(asked - given), MIN_DELAY), MAX_DELAY);
    given += delay;
    return delay;
  };
}
