import type { ConvertRequest, ConvertResult, EngineContext, EngineOutput, Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { removePreviews, removeThumbnails } from '@bakkum/image-metadata/exif';
import type { ImageMetadata } from '@bakkum/image-metadata/metadata';
import { removeXmpThumbnails } from '@bakkum/image-metadata/xmp';
import { assertPixelCount } from './construct.ts';
import { assertInside, crop } from './crop.ts';
import { toDepth8 } from './depth.ts';
import { flatten, hasTransparency } from './flatten.ts';
import { orient, swapsSides } from './orient.ts';
import { type PixelRequest, pixelRequestOf } from './pixel-options.ts';
import { type Frame, type Pixels, type Raster, rasterOf } from './raster.ts';
import { rescale, type Scaling, scalingFor } from './resize.ts';

/** Limits of the target format. Images are adapted to them before they are encoded. */
export type PixelTarget = {
  /** 16: both 8-bit and 16-bit pixels are passed unchanged. 8: always 8-bit. */
  readonly depth: 8 | 16;
  /** False: images are flattened onto the requested background, so that every pixel is opaque. */
  readonly alpha: boolean;
  readonly maxWidth?: number;
  readonly maxHeight?: number;
};

type Shared = {
  readonly metadata: ImageMetadata;
  /** Pixels per inch. */
  readonly dpi?: number;
  /** Adds a warning that only the encoder can detect. */
  warn(warning: Warning): void;
};

/** One image ready to be encoded. `pixels` belongs to the encoder. */
export type Still = Shared & { readonly pixels: Pixels };

/** An unmodified image as a browser bitmap, which still belongs to the raster. */
export type BitmapStill = Shared & { readonly bitmap: ImageBitmap };

type Encoded = Uint8Array<ArrayBuffer> | Blob;

/**
 * Implements the encoder of a single-image format: selects the frames (see `FRAMES_OPTION`), applies `PIXEL_OPTIONS` and the
 * limits of the format, warns about losses, reports progress and honours the signal.
 * @param encodeBitmap encodes an unmodified bitmap, which avoids reading the pixels back from the browser
 */
export async function encodeStills(
  request: ConvertRequest,
  context: EngineContext,
  target: PixelTarget & { readonly mediaType: string },
  encode: (still: Still) => Promise<Encoded>,
  encodeBitmap?: (still: BitmapStill) => Promise<Encoded>,
): Promise<ConvertResult> {
  const raster = rasterOf(request.inputs[0]);
  const asked = pixelRequestOf(request.options);
  const log = createWarningLog(warningsFor(raster, asked));
  const shared: Shared = {
    metadata: keptMetadata(raster.metadata, asked),
    ...(raster.dpi === undefined ? {} : { dpi: raster.dpi }),
    warn: log.warn,
  };
  const wanted = raster.kind === 'pages' || (raster.kind === 'animation' && asked.allFrames) ? raster.frameCount : 1;
  const outputs: EngineOutput[] = [];
  for await (const frame of raster.frames()) {
    context.signal.throwIfAborted();
    const bitmap = encodeBitmap && untouchedBitmap(frame, raster, asked, target);
    const encoded =
      encodeBitmap && bitmap
        ? await encodeBitmap({ ...shared, bitmap })
        : await encode({ ...shared, pixels: await preparePixels(frame, raster, asked, target, context.signal, log.warn) });
    context.signal.throwIfAborted();
    outputs.push({ content: asFile(encoded, target.mediaType), ...labelOf(raster, wanted, outputs.length) });
    context.onProgress(outputs.length / wanted);
    if (outputs.length >= wanted) break;
  }
  const [first, ...rest] = outputs;
  if (!first) throw new ConversionError('corrupt', 'no picture inside');
  return { outputs: [first, ...rest], warnings: log.warnings };
}

/** Returns the losses of a single-image target that are known before any pixel is read. */
export function warningsFor(raster: Raster, asked: Pick<PixelRequest, 'allFrames'>): Warning[] {
  if (raster.kind !== 'animation' || raster.frameCount < 2 || asked.allFrames) return [];
  return [{ code: 'animation-flattened', params: { count: raster.frameCount } }];
}

/**
 * Yields every frame of a raster within the target's limits, for encoders of animations, pages and icons. Each frame is fitted
 * into the requested size by its own proportions; equal frames stay equal.
 */
export async function* prepareFrames(
  raster: Raster,
  options: OptionValues,
  target: PixelTarget,
  signal: AbortSignal,
  warn: (warning: Warning) => void = () => undefined,
): AsyncGenerator<{ readonly pixels: Pixels; readonly durationMs: number }> {
  const asked = pixelRequestOf(options);
  for await (const frame of raster.frames()) {
    signal.throwIfAborted();
    yield { pixels: await preparePixels(frame, raster, asked, target, signal, warn), durationMs: frame.durationMs };
  }
}

/** Collects each warning once. */
export function createWarningLog(initial: readonly Warning[] = []): {
  readonly warnings: readonly Warning[];
  warn(warning: Warning): void;
} {
  const warnings = [...initial];
  const warn = (warning: Warning): void => {
    if (!warnings.some((known) => known.code === warning.code)) warnings.push(warning);
  };
  return { warnings, warn };
}

/**
 * Returns the metadata to embed. Stripping removes data about people and places; the colour profile stays, because the pixel
 * values have other colours without it. A cropped or rotated image loses its thumbnails. A cropped one also loses the
 * maker note, and any block or packet in which a preview might be left.
 */
export function keptMetadata(
  metadata: ImageMetadata,
  asked: Pick<PixelRequest, 'keepMetadata' | 'crop' | 'turn' | 'width' | 'height' | 'fit'>,
): ImageMetadata {
  const { icc, exif, xmp } = metadata;
  if (!asked.keepMetadata) return icc ? { icc } : {};
  const isCropped = asked.crop !== undefined || mayCover(asked);
  if (!isCropped && !isEdited(asked)) return metadata;
  const [block, packet] = [exif && (isCropped ? removePreviews : removeThumbnails)(exif), xmp && removeXmpThumbnails(xmp)];
  return { ...(icc && { icc }), ...(block && { exif: block }), ...(packet && { xmp: packet }) };
}

/** Whether an image of other proportions loses its edges. */
function mayCover({ width, height, fit }: Pick<PixelRequest, 'width' | 'height' | 'fit'>): boolean {
  return fit === 'cover' && width !== undefined && height !== undefined;
}

function isEdited({ crop: area, turn }: Pick<PixelRequest, 'crop' | 'turn'>): boolean {
  return area !== undefined || turn !== 1;
}

async function preparePixels(
  frame: Frame,
  raster: Raster,
  asked: PixelRequest,
  target: PixelTarget,
  signal: AbortSignal,
  warn: (warning: Warning) => void,
): Promise<Pixels> {
  const scaling = plannedScaling(editedSize(frame, asked), asked, target, warn);
  if (scaling) assertPixelCount(scaling.width, scaling.height);
  const source = await frame.pixels();
  let pixels = orient(asked.crop ? crop(source, asked.crop) : source, asked.turn);
  signal.throwIfAborted();
  if (scaling) pixels = await rescale(pixels, scaling, signal);
  if ((!target.alpha || asked.flattens) && raster.mayHaveAlpha && hasTransparency(pixels)) {
    pixels = flatten(pixels, asked.background);
    if (!asked.flattens) warn({ code: 'transparency-flattened' });
  }
  if (target.depth === 8 && pixels.depth === 16) {
    pixels = toDepth8(pixels);
    warn({ code: 'depth-reduced' });
  }
  return pixels;
}

function untouchedBitmap(frame: Frame, raster: Raster, asked: PixelRequest, target: PixelTarget): ImageBitmap | undefined {
  if (!frame.bitmap || isEdited(asked) || (raster.mayHaveAlpha && (!target.alpha || asked.flattens))) return undefined;
  return plannedScaling(frame, asked, target, () => undefined) ? undefined : frame.bitmap;
}

type Size = { readonly width: number; readonly height: number };

/** Returns the size after cropping and turning. Errors: `crop-outside`. */
function editedSize(image: Size, { crop: area, turn }: PixelRequest): Size {
  if (area) assertInside(area, image);
  const { width, height } = area ?? image;
  return swapsSides(turn) ? { width: height, height: width } : { width, height };
}

/** Returns the requested scaling, limited to what the format supports. */
function plannedScaling(
  image: Size,
  asked: PixelRequest,
  target: PixelTarget,
  warn: (warning: Warning) => void,
): Scaling | undefined {
  const wanted = scalingFor(image, asked);
  const size = wanted ?? image;
  const maxWidth = target.maxWidth ?? size.width;
  const maxHeight = target.maxHeight ?? size.height;
  if (size.width <= maxWidth && size.height <= maxHeight) return wanted;
  const fitted = scalingFor(size, { width: maxWidth, height: maxHeight, fit: 'contain' });
  if (!fitted) return wanted;
  const { width, height } = fitted;
  warn({ code: 'resized-to-fit', params: { width, height } });
  const area = wanted ?? { left: 0, top: 0, sourceWidth: image.width, sourceHeight: image.height };
  return { ...area, width, height };
}

function asFile(encoded: Encoded, mediaType: string): Blob {
  if (encoded instanceof Blob && encoded.type === mediaType) return encoded;
  return new Blob([encoded], { type: mediaType });
}

function labelOf(raster: Raster, wanted: number, index: number): { label?: string } {
  if (wanted < 2) return {};
  return { label: raster.kind === 'pages' ? `page-${index + 1}` : `frame-${String(index + 1).padStart(3, '0')}` };
}
