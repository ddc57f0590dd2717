import type { ConvertRequest, ConvertResult, EngineContext, Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import type { ImageMetadata } from '@bakkum/image-metadata/metadata';
import { createWarningLog, encodeStills, keptMetadata, type PixelTarget, prepareFrames } from '@bakkum/raster/encode';
import { pixelRequestOf } from '@bakkum/raster/pixel-options';
import { type Pixels, type Raster, rasterOf } from '@bakkum/raster/raster';
import {
  ColorSpace,
  CompressionMethod,
  Density,
  DensityUnit,
  type IMagickImage,
  type IMagickImageCollection,
  MagickImage,
  MagickImageCollection,
  MagickReadSettings,
} from '@imagemagick/magick-wasm';
import { convertByProfile, dropProfile, isSrgb } from './colour.ts';
import { withMagick } from './library.ts';
import { inTwoTones } from './two-tones.ts';
import { type Writer, writerOf } from './writers.ts';

/** Encodes pixels to any format of `writers.ts`. */
export async function encode(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const writer = writerOf(request.to);
  if (!writer) throw new ConversionError('internal', `${request.to} is not written here`);
  const raster = rasterOf(request.inputs[0]);
  if (writer.frames !== undefined && writer.frames === raster.kind) return encodeSequence(request, raster, writer, context);
  const { mediaType } = writer;
  return encodeStills(request, context, { ...targetOf(writer), mediaType }, async (still) =>
    withMagick(context, async () => {
      const image = await imageOf({ ...still, writer, options: request.options, signal: context.signal });
      try {
        const file = image.write(writer.name, (bytes) => bytes.slice());
        return writer.postscript ? withPlainZeros(file) : file;
      } finally {
        image.dispose();
      }
    }),
  );
}

function targetOf({ alpha, maxSide }: Writer): PixelTarget {
  return { depth: 8, alpha, ...(maxSide === undefined ? {} : { maxWidth: maxSide, maxHeight: maxSide }) };
}

/** Writes all frames to one file. */
async function encodeSequence(
  request: ConvertRequest,
  raster: Raster,
  writer: Writer,
  context: EngineContext,
): Promise<ConvertResult> {
  const log = createWarningLog();
  const metadata = keptMetadata(raster.metadata, pixelRequestOf(request.options));
  const { signal } = context;
  const shared = {
    writer,
    options: request.options,
    signal,
    warn: log.warn,
    ...(raster.dpi === undefined ? {} : { dpi: raster.dpi }),
  };
  const file = await withMagick(context, async () => {
    const images = MagickImageCollection.create();
    try {
      for await (const { pixels, durationMs } of prepareFrames(raster, request.options, targetOf(writer), signal, log.warn)) {
        const image = await imageOf({ ...shared, pixels, metadata: images.length === 0 ? metadata : colourOnly(metadata) });
        if (writer.frames === 'animation') setTiming(image, durationMs, raster.loopCount);
        images.push(image);
        context.onProgress((images.length / raster.frameCount) * 0.8);
      }
      return writeAll(images, writer);
    } finally {
      images.dispose();
    }
  });
  return { outputs: [{ content: new Blob([file], { type: writer.mediaType }) }], warnings: log.warnings };
}

function writeAll(images: IMagickImageCollection, writer: Writer): Uint8Array<ArrayBuffer> {
  if (images.length === 0) throw new ConversionError('corrupt', 'no picture inside');
  return images.write(writer.name, (file) => file.slice());
}

function colourOnly({ icc }: ImageMetadata): ImageMetadata {
  return icc ? { icc } : {};
}

function setTiming(image: IMagickImage, durationMs: number, loopCount: number): void {
  image.animationTicksPerSecond = 100;
  image.animationDelay = Math.max(1, Math.round(durationMs / 10));
  image.animationIterations = loopCount;
}

type Job = {
  readonly pixels: Pixels;
  readonly metadata: ImageMetadata;
  readonly dpi?: number;
  readonly writer: Writer;
  readonly options: OptionValues;
  readonly signal: AbortSignal;
  warn(warning: Warning): void;
};

/** Creates an image of the library for writing. The caller must dispose of it. */
async function imageOf(job: Job): Promise<IMagickImage> {
  const { pixels, writer, signal } = job;
  if (pixels.depth !== 8) throw new ConversionError('internal', 'pixels were not brought to 8 bits');
  const { width, height, data } = pixels;
  const plain = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const samples = writer.colours === 'two' ? await inTwoTones(pixels, signal) : plain;
  const image = MagickImage.create();
  image.read(samples, new MagickReadSettings({ format: 'RGBA', width, height, depth: 8 }));
  if (!writer.alpha) image.hasAlpha = false;
  attachMetadata(image, job);
  setResolution(image, job);
  if (writer.colours) job.warn({ code: 'colours-reduced' });
  if (writer.transfer) image.colorSpace = writer.transfer === 'linear' ? ColorSpace.RGB : ColorSpace.Log;
  if (writer.postscript) image.settings.compression = CompressionMethod.Zip;
  if (writer.quality) image.quality = writer.quality[qualityChoice(job.options)];
  return image;
}

function qualityChoice({ quality }: OptionValues): 'high' | 'medium' | 'low' {
  return quality === 'medium' || quality === 'low' ? quality : 'high';
}

/** Applies metadata the format cannot store (a profile) or reports it (the rest). */
function attachMetadata(image: IMagickImage, { metadata, writer, warn }: Job): void {
  const keeps = writer.keeps ?? [];
  const { icc, exif, xmp } = metadata;
  if (icc) image.setProfile('icc', icc);
  if (icc && !keeps.includes('icc')) {
    if (isSrgb(icc)) dropProfile(image);
    else if (convertByProfile(image)) warn({ code: 'profile-converted' });
  }
  if (exif && keeps.includes('exif')) image.setProfile('exif', withPrefix(exif));
  if (xmp && keeps.includes('xmp')) image.setProfile('xmp', xmp);
  if ((exif && !keeps.includes('exif')) || (xmp && !keeps.includes('xmp'))) warn({ code: 'metadata-dropped' });
}

/** The library stores Exif with its JPEG prefix. */
function withPrefix(exif: Uint8Array): Uint8Array {
  const framed = new Uint8Array(exif.length + 6);
  framed.set([0x45, 0x78, 0x69, 0x66, 0, 0]);
  framed.set(exif, 6);
  return framed;
}

const BOUNDING_BOX = '%%BoundingBox: -0 -0';
const HEADER_BYTES = 512;

/** The library writes bounding box corners as "-0", which many readers of PostScript comments reject. */
function withPlainZeros(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const at = new TextDecoder('latin1').decode(file.subarray(0, HEADER_BYTES)).indexOf(BOUNDING_BOX);
  if (at >= 0) file.set(new TextEncoder().encode(BOUNDING_BOX.replaceAll('-0', ' 0')), at);
  return file;
}

/** Printable area in inches that fits both A4 and Letter. */
const PAPER = { width: 7.5, height: 10 } as const;
const SCREEN_DPI = 72;

function setResolution(image: IMagickImage, { dpi, writer }: Job): void {
  if (writer.postscript === 'paper') {
    const needed = Math.max(dpi ?? SCREEN_DPI, image.width / PAPER.width, image.height / PAPER.height);
    image.density = new Density(needed, needed, DensityUnit.PixelsPerInch);
  } else if (dpi !== undefined) {
    image.density = new Density(dpi, dpi, DensityUnit.PixelsPerInch);
  }
}
