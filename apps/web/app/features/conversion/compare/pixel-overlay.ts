import type { Size } from '../preview/view-frame.ts';

/** Minimum visible difference in a color channel, of 255, as in the comparison. */
const VISIBLE = 40;
/** Opacity of pixels that are the same. */
const FADED = 0.3;
const ONLY_BEFORE = [205, 35, 35] as const;
const ONLY_AFTER = [25, 90, 215] as const;

/** One of the two pages: its drawing, and its size in points. */
export type DrawnPage = { readonly canvas: HTMLCanvasElement; readonly size: Size };

/** Overlays two pages: equal pixels are gray, darker ones of the first page red, darker ones of the second page blue. */
export function overlay(target: HTMLCanvasElement, before: DrawnPage | undefined, after: DrawnPage | undefined): void {
  const drawn = [before, after].flatMap((page) => page ?? []);
  const scale = Math.max(...drawn.map(({ canvas, size }) => canvas.width / size.width));
  const width = Math.round(Math.max(...drawn.map(({ size }) => size.width)) * scale);
  const height = Math.round(Math.max(...drawn.map(({ size }) => size.height)) * scale);
  const [one, other] = [pixelsOf(before, scale, width, height), pixelsOf(after, scale, width, height)];
  const mixed = new ImageData(width, height);
  for (let at = 0; at < mixed.data.length; at += 4) mix(one, other, mixed.data, at);
  [target.width, target.height] = [width, height];
  target.getContext('2d')?.putImageData(mixed, 0, 0);
}

/** White where there is no page. */
function pixelsOf(page: DrawnPage | undefined, scale: number, width: number, height: number): Uint8ClampedArray {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return new Uint8ClampedArray(width * height * 4).fill(255);
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  if (page) context.drawImage(page.canvas, 0, 0, Math.round(page.size.width * scale), Math.round(page.size.height * scale));
  return context.getImageData(0, 0, width, height).data;
}

function mix(before: Uint8ClampedArray, after: Uint8ClampedArray, target: Uint8ClampedArray, at: number): void {
  let [difference, light, other] = [0, 0, 0];
  for (let channel = 0; channel < 3; channel += 1) {
    const [one, two] = [before[at + channel] ?? 255, after[at + channel] ?? 255];
    difference = Math.max(difference, Math.abs(one - two));
    light += one / 3;
    other += two / 3;
  }
  const color = light < other ? ONLY_BEFORE : ONLY_AFTER;
  const gray = 255 - (255 - Math.min(light, other)) * FADED;
  for (let channel = 0; channel < 3; channel += 1) target[at + channel] = difference > VISIBLE ? (color[channel] ?? 0) : gray;
  target[at + 3] = 255;
}
