import type { Rgb } from './colour.ts';

/** A finished image: three bytes per pixel, row by row. */
export type Picture = { readonly width: number; readonly height: number; readonly rgb: Uint8Array<ArrayBuffer> };

/** The image while it is painted. All arrays are row by row. */
export type Canvas = {
  readonly width: number;
  readonly height: number;
  /** Length of a unit in pixels: the shorter side is one unit, so that an image looks the same at every size. */
  readonly unit: number;
  /** Three numbers per pixel, 0 to 1. */
  readonly rgb: Float32Array<ArrayBuffer>;
  /** Distance: 0 is the foreground, 1 the sky. */
  readonly depth: Float32Array<ArrayBuffer>;
  /** Id of the visible object; a border between two ids is an outline. */
  readonly zone: Uint8Array<ArrayBuffer>;
};

export function createCanvas(width: number, height: number): Canvas {
  const count = width * height;
  return {
    width,
    height,
    unit: Math.min(width, height),
    rgb: new Float32Array(count * 3),
    depth: new Float32Array(count).fill(1),
    zone: new Uint8Array(count),
  };
}

/** Blends a colour onto a pixel. */
export function blend({ rgb }: Canvas, pixel: number, colour: Rgb, cover: number): void {
  const at = pixel * 3;
  rgb[at] = (rgb[at] ?? 0) + (colour[0] - (rgb[at] ?? 0)) * cover;
  rgb[at + 1] = (rgb[at + 1] ?? 0) + (colour[1] - (rgb[at + 1] ?? 0)) * cover;
  rgb[at + 2] = (rgb[at + 2] ?? 0) + (colour[2] - (rgb[at + 2] ?? 0)) * cover;
}

/** Adds light to a pixel. */
export function shine({ rgb }: Canvas, pixel: number, colour: Rgb, strength: number): void {
  const at = pixel * 3;
  for (let channel = 0; channel < 3; channel++) {
    const here = rgb[at + channel] ?? 0;
    rgb[at + channel] = here + (1 - here) * Math.min(1, (colour[channel] ?? 0) * strength);
  }
}

/** Calls back for every pixel, row by row, with its colour, and stores the returned colour. */
export function recolour(
  { width, height, rgb }: Canvas,
  change: (colour: Rgb, x: number, y: number, pixel: number) => Rgb,
): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      const at = pixel * 3;
      const next = change([rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0], x, y, pixel);
      rgb[at] = next[0];
      rgb[at + 1] = next[1];
      rgb[at + 2] = next[2];
    }
  }
}

/** Rounds to bytes; slight noise by pixel position hides banding in smooth skies. */
export function toPicture({ width, height, rgb }: Canvas): Picture {
  const bytes = new Uint8Array(rgb.length);
  for (let index = 0; index < rgb.length; index++) {
    const dither = (((Math.imul(index, 0x9e3779b1) >>> 16) & 255) / 255 - 0.5) * 1.2;
    bytes[index] = Math.max(0, Math.min(255, Math.round((rgb[index] ?? 0) * 255 + dither)));
  }
  return { width, height, rgb: bytes };
}

/** Applies a box blur of `radius` pixels twice, which is close to a Gaussian blur. One number per pixel. */
export function blurred(
  field: Float32Array<ArrayBuffer>,
  width: number,
  height: number,
  radius: number,
): Float32Array<ArrayBuffer> {
  const whole = Math.max(1, Math.round(radius));
  let current = field;
  for (let round = 0; round < 2; round++) current = columns(rows(current, width, height, whole), width, height, whole);
  return current;
}

function rows(from: Float32Array<ArrayBuffer>, width: number, height: number, radius: number): Float32Array<ArrayBuffer> {
  const to = new Float32Array(from.length);
  for (let y = 0; y < height; y++) slide(from, to, { start: y * width, step: 1, count: width, radius });
  return to;
}

function columns(from: Float32Array<ArrayBuffer>, width: number, height: number, radius: number): Float32Array<ArrayBuffer> {
  const to = new Float32Array(from.length);
  for (let x = 0; x < width; x++) slide(from, to, { start: x, step: width, count: height, radius });
  return to;
}

type Line = { readonly start: number; readonly step: number; readonly count: number; readonly radius: number };

/** Running mean along one line; its first and last values repeat beyond the ends. */
function slide(from: Float32Array<ArrayBuffer>, to: Float32Array<ArrayBuffer>, { start, step, count, radius }: Line): void {
  const last = count - 1;
  const at = (index: number): number => from[start + (index < 0 ? 0 : index > last ? last : index) * step] ?? 0;
  let sum = 0;
  for (let index = -radius; index <= radius; index++) sum += at(index);
  const part = 1 / (radius * 2 + 1);
  for (let index = 0; index < count; index++) {
    to[start + index * step] = sum * part;
    sum += at(index + radius + 1) - at(index - radius);
  }
}
