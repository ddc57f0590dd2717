import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { type PDFDict, type PDFDocument, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib';
import { ImageCodec, type Pixels8 } from '../compression/image-codec.ts';
import { type PlainImage, plainImage } from '../compression/image-samples.ts';
import { jpegQuality } from '../compression/jpeg-quality.ts';
import { ownColour } from '../document/jpeg-2000.ts';
import { filtersOf, name } from '../document/objects.ts';
import { grayOfRgb } from './luminance.ts';

/** Lowest quality of a gray JPEG, so that encoding it again does not show. */
const MIN_QUALITY = 0.85;

/**
 * Stores RGB images with one sample per pixel: JPEG as JPEG, others without loss. Other images stay, because their colour space is
 * replaced.
 * @returns the number of JPEG 2000 images whose colour space is unknown
 */
export async function grayImages(
  { context }: PDFDocument,
  engine: EngineContext,
  report: (fraction: number) => void,
): Promise<number> {
  const codec = new ImageCodec(engine);
  const candidates = context.enumerateIndirectObjects().flatMap(([ref, object]) => {
    const image = plainImage(object);
    return image?.components === 3 ? [{ ref, image }] : [];
  });
  for (const [done, { ref, image }] of candidates.entries()) {
    engine.signal.throwIfAborted();
    const made = await grayImage(image, codec, engine);
    if (made) context.assign(ref, made);
    report((done + 1) / candidates.length);
  }
  return context.enumerateIndirectObjects().filter(([, object]) => !nameColour(object)).length;
}

/**
 * Writes the colour space of a JPEG 2000 image into its dictionary if only its data contains it, so that it is replaced like others.
 * @returns false if the colour space is unknown
 */
function nameColour(object: PDFObject): boolean {
  if (!(object instanceof PDFRawStream) || object.dict.has(name('ColorSpace'))) return true;
  const filters = filtersOf(object.dict);
  if (!filters.includes('JPXDecode')) return true;
  const colour = filters.length === 1 ? ownColour(object.contents) : 'unknown';
  if (colour === 'rgb') object.dict.set(name('ColorSpace'), name('DeviceRGB'));
  return colour !== 'unknown';
}

/** `undefined` for a damaged image. */
async function grayImage(image: PlainImage, codec: ImageCodec, { signal }: EngineContext): Promise<PDFRawStream | undefined> {
  try {
    const pixels = await codec.decode(image);
    if (!pixels) return undefined;
    const gray = withoutColour(pixels);
    const isJpeg = image.filter === 'DCTDecode';
    const quality = Math.max(MIN_QUALITY, jpegQuality(image.stream.contents) ?? 0);
    const bytes = isJpeg ? await codec.jpeg(gray, 1, Math.min(1, quality)) : await codec.lossless(gray, 1);
    return PDFRawStream.of(grayEntries(image, isJpeg), bytes);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof ConversionError && cause.code === 'corrupt') return undefined;
    throw cause;
  }
}

function withoutColour({ width, height, data }: Pixels8): Pixels8 {
  const gray = new Uint8ClampedArray(data.length);
  for (let at = 0; at < data.length; at += 4) {
    const value = grayOfRgb(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    gray.fill(Math.round(value), at, at + 3);
    gray[at + 3] = 255;
  }
  return { depth: 8, width, height, data: gray };
}

function grayEntries({ stream, width }: PlainImage, isJpeg: boolean): PDFDict {
  const dict = stream.dict.clone();
  dict.set(name('ColorSpace'), name('DeviceGray'));
  dict.set(name('Filter'), name(isJpeg ? 'DCTDecode' : 'FlateDecode'));
  for (const key of ['DecodeParms', 'Decode', 'Intent']) dict.delete(name(key));
  if (!isJpeg) dict.set(name('DecodeParms'), dict.context.obj({ Predictor: 15, Colors: 1, Columns: width }));
  return dict;
}
