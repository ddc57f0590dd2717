import { bytesOf, type ConvertRequest, type Engine, type EngineContext, type Warning } from '@bakkum/conversion/engine';
import { ConversionError, DeclinedError } from '@bakkum/conversion/errors';
import type { ProgramLimits } from '@bakkum/conversion/installed-programs';
import { embedMetadata } from '@bakkum/image-metadata/embed';
import { uprightMetadata } from '@bakkum/image-metadata/extract';
import { assertInside } from '@bakkum/raster/crop';
import { keptMetadata } from '@bakkum/raster/encode';
import { wantsSmallest } from '@bakkum/raster/encoders/jpeg-options';
import { colorLimitOf, compressionOf } from '@bakkum/raster/encoders/png-options';
import { wantsLossless } from '@bakkum/raster/encoders/webp-options';
import { swapsSides } from '@bakkum/raster/orient';
import { type PixelRequest, pixelRequestOf } from '@bakkum/raster/pixel-options';
import { type Asked, argumentsFor, flattensAlpha, POLICY, POLICY_FILE, RESULT, SOURCE, saysTransparent } from './command.ts';
import { readSource, type Source } from './source.ts';

const LIMITS: ProgramLimits = { seconds: 120, processorSeconds: 120, fileBytes: 1024 ** 3 };
/** Largest side of each format in the settings of our encoders, which scale larger images down. */
const MAX_SIDES: Readonly<Record<Asked['to'], number>> = { jpeg: 65_500, webp: 16_383, png: Number.POSITIVE_INFINITY };

/**
 * Converts images with the ImageMagick installed on this machine. The program gets and returns pixels only: our own code reads the
 * headers first, and writes profile, Exif and XMP afterwards. Files and options for which the result would differ are declined.
 */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    if (!context.programs) throw new ConversionError('engine-unavailable', 'no program may be started here');
    const to = targetOf(request);
    const pixels = pixelRequestOf(request.options);
    declineOptions(request, pixels);
    const bytes = await bytesOf(request.inputs[0]);
    if (bytes.length === 0) throw new ConversionError('empty', 'zero bytes');
    const source = await readSource(bytes, request.from);
    checkSides(source, pixels, to);
    const { metadata, profileDropped } = uprightMetadata(source);
    const kept = keptMetadata(metadata, pixels);
    const asked = { ...pixels, to, options: request.options, hasProfile: kept.icc !== undefined };
    const { encoded, isTransparent } = await run(request, context, source, asked);
    const file = await embedMetadata(encoded, to, kept, source.dpi);
    context.onProgress(1);
    const content = new Blob([file], { type: `image/${to}` });
    return { outputs: [{ content }], warnings: warningsOf(source, asked, { isTransparent, profileDropped }) };
  },
};

function targetOf({ to }: ConvertRequest): Asked['to'] {
  if (to === 'jpeg' || to === 'png' || to === 'webp') return to;
  throw new RangeError(`does not write ${to}`);
}

/** Declines what takes several attempts or our own filters. */
function declineOptions({ to, options }: ConvertRequest, { width, height }: PixelRequest): void {
  const isScaled = width !== undefined || height !== undefined;
  const isSized = typeof options['targetSize'] === 'number';
  const isPacked =
    to === 'png' ? compressionOf(options) !== 'balanced' || colorLimitOf(options) !== undefined : wantsSmallest(options);
  if (isScaled || isSized || isPacked || wantsLossless(options)) throw new DeclinedError('options');
}

/** Errors: `crop-outside`, `declined` where the format's limit asks for scaling. */
function checkSides(source: Source, { crop }: PixelRequest, to: Asked['to']): void {
  const { width, height } = source;
  const upright = swapsSides(source.orientation) ? { width: height, height: width } : { width, height };
  if (crop) assertInside(crop, upright);
  if (Math.max(crop?.width ?? width, crop?.height ?? height) > MAX_SIDES[to]) throw new DeclinedError(`${width}x${height}`);
}

type Made = { readonly encoded: Uint8Array<ArrayBuffer>; readonly isTransparent: boolean };

async function run(request: ConvertRequest, context: EngineContext, source: Source, asked: Asked): Promise<Made> {
  if (!context.programs) throw new ConversionError('engine-unavailable', 'no program may be started here');
  const [input] = request.inputs;
  if (!(input instanceof Blob)) throw new TypeError('expected a file');
  const folder = await context.programs.open();
  try {
    await folder.put(SOURCE, input);
    await folder.put(POLICY_FILE, new TextEncoder().encode(POLICY));
    const { code, text, log } = await folder.run({
      program: 'magick',
      arguments: argumentsFor(source, asked),
      environment: { MAGICK_CONFIGURE_PATH: folder.inside },
      limits: LIMITS,
    });
    if (code !== 0) throw new ConversionError('corrupt', `ImageMagick ended with ${code}: ${log.slice(-4).join(' | ')}`);
    return { encoded: await folder.read(RESULT), isTransparent: source.mayHaveAlpha && saysTransparent(text) };
  } finally {
    await folder.remove();
  }
}

function warningsOf(
  source: Source,
  asked: Asked,
  { isTransparent, profileDropped }: { readonly isTransparent: boolean; readonly profileDropped: boolean },
): readonly Warning[] {
  const warnings: Warning[] = [];
  if (profileDropped) warnings.push({ code: 'profile-converted' });
  if (flattensAlpha(source, asked) && isTransparent && !asked.flattens) warnings.push({ code: 'transparency-flattened' });
  if (source.isDeep) warnings.push({ code: 'depth-reduced' });
  return warnings;
}
