import { viewOf } from '@bakkum/bytes/bytes';
import { bytesOf, type ConvertRequest, type ConvertResult, type EngineContext } from '@bakkum/conversion/engine';
import { ConversionError, toConversionError } from '@bakkum/conversion/errors';
import { embedMetadata } from '@bakkum/image-metadata/embed';
import { readBitmap } from '@bakkum/raster/canvas';
import { assertPixelCount, stillRaster } from '@bakkum/raster/construct';
import { orient } from '@bakkum/raster/orient';
import type { Raster } from '@bakkum/raster/raster';
import { openSequence, readStill } from './image-decoder.ts';
import { type Inspection, inspect, MEDIA_TYPES, type ReadableFormat } from './inspect.ts';
import { rasterTraits, type Source } from './source.ts';

export async function decode(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const format = readableFormat(request.from);
  const original = await bytesOf(request.inputs[0]);
  if (format === 'png' || format === 'apng') assertWholeChunks(original);
  const facts = await inspect(original, format);
  const bytes = await withoutOrientation(original, format, facts);
  context.signal.throwIfAborted();
  const source = { bytes, mediaType: MEDIA_TYPES[format], facts };
  const raster = await read(source, format).catch((thrown: unknown) => {
    throw decodingError(thrown);
  });
  if (context.signal.aborted) raster.release();
  context.signal.throwIfAborted();
  return { outputs: [{ content: raster }], warnings: facts.warnings };
}

const PNG_SIGNATURE_BYTES = 8;
/** Length, type and checksum around the data of a chunk. */
const PNG_CHUNK_FRAME_BYTES = 12;

/** Firefox decodes what there is of a truncated PNG, and leaves the rest of the image empty. */
function assertWholeChunks(bytes: Uint8Array<ArrayBuffer>): void {
  const view = viewOf(bytes);
  for (let at = PNG_SIGNATURE_BYTES; at + PNG_CHUNK_FRAME_BYTES <= bytes.length; ) {
    const isData = view.getUint32(at + 4) === 0x49_44_41_54; // IDAT
    at += PNG_CHUNK_FRAME_BYTES + view.getUint32(at);
    if (isData && at > bytes.length) throw new ConversionError('corrupt', 'the image data ends too early');
  }
}

function readableFormat(format: string): ReadableFormat {
  if (isReadable(format)) return format;
  throw new TypeError(`not a format of the browser's: ${format}`);
}

function isReadable(format: string): format is ReadableFormat {
  return Object.hasOwn(MEDIA_TYPES, format);
}

/**
 * `createImageBitmap` always rotates JPEG upright, and browsers disagree about other formats. The orientation is therefore
 * removed from the file and applied by us.
 */
async function withoutOrientation(
  bytes: Uint8Array<ArrayBuffer>,
  format: ReadableFormat,
  facts: Inspection,
): Promise<Uint8Array<ArrayBuffer>> {
  const { exif } = facts.metadata; // already reset
  if (facts.orientation === 1 || !exif || (format !== 'png' && format !== 'webp')) return bytes;
  return embedMetadata(bytes, format, { exif });
}

async function read(source: Source, format: ReadableFormat): Promise<Raster> {
  const { facts } = source;
  const hasDecoder = await canDecode(source.mediaType);
  if (facts.animated) {
    if (hasDecoder) return openSequence(source);
    throw new ConversionError('unsupported-feature', 'this browser reads only the first frame');
  }
  // The still decoder returns exact pixels, while a canvas rounds translucent ones. Opaque images are faster as a bitmap.
  if (facts.mayHaveAlpha && hasDecoder) return readStill(source);
  return readThroughBitmap(source, format);
}

/** Whether the browser has a built-in decoder for a type, which only newer ones do. */
async function canDecode(mediaType: string): Promise<boolean> {
  return 'ImageDecoder' in globalThis && ImageDecoder.isTypeSupported(mediaType).catch(() => false);
}

async function readThroughBitmap({ bytes, mediaType, facts }: Source, format: ReadableFormat): Promise<Raster> {
  const bitmap = await createImageBitmap(new Blob([bytes], { type: mediaType }), {
    imageOrientation: 'from-image',
    premultiplyAlpha: facts.mayHaveAlpha ? 'none' : 'default',
    colorSpaceConversion: facts.keepSamples ? 'none' : 'default',
  });
  const { width, height } = bitmap;
  assertPixelCount(width, height);
  const traits = rasterTraits(facts);
  if (facts.orientation === 1 || format === 'jpeg') {
    return stillRaster(async () => readBitmap(bitmap), { ...traits, width, height, bitmap, release: () => bitmap.close() });
  }
  const upright = orient(readBitmap(bitmap), facts.orientation);
  bitmap.close();
  return stillRaster(upright, { ...traits, width: upright.width, height: upright.height });
}

/**
 * Browsers report few details: "not supported" passes the file to another engine, anything else means the data did not decode.
 */
function decodingError(thrown: unknown): ConversionError {
  if (thrown instanceof DOMException && thrown.name === 'NotSupportedError') {
    return new ConversionError('unsupported-feature', thrown.message, { cause: thrown });
  }
  return toConversionError(thrown, thrown instanceof DOMException ? 'corrupt' : 'internal');
}
