import { DeclinedError } from '@bakkum/conversion/errors';
import { type ExtractedMetadata, extractMetadata } from '@bakkum/image-metadata/extract';
import { readJpegFrame } from '@bakkum/image-metadata/jpeg-frame';
import { readPngHeader } from '@bakkum/image-metadata/png-header';
import { assertPixelCount } from '@bakkum/raster/construct';

/** Facts of a source, read from its headers by our own code. */
export type Source = ExtractedMetadata & {
  readonly format: 'png' | 'jpeg';
  readonly width: number;
  readonly height: number;
  readonly mayHaveAlpha: boolean;
  readonly isDeep: boolean;
};

/** Larger images are declined: the program holds up to 16 bytes a pixel (builds with HDRI), twice while it rotates. */
const MAX_PIXELS = 24_000_000;

/**
 * Reads the headers of a file. Errors: `declined` for everything that the program and our decoders may read differently: damaged and
 * animated files, other color models than gray and RGB, and code points that redefine the colors. `too-large`, `corrupt`
 */
export async function readSource(bytes: Uint8Array, from: string): Promise<Source> {
  const source = from === 'png' ? pngSource(bytes) : jpegSource(bytes);
  assertPixelCount(source.width, source.height);
  if (source.width * source.height > MAX_PIXELS) throw new DeclinedError(`${source.width}x${source.height}`);
  return { ...source, ...(await extractMetadata(bytes, source.format)) };
}

type Header = Omit<Source, keyof ExtractedMetadata>;

function pngSource(bytes: Uint8Array): Header {
  const header = readPngHeader(bytes);
  if (!header?.complete) throw new DeclinedError('no complete PNG');
  const { width, height, mayHaveAlpha, bitDepth, animated, hasCicp } = header;
  if (animated || hasCicp) throw new DeclinedError('animation or code points');
  return { format: 'png', width, height, mayHaveAlpha, isDeep: bitDepth === 16 };
}

function jpegSource(bytes: Uint8Array): Header {
  const frame = readJpegFrame(bytes);
  if (!frame?.complete) throw new DeclinedError('no complete JPEG');
  const { width, height, precision, components, lossless, arithmetic } = frame;
  const isPlain = precision === 8 && (components === 1 || components === 3) && !lossless && !arithmetic && height > 0;
  if (!isPlain) throw new DeclinedError(`${components} components of ${precision} bits`);
  return { format: 'jpeg', width, height, mayHaveAlpha: false, isDeep: false };
}
