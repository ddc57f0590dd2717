import type { Pixels } from '@bakkum/raster/raster';
import { type Bitmap, rowStart } from './bitmap.ts';
import type { Mark, Marks } from './jb2.ts';
import type { Page, Palette } from './page.ts';
import type { ColourPicture } from './wavelet-picture.ts';

type EightBit = Extract<Pixels, { depth: 8 }>;

/** Composes the visible page: ink over paper, rotated. */
export function composed(page: Page): EightBit {
  const { width, height } = page;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  if (page.paper) spread(page.paper, width, height, data);
  if (page.marks) {
    const colourAt = inkOf(page);
    page.marks.marks.forEach((mark, index) => {
      eachDot(mark, width, height, (x, y) => {
        const [red = 0, green = 0, blue = 0] = colourAt(x, y, index);
        const at = (y * width + x) * 4;
        data[at] = red;
        data[at + 1] = green;
        data[at + 2] = blue;
      });
    });
  }
  return turned({ depth: 8, width, height, data }, page.turns);
}

/** Ink as a mask with one bit per pixel, rows top-down and padded to bytes. `take` selects the marks. */
export function stencilOf(page: Page, marks: Marks, take: (mark: number) => boolean): Uint8Array<ArrayBuffer> {
  const rowBytes = Math.ceil(page.width / 8);
  const bits = new Uint8Array(rowBytes * page.height);
  marks.marks.forEach((mark, index) => {
    if (!take(index)) return;
    eachDot(mark, page.width, page.height, (x, y) => {
      const at = y * rowBytes + (x >> 3);
      bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7));
    });
  });
  return bits;
}

/** Visits the pixels of a mark that are on the page, counted from its top. */
function eachDot({ bitmap, left, bottom }: Mark, width: number, height: number, paint: (x: number, y: number) => void): void {
  for (let row = Math.max(0, -bottom); row < Math.min(bitmap.height, height - bottom); row += 1) {
    const y = height - 1 - bottom - row;
    const from = Math.max(0, -left);
    const to = Math.min(bitmap.width, width - left);
    for (let column = from; column < to; column += 1) if (isInk(bitmap, row, column)) paint(left + column, y);
  }
}

function isInk(bitmap: Bitmap, row: number, column: number): boolean {
  return bitmap.dots[rowStart(bitmap, row) + column] === 1;
}

type Colour = readonly number[] | Uint8Array;
const BLACK: Colour = [0, 0, 0];

function inkOf({ width, height, ink, palette }: Page): (x: number, y: number, mark: number) => Colour {
  if (palette) return (_x, _y, mark) => paletteColour(palette, mark);
  if (!ink) return () => BLACK;
  const scale = reduction(ink, width, height);
  return (x, y) => {
    const column = Math.min(ink.width - 1, Math.floor(x / scale));
    const row = Math.min(ink.height - 1, Math.floor(y / scale));
    const at = (row * ink.width + column) * 3;
    return ink.rgb.subarray(at, at + 3);
  };
}

export function paletteColour({ colours, colourOf }: Palette, mark: number): Uint8Array {
  const at = colourOf(mark) * 3;
  return colours.subarray(at, at + 3);
}

/** Page pixels per pixel of a lower-resolution layer: an integer from 1 to 12. */
export function reduction(layer: ColourPicture, width: number, height: number): number {
  for (let scale = 1; scale <= 12; scale += 1)
    if (Math.ceil(width / scale) === layer.width && Math.ceil(height / scale) === layer.height) return scale;
  return Math.max(width / layer.width, height / layer.height);
}

/** Scales a lower-resolution layer to the page with interpolation. */
function spread(layer: ColourPicture, width: number, height: number, data: Uint8ClampedArray): void {
  const scale = reduction(layer, width, height);
  const { rgb } = layer;
  for (let y = 0; y < height; y += 1) {
    const down = between(y, scale, layer.height);
    for (let x = 0; x < width; x += 1) {
      const across = between(x, scale, layer.width);
      const to = (y * width + x) * 4;
      for (let part = 0; part < 3; part += 1) {
        const dot = (row: number, column: number): number => rgb[(row * layer.width + column) * 3 + part] ?? 0;
        const upper = mix(dot(down.first, across.first), dot(down.first, across.second), across.share);
        data[to + part] =
          scale === 1
            ? upper
            : mix(upper, mix(dot(down.second, across.first), dot(down.second, across.second), across.share), down.share);
      }
    }
  }
}

const mix = (one: number, other: number, share: number): number => one + (other - one) * share;

function between(
  at: number,
  scale: number,
  count: number,
): { readonly first: number; readonly second: number; readonly share: number } {
  const place = Math.max(0, Math.min(count - 1, (at + 0.5) / scale - 0.5));
  const first = Math.floor(place);
  return { first, second: Math.min(count - 1, first + 1), share: place - first };
}

/** @param turns quarter turns counterclockwise */
function turned(pixels: EightBit, turns: number): EightBit {
  if (turns === 0) return pixels;
  const { width, height } = pixels;
  const isSideways = turns % 2 === 1;
  const [across, down] = isSideways ? [height, width] : [width, height];
  const from = new Uint32Array(pixels.data.buffer);
  const to = new Uint32Array(across * down);
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      const [column, row] =
        turns === 1 ? [width - 1 - y, x] : turns === 2 ? [width - 1 - x, height - 1 - y] : [y, height - 1 - x];
      to[y * across + x] = from[row * width + column] ?? 0;
    }
  }
  return { depth: 8, width: across, height: down, data: new Uint8ClampedArray(to.buffer) };
}
