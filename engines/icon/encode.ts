import type { ConvertRequest, ConvertResult, EngineContext, Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import type { ImageMetadata } from '@bakkum/image-metadata/metadata';
import { toDepth8 } from '@bakkum/raster/depth';
import { createWarningLog, encodeStills, keptMetadata, prepareFrames } from '@bakkum/raster/encode';
import { convertToSrgb } from '@bakkum/raster/icc-to-srgb';
import { pixelRequestOf } from '@bakkum/raster/pixel-options';
import { type Pixels, type Raster, rasterOf } from '@bakkum/raster/raster';
import type { Pixels8 } from './entry.ts';
import { icnsFile } from './icns-file.ts';
import { icoFile } from './ico-file.ts';
import { MAX_SIDE, sidesFor, type Target } from './options.ts';
import { extentOf, squares } from './squares.ts';

const MEDIA_TYPE: Readonly<Record<Target, string>> = {
  ico: 'image/vnd.microsoft.icon',
  cur: 'image/x-win-bitmap',
  icns: 'image/icns',
};
const LIMITS = { depth: 8, alpha: true } as const;

type Request = ConvertRequest & { readonly to: Target };
/** Images of one icon, largest first, and their metadata. */
type Job = { readonly sources: readonly [Pixels, ...Pixels[]]; readonly metadata: ImageMetadata; warn(warning: Warning): void };

/**
 * Converts an image to an icon with several sizes. An icon source keeps its own sizes if they are requested. Several pages become
 * several icons.
 */
export function encode(request: Request, context: EngineContext): Promise<ConvertResult> {
  const raster = rasterOf(request.inputs[0]);
  // The area is measured in the largest size.
  if (raster.kind === 'sizes' && typeof request.options['crop'] !== 'string') return encodeSizes(request, raster, context);
  return encodeStills(request, context, { ...LIMITS, mediaType: MEDIA_TYPE[request.to] }, ({ pixels, metadata, warn }) =>
    iconOf({ sources: [pixels], metadata, warn }, request, context.signal),
  );
}

async function encodeSizes(request: Request, raster: Raster, context: EngineContext): Promise<ConvertResult> {
  const log = createWarningLog();
  const sources: Pixels[] = [];
  for await (const { pixels } of prepareFrames(raster, turnOnly(request.options), LIMITS, context.signal, log.warn)) {
    sources.push(pixels);
    context.onProgress(sources.length / (raster.frameCount + 1));
  }
  const [first, ...rest] = sources;
  if (!first) throw new ConversionError('corrupt', 'no picture inside');
  const metadata = keptMetadata(raster.metadata, pixelRequestOf(request.options));
  const file = await iconOf({ sources: [first, ...rest], metadata, warn: log.warn }, request, context.signal);
  context.onProgress(1);
  return { outputs: [{ content: new Blob([file], { type: MEDIA_TYPE[request.to] }) }], warnings: log.warnings };
}

/** The other options of encoders apply to the squares. */
function turnOnly({ rotate = '0', flip = 'none' }: OptionValues): OptionValues {
  return { rotate, flip };
}

async function iconOf(job: Job, { to, options }: Request, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const { fit } = pixelRequestOf(options);
  const extent = extentOf(job.sources[0], fit);
  const sides = sidesFor(to, options, extent);
  if (extent > MAX_SIDE[to]) job.warn({ code: 'resized-to-fit', params: { width: MAX_SIDE[to], height: MAX_SIDE[to] } });
  const pictures = (await squares(job.sources, sides, fit, signal)).map((pixels) => inSrgb(pixels, job));
  return to === 'icns' ? icnsFile(pictures, signal) : icoFile(pictures, to, signal);
}

/** Icons support neither metadata nor profiles portably, so colours are converted to sRGB. */
function inSrgb(pixels: Pixels, { metadata: { icc, exif, xmp }, warn }: Job): Pixels8 {
  const converted = icc && convertToSrgb(pixels, icc);
  if (converted?.changed) warn({ code: 'profile-converted' });
  if (exif || xmp || (icc && !converted)) warn({ code: 'metadata-dropped' });
  return toDepth8(pixels);
}
