import type { ImageMetadata } from '@bakkum/image-metadata/metadata';
import type { Pixels } from '@bakkum/raster/raster';
import { packScanlines } from '@bakkum/raster/scanlines';
import type { PagePicture } from './pages.ts';

type Packed = { readonly entries: string; readonly data: Uint8Array<ArrayBuffer> };

/** Encodes decoded pixels for a PDF: every sample kept, grey as one channel, opacity as a separate image. */
export async function rasterPicture(
  pixels: Pixels,
  { metadata, dpi }: { readonly metadata: ImageMetadata; readonly dpi: number | undefined },
  signal: AbortSignal,
): Promise<PagePicture> {
  const { width, height, depth } = pixels;
  const { isGrey, isOpaque } = looksOf(pixels);
  const channels = isGrey && !metadata.icc ? 1 : 3;
  const colours = await pack(pixels, channels === 1 ? [0] : [0, 1, 2], signal);
  return {
    width,
    height,
    depth,
    channels,
    orientation: 1,
    dpi,
    ...colours,
    icc: metadata.icc,
    xmp: metadata.xmp,
    alpha: isOpaque ? undefined : await pack(pixels, [3], signal),
  };
}

function looksOf({ data, depth }: Pixels): { readonly isGrey: boolean; readonly isOpaque: boolean } {
  const opaque = depth === 8 ? 255 : 65_535;
  let isGrey = true;
  let isOpaque = true;
  for (let at = 0; at < data.length && (isGrey || isOpaque); at += 4) {
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) isGrey = false;
    if (data[at + 3] !== opaque) isOpaque = false;
  }
  return { isGrey, isOpaque };
}

/** Compresses selected channels of the pixels. */
async function pack({ width, height, depth, data }: Pixels, channels: readonly number[], signal: AbortSignal): Promise<Packed> {
  const sampleBytes = depth / 8;
  const pixelBytes = channels.length * sampleBytes;
  const bytes = new Uint8Array(width * height * pixelBytes);
  let to = 0;
  for (let at = 0; at < data.length; at += 4) {
    for (const channel of channels) {
      const sample = data[at + channel] ?? 0;
      if (sampleBytes === 2) bytes[to++] = sample >>> 8;
      bytes[to++] = sample;
    }
  }
  const packed = await packScanlines({ bytes, rowBytes: width * pixelBytes, pixelBytes }, signal);
  const predictor = `/Predictor 15 /Colors ${channels.length} /BitsPerComponent ${depth} /Columns ${width}`;
  return { entries: `/Filter /FlateDecode /DecodeParms << ${predictor} >>`, data: packed };
}
