import type { Content, Interchange } from '@bakkum/conversion/engine';
import type { ImageMetadata } from '@bakkum/image-metadata/metadata';

/** Interchange format id of decoded pixels. Every picture decoder ends here, every picture encoder starts here. */
export const RASTER = 'raster';

/** Straight (not premultiplied) RGBA, rows top to bottom, no padding. 16-bit samples are in the machine's byte order. */
export type Pixels =
  | { readonly depth: 8; readonly width: number; readonly height: number; readonly data: Uint8ClampedArray<ArrayBuffer> }
  | { readonly depth: 16; readonly width: number; readonly height: number; readonly data: Uint16Array<ArrayBuffer> };

/** One picture of a raster. Full canvas size of its own: animation frames are already composed. */
export type Frame = {
  readonly width: number;
  readonly height: number;
  /** How long an animation shows it, in milliseconds; 0 for a page or a still. */
  readonly durationMs: number;
  /** Reads the pixels. The array belongs to the caller. */
  pixels(): Promise<Pixels>;
  /** The same picture as the browser holds it, where a browser decoded it: encoders of the browser take it as it is. */
  readonly bitmap?: ImageBitmap;
};

export type Raster = Interchange & {
  readonly interchange: typeof RASTER;
  /** What several frames mean: an animation in time, pages of a document, or sizes of one icon (largest first). */
  readonly kind: 'still' | 'animation' | 'pages' | 'sizes';
  readonly frameCount: number;
  /** How often an animation plays; 0 is for ever. */
  readonly loopCount: number;
  /** Pixels per inch, where the source says so. */
  readonly dpi?: number;
  /** False when the decoder knows that every pixel is opaque. */
  readonly mayHaveAlpha: boolean;
  /** ICC profile of the pixels, Exif, XMP. Orientation is already applied to the pixels and reset in the Exif. */
  readonly metadata: ImageMetadata;
  /** Frames one at a time, in order; a frame is valid until the next one is asked for. May be called once. */
  frames(): AsyncIterable<Frame>;
};

/** Largest picture we hold: 256 megapixels, 1 GiB of RGBA8. Phones make up to 200. */
export const MAX_PIXELS = 256 * 1024 * 1024;

export function rasterOf(content: Content): Raster {
  if (!(content instanceof Blob) && content.interchange === RASTER) return content as Raster;
  throw new TypeError('expected decoded pixels');
}
