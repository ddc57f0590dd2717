import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { resize } from '@bakkum/raster/resize';
import { PDFNumber, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';
import type { Part } from '../document/assemble.ts';
import { dictFrom, name, nameOf } from '../document/objects.ts';
import { ImageCodec, isDrawing, type Pixels8 } from './image-codec.ts';
import { type PlainImage, plainImage } from './image-samples.ts';
import { type PrintedSize, printedSizes } from './image-sizes.ts';
import { jpegQuality } from './jpeg-quality.ts';
import type { ImageLevel } from './request.ts';

type Candidate = {
  readonly ref: PDFRef;
  readonly image: PlainImage;
  readonly size: PrintedSize | undefined;
  /** Transparency: stored without loss, because edges would show. */
  readonly isSoftMask: boolean;
};

type Stored = { readonly stream: PDFRawStream; readonly isLossy: boolean };

/** Pixels per inch may exceed the level by this factor before an image is scaled down, because scaling blurs. */
const TOLERANCE = 1.25;
/** A new version with more bytes than this share is not worth its loss. */
const WORTHWHILE = 0.9;
/** Encoders measure quality a little differently. */
const QUALITY_TOLERANCE = 0.05;

/** The images of a document. Each level is applied to the images as they were at first. */
export class DocumentImages {
  readonly #part: Part;
  readonly #candidates: readonly Candidate[];
  readonly #codec: ImageCodec;
  readonly #context: EngineContext;

  constructor(part: Part, context: EngineContext) {
    this.#part = part;
    this.#context = context;
    this.#codec = new ImageCodec(context);
    this.#candidates = candidatesIn(part);
  }

  /**
   * Stores images with fewer pixels and as JPEG where that saves bytes.
   * @param report called with the fraction that is done
   * @returns the number of images with a loss of quality
   */
  async apply(level: ImageLevel, report: (fraction: number) => void): Promise<number> {
    let lossy = 0;
    for (const [done, candidate] of this.#candidates.entries()) {
      this.#context.signal.throwIfAborted();
      const stored = await this.#stored(candidate, level);
      this.#part.document.context.assign(candidate.ref, stored?.stream ?? candidate.image.stream);
      if (stored?.isLossy) lossy += 1;
      report((done + 1) / this.#candidates.length);
    }
    return lossy;
  }

  async #stored(candidate: Candidate, level: ImageLevel): Promise<Stored | undefined> {
    const share = shareOf(candidate, level.dpi);
    if (share === 1 && isAlready(candidate, level)) return undefined;
    try {
      const pixels = await this.#codec.decode(candidate.image);
      return pixels && (await this.#smaller(candidate, pixels, share, level));
    } catch (cause) {
      this.#context.signal.throwIfAborted();
      // The image is damaged. It stays as it is.
      if (cause instanceof ConversionError && cause.code === 'corrupt') return undefined;
      throw cause;
    }
  }

  async #smaller(candidate: Candidate, pixels: Pixels8, share: number, level: ImageLevel): Promise<Stored | undefined> {
    const { image, isSoftMask } = candidate;
    const { components, stream } = image;
    const isLossless = isSoftMask || (image.filter === 'FlateDecode' && isDrawing(pixels, components));
    const scaled = share === 1 || (isLossless && !isSoftMask) ? pixels : await this.#scaled(pixels, share);
    const limit = stream.contents.length * (scaled === pixels ? WORTHWHILE : 1);
    const bytes = isLossless
      ? await this.#codec.lossless(scaled, components)
      : await this.#codec.jpeg(scaled, components, level.quality);
    if (bytes.length >= limit) return undefined;
    return { stream: storedAs(image, scaled, bytes, isLossless), isLossy: !isLossless || scaled !== pixels };
  }

  async #scaled(pixels: Pixels8, share: number): Promise<Pixels8> {
    const [width, height] = [pixels.width, pixels.height].map((side) => Math.max(1, Math.round(side * share)));
    const scaled = await resize(pixels, width ?? 1, height ?? 1, this.#context.signal);
    return scaled.depth === 8 ? scaled : pixels;
  }
}

/** The share of its width and height to keep: 1 if the image is small enough. */
function shareOf({ image, size }: Candidate, dpi: number): number {
  if (!size || size.width <= 0 || size.height <= 0) return 1;
  const share = Math.max((size.width * dpi) / image.width, (size.height * dpi) / image.height);
  return share * TOLERANCE >= 1 ? 1 : share;
}

/** Whether a JPEG was stored with this quality or less, so that storing it again would only blur it. */
function isAlready({ image }: Candidate, { quality }: ImageLevel): boolean {
  const own = image.filter === 'DCTDecode' ? jpegQuality(image.stream.contents) : undefined;
  return own !== undefined && own <= quality + QUALITY_TOLERANCE;
}

function storedAs(
  { stream, components }: PlainImage,
  { width, height }: Pixels8,
  bytes: Uint8Array,
  isLossless: boolean,
): PDFRawStream {
  const dict = stream.dict.clone();
  dict.set(name('Width'), PDFNumber.of(width));
  dict.set(name('Height'), PDFNumber.of(height));
  dict.set(name('Filter'), name(isLossless ? 'FlateDecode' : 'DCTDecode'));
  dict.delete(name('DecodeParms'));
  if (isLossless) dict.set(name('DecodeParms'), dict.context.obj({ Predictor: 15, Colors: components, Columns: width }));
  return PDFRawStream.of(dict, bytes);
}

function candidatesIn(part: Part): readonly Candidate[] {
  const { context } = part.document;
  const sizes = printedSizes(part);
  const objects = context.enumerateIndirectObjects();
  // A soft mask is drawn with its image.
  const maskSizes = new Map<PDFRef, PrintedSize | undefined>();
  for (const [ref, object] of objects) {
    const mask = dictFrom(object)?.get(name('SMask'));
    if (mask instanceof PDFRef && nameOf(dictFrom(object), 'Subtype') === 'Image') maskSizes.set(mask, sizes?.get(ref));
  }
  return objects.flatMap(([ref, object]) => {
    const image = plainImage(object);
    if (!image) return [];
    const isSoftMask = maskSizes.has(ref);
    return [{ ref, image, isSoftMask, size: isSoftMask ? maskSizes.get(ref) : sizes?.get(ref) }];
  });
}
