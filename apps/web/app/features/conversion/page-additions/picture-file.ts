import { type Bounds, removeBackground } from './remove-background.ts';

/** An image that can be placed on pages: a JPEG or PNG as a base64 `data:` URL, and its size in pixels. */
export type Picture = { readonly image: string; readonly width: number; readonly height: number };

/** For choosing a file. */
export const IMAGE_TYPES = 'image/png,image/jpeg,image/webp';

/** Longer side in pixels: 300 pixels per inch on 20 cm of paper. Larger images are scaled down. */
const MAX_SIDE = 2400;
const JPEG_QUALITY = 0.92;
/** Characters up to which an opaque image may be a PNG. */
const MAX_PNG = 2_000_000;

/**
 * Reads an image file, upright as its camera held it. `undefined` if the browser cannot read it, or nothing is left of it.
 * @param isSignature removes the white background and empty margins
 */
export async function readPicture(file: Blob, isSignature: boolean): Promise<Picture | undefined> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return undefined; // the caller tells which formats can be read
  }
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  if (isSignature) {
    const bounds = removeBackground(pixels);
    if (!bounds) return undefined;
    keepOnly(canvas, context, pixels, bounds);
    return pictureOf(canvas, 'image/png');
  }
  if (!isOpaque(pixels.data)) return pictureOf(canvas, 'image/png');
  const png = file.type === 'image/png' ? pictureOf(canvas, 'image/png') : undefined;
  return png && png.image.length <= MAX_PNG ? png : pictureOf(canvas, 'image/jpeg');
}

function keepOnly(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D, pixels: ImageData, bounds: Bounds): void {
  canvas.width = bounds.width;
  canvas.height = bounds.height;
  context.putImageData(pixels, -bounds.left, -bounds.top);
}

function isOpaque(data: Uint8ClampedArray): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

function pictureOf(canvas: HTMLCanvasElement, type: string): Picture {
  return { image: canvas.toDataURL(type, JPEG_QUALITY), width: canvas.width, height: canvas.height };
}
