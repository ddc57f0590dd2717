import { type Orientation, orient, swapsSides } from '@bakkum/raster/orient';
import type { Pixels } from '@bakkum/raster/raster';

/**
 * Reads a decoded frame as straight RGBA, turned upright. Where the frame is in four-byte pixels already the bytes are taken as they are:
 * asking the browser for `RGBA` instead sends them through premultiplied alpha, which rounds translucent colours.
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

/** Size of the pixels `readVideoFrame` answers. */
export function uprightSize(image: VideoFrame): { readonly width: number; readonly height: number } {
  const { width, height } = visiblePart(image);
  return swapsSides(turnOf(image)) ? { width: height, height: width } : { width, height };
}

/** The coded size may be padded to whole blocks. */
function visiblePart(image: VideoFrame): DOMRectReadOnly {
  return image.visibleRect ?? new DOMRectReadOnly(0, 0, image.codedWidth, image.codedHeight);
}

/** How a frame is to be shown: a turn clockwise, then a mirror. Newer than the compiler's library, absent in older browsers. */
function turnOf(image: VideoFrame & { readonly rotation?: number; readonly flip?: boolean }): Orientation {
  const plain: readonly Orientation[] = [1, 6, 3, 8];
  const mirrored: readonly Orientation[] = [2, 5, 4, 7];
  return (image.flip ? mirrored : plain)[(image.rotation ?? 0) / 90] ?? 1;
}

/** Whether the decoder says that no pixel is transparent. */
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
