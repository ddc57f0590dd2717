import {
  bytesOf,
  type ConvertRequest,
  type ConvertResult,
  type Engine,
  type EngineContext,
  type Warning,
} from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { embedMetadata } from '@bakkum/image-metadata/embed';
import { extractMetadata, uprightMetadata } from '@bakkum/image-metadata/extract';
import { type JpegFrame, readJpegFrame } from '@bakkum/image-metadata/jpeg-frame';
import { assertPixelCount, stillRaster } from '@bakkum/raster/construct';
import { toDepth8 } from '@bakkum/raster/depth';
import { encodeStills } from '@bakkum/raster/encode';
import { wantsSmallest } from '@bakkum/raster/encoders/jpeg-options';
import { orient } from '@bakkum/raster/orient';
import { qualityOf } from '@bakkum/raster/pixel-options';
import { encodeToSize } from '@bakkum/raster/target-size';
import { decode, startEncoder } from './codec.ts';

/** JPEG sides are 16-bit numbers; libjpeg reserves a few (JPEG_MAX_DIMENSION). */
const MAX_SIDE = 65_500;

export const engine: Engine = {
  convert: (request, context) => (request.from === 'jpeg' ? toRaster(request, context) : toJpeg(request, context)),
};

async function toRaster(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const bytes = await bytesOf(request.inputs[0]);
  const frame = assertReadable(readJpegFrame(bytes));
  const extracted = await extractMetadata(bytes, 'jpeg');
  context.signal.throwIfAborted();
  const { pixels, damaged } = await decode(bytes, context);
  context.signal.throwIfAborted();
  const upright = orient(pixels, extracted.orientation);
  const { metadata, profileDropped } = uprightMetadata(extracted);
  const warnings: Warning[] = [];
  if (damaged || !frame.complete) warnings.push({ code: 'damaged-source' });
  if (profileDropped) warnings.push({ code: 'profile-converted' });
  const { width, height } = upright;
  const { dpi } = extracted;
  const raster = stillRaster(upright, { width, height, metadata, mayHaveAlpha: false, ...(dpi === undefined ? {} : { dpi }) });
  return { outputs: [{ content: raster }], warnings };
}

function assertReadable(frame: JpegFrame | undefined): JpegFrame {
  if (!frame) throw new ConversionError('corrupt', 'no JPEG frame header');
  if (frame.components === 4) throw new ConversionError('unsupported-feature', 'CMYK');
  if (frame.precision !== 8) throw new ConversionError('unsupported-feature', `${frame.precision} bits a sample`);
  if (frame.lossless) throw new ConversionError('unsupported-feature', 'lossless JPEG');
  // A height of 0 is valid: the number of lines follows the first scan. The decoder does not support that form.
  if (frame.height === 0) throw new ConversionError('unsupported-feature', 'number of lines after the scan');
  assertPixelCount(frame.width, frame.height);
  return frame;
}

async function toJpeg(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const target = { depth: 8, alpha: false, maxWidth: MAX_SIDE, maxHeight: MAX_SIDE, mediaType: 'image/jpeg' } as const;
  const encode = await startEncoder(wantsSmallest(request.options), context);
  return encodeStills(request, context, target, (still) => {
    const pixels = toDepth8(still.pixels);
    return encodeToSize(request.options, qualityOf(request.options), async (quality) =>
      embedMetadata(await encode(pixels, quality), 'jpeg', still.metadata, still.dpi),
    );
  });
}
