import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { resize } from '@bakkum/raster/resize';
import { PDFNumber, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';
import type { Part } from '../document/assemble.ts';
import { dictFrom, name, nameOf } from '../document/objects.ts';
import { ImageCodec, isDrawing, type Pixels8 } from './image-codec.ts';
import { type PlainImage, plainImage } from './image-samples.ts';
import { type PrintedSize, printedSizes } from './image-sizes.ts';
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
    try {
      const pixels = await this.#codec.decode(candidate.image);
      return pixels && (await this.#smaller(candidate, pixels, level));
    } catch (cause) {
      this.#context.signal.throwIfAborted();
      // The image is damaged. It stays as it is.
      if (cause instanceof ConversionError && cause.code === 'corrupt') return undefined;
      throw cause;
    }
  }

  async #smaller({ image, size, isSoftMask }: Candidate, pixels: Pixels8, level: ImageLevel): Promise<Stored | undefined> {
    const { components, filter, stream } = image;
    const isLossless = isSoftMask || (filter === 'FlateDecode' && isDrawing(pixels, components));
    const scaled = isLossless && !isSoftMask ? pixels : await this.#scaled(pixels, size, level.dpi);
    const limit = stream.contents.length * (scaled === pixels ? WORTHWHILE : 1);
    const bytes = isLossless
      ? await this.#codec.lossless(scaled, components)
      : await this.#codec.jpeg(scaled, components, level.quality);
    if (bytes.length >= limit) return undefined;
    const dict = stream.dict.clone();
    dict.set(name('Width'), PDFNumber.of(scaled.width));
    dict.set(name('Height'), PDFNumber.of(scaled.height));
    dict.set(name('Filter'), name(isLossless ? 'FlateDecode' : 'DCTDecode'));
    dict.delete(name('DecodeParms'));
    if (isLossless) {
      const parms = { Predictor: 15, Colors: components, Columns: scaled.width };
      dict.set(name('DecodeParms'), dict.context.obj(parms));
    }
    return { stream: PDFRawStream.of(dict, bytes), isLossy: !isLossless || scaled !== pixels };
  }

  async #scaled(pixels: Pixels8, size: PrintedSize | undefined, dpi: number): Promise<Pixels8> {
    if (!size || size.width <= 0 || size.height <= 0) return pixels;
    const share = Math.max((size.width * dpi) / pixels.width, (size.height * dpi) / pixels.height);
    if (share * TOLERANCE >= 1) return pixels;
    const [width, height] = [pixels.width, pixels.height].map((side) => Math.max(1, Math.round(side * share)));
    const scaled = await resize(pixels, width ?? 1, height ?? 1, this.#context.signal);
    return scaled.depth === 8 ? scaled : pixels;
  }
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
