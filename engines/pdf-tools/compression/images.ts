import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { resize } from '@bakkum/raster/resize';
import { PDFNumber, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';
import type { Part } from '../document/assemble.ts';
import { DrawnImages } from '../document/drawn-images.ts';
import { dictFrom, filtersOf, name, nameOf } from '../document/objects.ts';
import { ImageCodec, isDrawing, type Pixels8 } from './image-codec.ts';
import { type Components, type DrawnImage, drawnImage, flateSamples, type PlainImage, plainImage } from './image-samples.ts';
import { type PrintedSize, printedSizes } from './image-sizes.ts';
import { jpegQuality } from './jpeg-quality.ts';
import type { ImageLevel } from './request.ts';

type Candidate = {
  readonly ref: PDFRef;
  readonly image: PlainImage | DrawnImage;
  readonly size: PrintedSize | undefined;
  /** Transparency: stored without loss, because edges would show. */
  readonly isSoftMask: boolean;
};

type Stored = { readonly stream: PDFRawStream; readonly isLossy: boolean; readonly isConverted: boolean };

export type Applied = {
  /** Number of images with a loss of quality. */
  readonly lossy: number;
  /** Number of images whose colors were converted to sRGB. */
  readonly converted: number;
};

/** Pixels per inch may exceed the level by this factor before an image is scaled down, because scaling blurs. */
const TOLERANCE = 1.25;
/** A new version with more bytes than this share is not worth its loss. */
const WORTHWHILE = 0.9;
/** Images for print at this resolution stay in CMYK. */
const PRINT_DPI = 300;
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
   */
  async apply(level: ImageLevel, report: (fraction: number) => void): Promise<Applied> {
    let lossy = 0;
    let converted = 0;
    const bytes = this.#candidates.reduce((sum, { image }) => sum + image.stream.contents.length, 0);
    const drawn = new DrawnImages(this.#part.document, bytes, this.#context);
    for (const [done, candidate] of this.#candidates.entries()) {
      this.#context.signal.throwIfAborted();
      const stored = await this.#stored(candidate, level, drawn);
      this.#part.document.context.assign(candidate.ref, stored?.stream ?? candidate.image.stream);
      if (stored?.isLossy) lossy += 1;
      if (stored?.isConverted) converted += 1;
      report((done + 1) / this.#candidates.length);
    }
    return { lossy, converted };
  }

  async #stored(candidate: Candidate, level: ImageLevel, drawn: DrawnImages): Promise<Stored | undefined> {
    const share = shareOf(candidate, level.dpi);
    if (share === 1 && isAlready(candidate, level)) return undefined;
    if (candidate.image.filter === 'drawn' && candidate.image.isConverted && level.dpi >= PRINT_DPI) return undefined;
    try {
      const pixels = await this.#pixelsOf(candidate, drawn);
      return pixels && (await this.#smaller(candidate, pixels, share, level));
    } catch (cause) {
      this.#context.signal.throwIfAborted();
      // The image is damaged. It stays as it is.
      if (cause instanceof ConversionError && cause.code === 'corrupt') return undefined;
      throw cause;
    }
  }

  /** Drawn from the original, which may have been replaced at another level. `undefined` for a damaged image. */
  async #pixelsOf({ ref, image }: Candidate, drawn: DrawnImages): Promise<Pixels8 | undefined> {
    if (image.filter !== 'drawn') return this.#codec.decode(image);
    const isFlate = storedFilter(image) === 'FlateDecode';
    if (isFlate && !(await flateSamples({ ...image, components: 4 }))) return undefined;
    this.#part.document.context.assign(ref, image.stream);
    const pixels = await drawn.draw(ref, image.width, image.height, 'ignored');
    // PDFium draws what it cannot read in one color.
    return pixels && hasOneColor(pixels) ? undefined : pixels;
  }

  async #smaller(candidate: Candidate, pixels: Pixels8, share: number, level: ImageLevel): Promise<Stored | undefined> {
    const { image, isSoftMask } = candidate;
    const { stream } = image;
    const components = image.filter === 'drawn' ? (isGray(pixels) ? 1 : 3) : image.components;
    const isLossless = isSoftMask || (storedFilter(image) !== 'DCTDecode' && isDrawing(pixels, components));
    const scaled = share === 1 || (isLossless && !isSoftMask) ? pixels : await this.#scaled(pixels, share);
    const limit = stream.contents.length * (scaled === pixels ? WORTHWHILE : 1);
    const bytes = isLossless
      ? await this.#codec.lossless(scaled, components)
      : await this.#codec.jpeg(scaled, components, level.quality);
    if (bytes.length >= limit) return undefined;
    return {
      stream: storedAs(image, scaled, { bytes, components, isLossless }),
      isLossy: !isLossless || scaled !== pixels,
      isConverted: image.filter === 'drawn' && image.isConverted,
    };
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
  const own = storedFilter(image) === 'DCTDecode' ? jpegQuality(image.stream.contents) : undefined;
  return own !== undefined && own <= quality + QUALITY_TOLERANCE;
}

function storedFilter({ stream }: Candidate['image']): string | undefined {
  return filtersOf(stream.dict)[0];
}

type Encoded = { readonly bytes: Uint8Array; readonly components: Components; readonly isLossless: boolean };

function storedAs(
  image: Candidate['image'],
  { width, height }: Pixels8,
  { bytes, components, isLossless }: Encoded,
): PDFRawStream {
  const dict = image.stream.dict.clone();
  dict.set(name('Width'), PDFNumber.of(width));
  dict.set(name('Height'), PDFNumber.of(height));
  dict.set(name('Filter'), name(isLossless ? 'FlateDecode' : 'DCTDecode'));
  dict.delete(name('DecodeParms'));
  if (isLossless) dict.set(name('DecodeParms'), dict.context.obj({ Predictor: 15, Colors: components, Columns: width }));
  if (image.filter === 'drawn') {
    dict.set(name('ColorSpace'), name(components === 1 ? 'DeviceGray' : 'DeviceRGB'));
    dict.set(name('BitsPerComponent'), PDFNumber.of(8));
    for (const key of ['Decode', 'Intent']) dict.delete(name(key));
  }
  return PDFRawStream.of(dict, bytes);
}

function hasOneColor({ data }: Pixels8): boolean {
  for (let at = 4; at < data.length; at += 1) if (data[at] !== data[at - 4]) return false;
  return true;
}

function isGray({ data }: Pixels8): boolean {
  for (let at = 0; at < data.length; at += 4) if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false;
  return true;
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
    const isSoftMask = maskSizes.has(ref);
    const image = plainImage(object) ?? (isSoftMask ? undefined : drawnImage(object));
    if (!image) return [];
    return [{ ref, image, isSoftMask, size: isSoftMask ? maskSizes.get(ref) : sizes?.get(ref) }];
  });
}
