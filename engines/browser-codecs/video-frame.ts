import { type Orientation, orient, swapsSides } from '@bakkum/raster/orient';
import type { Pixels } from '@bakkum/raster/raster';

/**
 * Reads a decoded frame as straight RGBA, rotated upright. If the frame already has four-byte pixels they are copied as they are:
 * requesting `RGBA` from the browser goes through premultiplied alpha, which rounds translucent colours.
 */
export async function readVideoFrame(image: VideoFrame): Promise<Pixels> {
  const { format } = image;
  const { x, y, width, height } = visiblePart(image);
  const isPacked = format === 'RGBA' || format === 'RGBX' || format === 'BGRA' || format === 'BGRX';
  const data = new Uint8ClampedArray(width * height * 4);
  const options: VideoFrameCopyToOptions = { rect: { x, y, width, height }, layout: [{ offset: 0, stride: width * 4 }] };
  await image.copyTo(data, isPacked ? options : { ...options, format: 'RGBA' });
  if (format === 'BGRA' || format === 'BGRX') exchangeRedAndBlue(data);
  if (format === 'BGRX' || format === 'RGBX') makeOpaque(data);
  return orient({ depth: 8, width, height, data }, turnOf(image));
}

/** Size of the pixels returned by `readVideoFrame`. */
export function uprightSize(image: VideoFrame): { readonly width: number; readonly height: number } {
  const { width, height } = visiblePart(image);
  return swapsSides(turnOf(image)) ? { width: height, height: width } : { width, height };
}

/** Visible area; the coded size may be padded to full blocks. */
function visiblePart(image: VideoFrame): DOMRectReadOnly {
  return image.visibleRect ?? new DOMRectReadOnly(0, 0, image.codedWidth, image.codedHeight);
}

/** Rotation (clockwise) and mirroring of a frame. Newer than the compiler's library, absent in older browsers. */
function turnOf(image: VideoFrame & { readonly rotation?: number; readonly flip?: boolean }): Orientation {
  const plain: readonly Orientation[] = [1, 6, 3, 8];
  const mirrored: readonly Orientation[] = [2, 5, 4, 7];
  return (image.flip ? mirrored : plain)[(image.rotation ?? 0) / 90] ?? 1;
}

/** Whether the decoder reports that no pixel is transparent. */
export function isOpaque(image: VideoFrame): boolean {
  return image.format !== null && image.format !== 'RGBA' && image.format !== 'BGRA' && !image.format.includes('A');
}

function exchangeRedAndBlue(data: Uint8ClampedArray): void {
  for (let i = 0; i < data.length; i += 4) {
    const blue = data[i] ?? 0;
    data[i] = data[i + 2] ?? 0;
    data[i + 2] = blue;
  }
}

function makeOpaque(data: Uint8ClampedArray): void {
  for (let i = 3; i < data.length; i += 4) data[i] = 255;
}
