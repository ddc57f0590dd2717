import { blurred, type Canvas } from '../canvas.ts';

/** Returns a blurred copy of the colours. `radius` in pixels. */
export function softened({ width, height, rgb }: Canvas, radius: number): Float32Array<ArrayBuffer> {
  const made = new Float32Array(rgb.length);
  for (let channel = 0; channel < 3; channel++) {
    const one = new Float32Array(width * height);
    for (let pixel = 0; pixel < one.length; pixel++) one[pixel] = rgb[pixel * 3 + channel] ?? 0;
    const soft = blurred(one, width, height, radius);
    for (let pixel = 0; pixel < one.length; pixel++) made[pixel * 3 + channel] = soft[pixel] ?? 0;
  }
  return made;
}

/** Returns the brightness of every pixel. */
export function brightness({ width, height }: Canvas, rgb: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  return new Float32Array(width * height).map(
    (_, pixel) => (rgb[pixel * 3] ?? 0) * 0.299 + (rgb[pixel * 3 + 1] ?? 0) * 0.587 + (rgb[pixel * 3 + 2] ?? 0) * 0.114,
  );
}

/** Vignette strength at a position: 0 in the centre, 1 in the corners. */
export function cornering({ width, height }: Canvas, x: number, y: number): number {
  return Math.min(1, ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2) * 2);
}

/** Deterministic grain from -1 to 1: the same position always has the same value. `size` in pixels. */
export function grainAt(x: number, y: number, size: number): number {
  let hash = Math.imul(Math.floor(x / size) + 374761393, 0x27d4eb2d) ^ Math.imul(Math.floor(y / size) + 668265263, 0x165667b1);
  hash = Math.imul(hash ^ (hash >>> 13), 0x5bd1e995);
  return (((hash ^ (hash >>> 15)) >>> 0) / 4_294_967_296) * 2 - 1;
}

/** Strength of outlines between objects, 0 to 1; lines are about `thickness` pixels wide. */
export function outlines({ width, height, zone }: Canvas, thickness: number, fromZone: number): Float32Array<ArrayBuffer> {
  const found = new Float32Array(width * height);
  for (let y = 1; y < height; y++) {
    for (let x = 1; x < width; x++) {
      const pixel = y * width + x;
      const here = zone[pixel] ?? 0;
      const left = zone[pixel - 1] ?? 0;
      const above = zone[pixel - width] ?? 0;
      if ((here !== left && Math.max(here, left) >= fromZone) || (here !== above && Math.max(here, above) >= fromZone))
        found[pixel] = 1;
    }
  }
  const radius = Math.max(1, Math.round(thickness / 2));
  const wide = blurred(found, width, height, radius);
  return wide.map((value) => Math.min(1, value * (radius * 2.4)));
}
