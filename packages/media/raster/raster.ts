import type { Content, Interchange } from '@bakkum/conversion/engine';
import type { ImageMetadata } from '@bakkum/image-metadata/metadata';

/** Interchange format id of decoded pixels. Every image decoder produces it; every image encoder consumes it. */
export const RASTER = 'raster';

/** Straight (not premultiplied) RGBA, rows top to bottom, no padding. 16-bit samples are in the machine's byte order. */
export type Pixels =
  | { readonly depth: 8; readonly width: number; readonly height: number; readonly data: Uint8ClampedArray<ArrayBuffer> }
  | { readonly depth: 16; readonly width: number; readonly height: number; readonly data: Uint16Array<ArrayBuffer> };

/** One image of a raster at full canvas size: animation frames are already composed. */
export type Frame = {
  readonly width: number;
  readonly height: number;
  /** Display time in an animation, in milliseconds; 0 for a page or a still image. */
  readonly durationMs: number;
  /** Reads the pixels. The array belongs to the caller. */
  pixels(): Promise<Pixels>;
  /** The same image as a browser bitmap, where a browser decoded it; browser encoders use it directly. */
  readonly bitmap?: ImageBitmap;
};

export type Raster = Interchange & {
  readonly interchange: typeof RASTER;
  /** Meaning of several frames: an animation, pages of a document, or sizes of one icon (largest first). */
  readonly kind: 'still' | 'animation' | 'pages' | 'sizes';
  readonly frameCount: number;
  /** Number of times an animation plays; 0 means forever. */
  readonly loopCount: number;
  /** Pixels per inch, where the source has it. */
  readonly dpi?: number;
  /** False when the decoder knows that every pixel is opaque. */
  readonly mayHaveAlpha: boolean;
  /** ICC profile of the pixels, Exif, XMP. Orientation is already applied to the pixels and reset in the Exif. */
  readonly metadata: ImageMetadata;
  /** Yields frames in order; a frame is valid until the next one is requested. May be called once. */
  frames(): AsyncIterable<Frame>;
};

/** Largest supported image: 256 megapixels, 1 GiB of RGBA8. Phones take photos of up to 200. */
export const MAX_PIXELS = 256 * 1024 * 1024;

export function rasterOf(content: Content): Raster {
  if (!(content instanceof Blob) && content.interchange === RASTER) return content as Raster;
  throw new TypeError('expected decoded pixels');
}
