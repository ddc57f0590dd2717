import { canEmbedInAvif, embedInAvif } from './heif/heif-embed.ts';
import { embedInJpeg, lossesInJpeg } from './jpeg.ts';
import { embedInJxl } from './jxl.ts';
import type { ImageMetadata } from './metadata.ts';
import { embedInPng } from './png.ts';
import { embedInWebp } from './webp.ts';

export type EmbeddableFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'jxl';

/**
 * Writes a profile, Exif and XMP into an encoded image, replacing what it already has of each. `dpi` (pixels per inch) is written
 * to JPEG and PNG; the other formats have no field for it. Parts the format cannot hold are left out; call `metadataLosses`
 * first.
 */
export async function embedMetadata(
  bytes: Uint8Array,
  format: EmbeddableFormat,
  metadata: ImageMetadata,
  dpi?: number,
): Promise<Uint8Array<ArrayBuffer>> {
  switch (format) {
    case 'jpeg':
      return embedInJpeg(bytes, metadata, dpi);
    case 'png':
      return embedInPng(bytes, metadata, dpi);
    case 'webp':
      return isEmpty(metadata) ? bytes.slice() : embedInWebp(bytes, metadata);
    case 'avif':
      return isEmpty(metadata) ? bytes.slice() : embedInAvif(bytes, metadata);
    case 'jxl':
      return embedInJxl(bytes, metadata);
  }
}

/** Parts of `metadata` that `embedMetadata` cannot write to this file. */
export function metadataLosses(
  bytes: Uint8Array,
  format: EmbeddableFormat,
  metadata: ImageMetadata,
): readonly (keyof ImageMetadata)[] {
  if (format === 'jpeg') return lossesInJpeg(metadata);
  if (format === 'jxl') return metadata.icc ? ['icc'] : [];
  if (format === 'avif' && !canEmbedInAvif(bytes)) return PARTS.filter((part) => metadata[part] !== undefined);
  return [];
}

const PARTS = ['icc', 'exif', 'xmp'] as const;

function isEmpty(metadata: ImageMetadata): boolean {
  return PARTS.every((part) => metadata[part] === undefined);
}
