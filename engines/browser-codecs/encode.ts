import type { ConvertRequest, ConvertResult, EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { type EmbeddableFormat, embedMetadata, metadataLosses } from '@bakkum/image-metadata/embed';
import type { ImageMetadata } from '@bakkum/image-metadata/metadata';
import { encoderFor } from '@bakkum/raster/canvas';
import { type BitmapStill, encodeStills, type PixelTarget, type Still } from '@bakkum/raster/encode';
import { qualityOf } from '@bakkum/raster/pixel-options';
import { rasterOf } from '@bakkum/raster/raster';
import { encodeToSize } from '@bakkum/raster/target-size';
import { needsSlowerEncoder } from './options.ts';

type WritableFormat = Extract<EmbeddableFormat, 'jpeg' | 'png' | 'webp'>;

/** Maximum sides: WebP stores 14 bits; Chromium's canvas is limited to 65,535 and its JPEG encoder (libjpeg) to 65,500. */
const TARGETS: Readonly<Record<WritableFormat, PixelTarget & { readonly mediaType: string }>> = {
  jpeg: { depth: 8, alpha: false, maxWidth: 65_500, maxHeight: 65_500, mediaType: 'image/jpeg' },
  webp: { depth: 8, alpha: true, maxWidth: 16_383, maxHeight: 16_383, mediaType: 'image/webp' },
  png: { depth: 8, alpha: true, maxWidth: 65_535, maxHeight: 65_535, mediaType: 'image/png' },
};

export function encode(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const format = writableFormat(request.to);
  if (needsSlowerEncoder(request.options))
    throw new ConversionError('unsupported-feature', 'asked for what the browser does not encode');
  if (format === 'webp' && rasterOf(request.inputs[0]).kind === 'animation') {
    throw new ConversionError('unsupported-feature', 'the browser writes stills only');
  }
  const target = TARGETS[format];
  const encodePicture = async (picture: ImageBitmap | Still['pixels'], still: Still | BitmapStill): Promise<Blob> => {
    const encoder = encoderFor(picture, target.mediaType);
    try {
      return await encodeToSize(request.options, qualityOf(request.options), async (quality) => {
        context.signal.throwIfAborted();
        return withMetadata(await encoder.encode(quality), format, still);
      });
    } finally {
      encoder.discard();
    }
  };
  return encodeStills(
    request,
    context,
    target,
    (still) => encodePicture(still.pixels, still),
    (still) => encodePicture(still.bitmap, still),
  );
}

function writableFormat(format: string): WritableFormat {
  if (format === 'jpeg' || format === 'png' || format === 'webp') return format;
  throw new TypeError(`not a format the browser writes: ${format}`);
}

async function withMetadata(blob: Blob, format: WritableFormat, still: Still | BitmapStill): Promise<Blob> {
  const { metadata, dpi } = still;
  if (isEmpty(metadata) && (dpi === undefined || format === 'webp')) return blob;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  if (metadataLosses(bytes, format, metadata).length > 0) still.warn({ code: 'metadata-dropped' });
  return new Blob([await embedMetadata(bytes, format, metadata, dpi)], { type: blob.type });
}

function isEmpty({ icc, exif, xmp }: ImageMetadata): boolean {
  return icc === undefined && exif === undefined && xmp === undefined;
}
