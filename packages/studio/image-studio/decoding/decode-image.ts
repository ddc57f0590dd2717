/** Decodes uploaded images in the current process, which exists only for this. */
import { IMPORT_LIMITS, storedSize } from '@bakkum/studio-options/imports';
import sharp, { type Sharp } from 'sharp';
import { claimedSource, type ImageSource } from '../files/xmp.ts';
import { type Decoded, type ImageDecoder, MAX_PIXELS, type Place, sizeFault } from './decoded-image.ts';

/** Signatures of the formats that are decoded; formats that only some decoder knows are not tried. */
const BEGINNINGS = [/^\xff\xd8\xff/, /^\x89PNG\r\n\x1a\n/, /^RIFF[^]{4}WEBP/, /^GIF8[79]a/, /^[^]{4}ftyp(avif|avis)/];

/** Decodes a complete image. A truncated one is rejected. */
export const decodeImage: ImageDecoder = async (order, bytes) => {
  try {
    return order.as === 'brought' ? await decodeBrought(bytes) : await decodeMask(bytes, order.place);
  } catch (error) {
    // Decoder messages about an uploaded file are not passed on: it is simply unreadable.
    return { fault: 'unreadable', detail: `the picture cannot be decoded: ${error instanceof Error ? error.message : ''}` };
  }
};

async function decodeBrought(bytes: Uint8Array): Promise<Decoded> {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (!BEGINNINGS.some((beginning) => beginning.test(head))) return { fault: 'unreadable', detail: 'begins like none' };
  const { autoOrient: given, xmp } = await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata();
  const fault = sizeFault(given);
  if (fault) return { fault, detail: `${given.width} × ${given.height}` };
  const scaled = sharp(bytes, { limitInputPixels: IMPORT_LIMITS.pixels, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize({ ...storedSize(given), fit: 'fill', kernel: 'lanczos3' })
    .toColourspace('srgb');
  return pixelsOf(scaled, claimedSource(bytes, xmp));
}

async function decodeMask(bytes: Uint8Array, { inner, edges }: Place): Promise<Decoded> {
  const drawn = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning', pages: 1 })
    .flatten({ background: '#000000' })
    .resize({ ...inner, fit: 'fill' })
    .extend({ ...edges, background: '#000000' })
    .greyscale()
    .threshold(128);
  return pixelsOf(drawn.toColourspace('b-w'));
}

async function pixelsOf(picture: Sharp, source?: ImageSource): Promise<Decoded> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { pixels: { width, height, channels, content: new Uint8Array(data) }, source };
}
