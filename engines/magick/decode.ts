import { bytesOf, type ConvertRequest, type ConvertResult, type EngineContext, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { resetOrientation, stripExifPrefix } from '@bakkum/image-metadata/exif';
import type { ImageMetadata } from '@bakkum/image-metadata/metadata';
import { assertPixelCount, frameOf, sequenceRaster, stillRaster } from '@bakkum/raster/construct';
import { createWarningLog } from '@bakkum/raster/encode';
import type { Frame, Pixels, Raster } from '@bakkum/raster/raster';
import { DensityUnit, type IMagickImage, MagickImage, MagickImageCollection, MagickReadSettings } from '@imagemagick/magick-wasm';
import { lightToShades, makeShowable } from './colour.ts';
import { isCutOff } from './cut-off.ts';
import { meansDamage } from './errors.ts';
import { withMagick } from './library.ts';
import { type Reader, readerOf } from './readers.ts';

type Source = { readonly bytes: Uint8Array<ArrayBuffer>; readonly reader: Reader; warn(warning: Warning): void };
type Picture = {
  readonly pixels: Pixels;
  readonly durationMs: number;
  readonly opaque: boolean;
  readonly metadata: ImageMetadata;
  readonly dpi?: number;
};

/** Decodes any format of `readers.ts` to pixels. */
export async function decode(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const reader = readerOf(request.from);
  if (!reader) throw new ConversionError('internal', `${request.from} is not read here`);
  const bytes = await bytesOf(request.inputs[0]);
  if (bytes.length === 0) throw new ConversionError('empty', 'no bytes');
  context.signal.throwIfAborted();
  const log = createWarningLog(reader.drops ? [{ code: 'pages-dropped' }] : []);
  const source: Source = { bytes, reader, warn: log.warn };
  const raster = await withMagick(context, () => readRaster(source, context));
  if (isCutOff(bytes, request.from)) log.warn({ code: 'damaged-source' });
  return { outputs: [{ content: raster }], warnings: log.warnings };
}

function readRaster(source: Source, context: EngineContext): Raster {
  const sizes = ping(source);
  for (const { width, height } of sizes) assertPixelCount(width, height);
  if (source.reader.kind === undefined || sizes.length < 2) return readStill(source);
  return source.reader.kind === 'animation' ? readAnimation(source) : readSeveral(source, source.reader.kind, sizes, context);
}

type Size = { readonly index: number; readonly width: number; readonly height: number };

/**
 * Reads frame sizes without pixels. Returns nothing if the reader does not support it; the library's area limit still applies.
 */
function ping({ bytes, reader }: Source): readonly Size[] {
  const images = MagickImageCollection.create();
  try {
    images.ping(bytes, settingsFor(reader));
    return images.map(({ width, height }, index) => ({ index, width, height }));
  } catch (thrown) {
    if (thrown instanceof WebAssembly.RuntimeError) throw thrown;
    return [];
  } finally {
    images.dispose();
  }
}

function settingsFor(reader: Reader): MagickReadSettings {
  return new MagickReadSettings(reader.name === undefined ? {} : { format: reader.name });
}

function readStill(source: Source): Raster {
  const { pixels, opaque, metadata, dpi } = readFrame(source, settingsFor(source.reader));
  const { width, height } = pixels;
  return stillRaster(pixels, { width, height, metadata, mayHaveAlpha: !opaque, ...(dpi === undefined ? {} : { dpi }) });
}

/** Reads pages and sizes one at a time on demand; the first one immediately, for facts about all of them. */
function readSeveral(source: Source, kind: 'pages' | 'sizes', sizes: readonly Size[], context: EngineContext): Raster {
  const order = kind === 'sizes' ? sizes.toSorted((a, b) => b.width * b.height - a.width * a.height) : sizes;
  const read = (index: number): Picture => {
    const settings = settingsFor(source.reader);
    settings.frameIndex = index;
    settings.frameCount = 1;
    return readFrame(source, settings);
  };
  const first = read(order[0]?.index ?? 0);
  return sequenceRaster({
    kind,
    frameCount: order.length,
    metadata: first.metadata,
    ...(first.dpi === undefined ? {} : { dpi: first.dpi }),
    async *frames(): AsyncGenerator<Frame> {
      yield frameOf(first.pixels);
      for (const { index } of order.slice(1)) yield frameOf((await withMagick(context, () => read(index))).pixels);
    },
  });
}

/** Frames of an animation depend on each other, so all are composed at once. */
function readAnimation(source: Source): Raster {
  const images = MagickImageCollection.create();
  try {
    images.read(source.bytes, settingsFor(source.reader));
    const loopCount = images[0]?.animationIterations ?? 0;
    images.coalesce();
    const pictures = images.map((image) => pictureOf(image, source));
    return sequenceRaster({
      kind: 'animation',
      frameCount: pictures.length,
      loopCount,
      metadata: pictures[0]?.metadata ?? {},
      mayHaveAlpha: pictures.some(({ opaque }) => !opaque),
      async *frames(): AsyncGenerator<Frame> {
        for (const { pixels, durationMs } of pictures) yield frameOf(pixels, durationMs);
      },
    });
  } finally {
    images.dispose();
  }
}

function readFrame(source: Source, settings: MagickReadSettings): Picture {
  const image = MagickImage.create();
  try {
    image.onWarning = ({ error }) => {
      if (meansDamage(error.severity)) source.warn({ code: 'damaged-source' });
    };
    image.read(source.bytes, settings);
    return pictureOf(image, source);
  } finally {
    image.dispose();
  }
}

function pictureOf(image: IMagickImage, { reader, warn }: Source): Picture {
  assertPixelCount(image.width, image.height);
  if (image.depth > 8) warn({ code: 'depth-reduced' });
  image.autoOrient();
  if (makeShowable(image)) warn({ code: 'profile-converted' });
  const pixels = pixelsOf(image);
  if (reader.linear) lightToShades(pixels.data);
  const dpi = dpiOf(image);
  return {
    pixels,
    durationMs: image.animationTicksPerSecond > 0 ? (image.animationDelay * 1000) / image.animationTicksPerSecond : 0,
    opaque: !image.hasAlpha,
    metadata: metadataOf(image),
    ...(dpi === undefined ? {} : { dpi }),
  };
}

function pixelsOf(image: IMagickImage): Extract<Pixels, { depth: 8 }> {
  const { width, height } = image;
  const data = image.getPixels((pixels) => pixels.toByteArray(0, 0, width, height, 'RGBA'));
  if (!data) throw new ConversionError('out-of-memory', 'pixels could not be copied');
  return { depth: 8, width, height, data: new Uint8ClampedArray(asPlainBuffer(data)) };
}

/** Returns the buffer itself if the bytes cover it entirely, so that a large image is not copied twice. */
function asPlainBuffer({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  if (buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength) return buffer;
  return new Uint8Array(buffer, byteOffset, byteLength).slice().buffer;
}

function metadataOf(image: IMagickImage): ImageMetadata {
  const icc = image.getColorProfile();
  const exif = image.getProfile('exif');
  const xmp = image.getProfile('xmp');
  const bare = exif ? stripExifPrefix(exif.data) : undefined;
  return {
    ...(icc ? { icc: icc.data.slice() } : {}),
    ...(bare ? { exif: resetOrientation(bare) } : {}),
    ...(xmp ? { xmp: xmp.data.slice() } : {}),
  };
}

const CM_PER_INCH = 2.54;

/** Pixels per inch; a density without a unit is only an aspect ratio. */
function dpiOf({ density }: IMagickImage): number | undefined {
  if (density.units === DensityUnit.Undefined || !(density.x > 0)) return undefined;
  return density.units === DensityUnit.PixelsPerCentimeter ? density.x * CM_PER_INCH : density.x;
}
