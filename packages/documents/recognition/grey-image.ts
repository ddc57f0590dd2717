import type { Pixels } from '@bakkum/raster/raster';

/** An image of one channel, rows top to bottom: 0 is black, 255 white. */
export type GreyImage = { readonly width: number; readonly height: number; readonly data: Uint8Array<ArrayBuffer> };

export const WHITE = 255;

/** Brightness of pixels on white paper. */
export function greyOf({ width, height, data, depth }: Pixels): GreyImage {
  const grey = new Uint8Array(width * height);
  const shift = depth === 16 ? 8 : 0;
  for (let at = 0, from = 0; at < grey.length; at++, from += 4) {
    const red = (data[from] ?? 0) >> shift;
    const green = (data[from + 1] ?? 0) >> shift;
    const blue = (data[from + 2] ?? 0) >> shift;
    const alpha = (data[from + 3] ?? 0) >> shift;
    const luma = (red * 77 + green * 150 + blue * 29) >> 8;
    grey[at] = alpha === WHITE ? luma : WHITE + Math.round(((luma - WHITE) * alpha) / WHITE);
  }
  return { width, height, data: grey };
}

/** Resizes an image: averages when it shrinks, interpolates when it grows. */
export const scaled = (image: GreyImage, factor: number): GreyImage => resized(image, factor, factor);

/** Resizes the width and the height by different factors. */
export function resized(image: GreyImage, across: number, down: number): GreyImage {
  const width = Math.max(1, Math.round(image.width * across));
  const height = Math.max(1, Math.round(image.height * down));
  const rows = width === image.width ? image : stretchRows(image, width);
  return height === image.height ? rows : transposed(stretchRows(transposed(rows), height));
}

/** Resizes every row to a width. */
function stretchRows({ width: from, height, data }: GreyImage, width: number): GreyImage {
  const result = new Uint8Array(width * height);
  const step = from / width;
  for (let x = 0; x < width; x++) {
    const [left, right] = step > 1 ? [x * step, (x + 1) * step] : [(x + 0.5) * step - 0.5, (x + 0.5) * step + 0.5];
    const [first, last] = [Math.floor(left), Math.ceil(right) - 1];
    for (let y = 0; y < height; y++) {
      let sum = 0;
      for (let at = first; at <= last; at++) {
        const share = Math.min(right, at + 1) - Math.max(left, at);
        sum += share * (data[y * from + Math.min(from - 1, Math.max(0, at))] ?? 0);
      }
      result[y * width + x] = Math.round(sum / (right - left));
    }
  }
  return { width, height, data: result };
}

export function transposed({ width, height, data }: GreyImage): GreyImage {
  const result = new Uint8Array(data.length);
  for (let y = 0, at = 0; y < height; y++) for (let x = 0, to = y; x < width; x++, to += height) result[to] = data[at++] ?? 0;
  return { width: height, height: width, data: result };
}

/** Rotates by quarter turns, clockwise. */
export function turned(image: GreyImage, quarters: number): GreyImage {
  let result = image;
  for (let turn = 0; turn < quarters % 4; turn++) result = mirrored(transposed(result));
  return result;
}

function mirrored({ width, height, data }: GreyImage): GreyImage {
  const result = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) result.set(data.subarray(y * width, (y + 1) * width).toReversed(), y * width);
  return { width, height, data: result };
}

/** Rotates about the centre by a small angle in degrees, counterclockwise on screen; the size stays, corners become white. */
export function rotated({ width, height, data }: GreyImage, degrees: number): GreyImage {
  const result = new Uint8Array(data.length).fill(WHITE);
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const [cx, cy] = [width / 2, height / 2];
  for (let y = 0; y < height; y++) {
    let sx = cx - cx * cos - (y - cy) * sin;
    let sy = cy - cx * sin + (y - cy) * cos;
    for (let x = 0; x < width; x++, sx += cos, sy += sin) {
      const [left, top] = [Math.floor(sx), Math.floor(sy)];
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue;
      const at = top * width + left;
      const [u, v] = [sx - left, sy - top];
      const above = (data[at] ?? 0) * (1 - u) + (data[at + 1] ?? 0) * u;
      const below = (data[at + width] ?? 0) * (1 - u) + (data[at + width + 1] ?? 0) * u;
      result[y * width + x] = above * (1 - v) + below * v;
    }
  }
  return { width, height, data: result };
}

/** Copies a rectangle with white margins; parts outside the image are white. */
export function cropped(image: GreyImage, box: PixelBox, margin: number): GreyImage {
  const width = Math.max(1, box.right - box.left) + 2 * margin;
  const height = Math.max(1, box.bottom - box.top) + 2 * margin;
  const data = new Uint8Array(width * height).fill(WHITE);
  const [left, right] = [Math.max(0, box.left), Math.min(image.width, box.right)];
  for (let y = Math.max(0, box.top); y < Math.min(image.height, box.bottom); y++) {
    const row = image.data.subarray(y * image.width + left, y * image.width + right);
    data.set(row, (y - box.top + margin) * width + margin + left - box.left);
  }
  return { width, height, data };
}

/** Returns bright letters on a dark background as dark letters on paper. */
export function onPaper(image: GreyImage): GreyImage {
  let sum = 0;
  // Twice as fast as an iterator.
  for (let at = 0; at < image.data.length; at++) sum += image.data[at] ?? 0;
  if (sum >= image.data.length * (WHITE / 2)) return image;
  return { ...image, data: image.data.map((value) => WHITE - value) };
}

/** A rectangle in pixels; `right` and `bottom` are exclusive. */
export type PixelBox = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** The file format that Leptonica reads fastest (Netpbm, binary grey). */
export function pgmOf({ width, height, data }: GreyImage): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(head.length + data.length);
  file.set(head);
  file.set(data, head.length);
  return file;
}
