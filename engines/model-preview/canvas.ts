import type { Rgba } from '@bakkum/model-scene/scene';

/** An image with a depth buffer. Straight RGBA. */
export type Canvas = { readonly size: number; readonly colours: Uint8ClampedArray<ArrayBuffer>; readonly depths: Float32Array };

/** A canvas position: x to the right, y down, in pixels; `depth` grows towards the viewer. */
export type Spot = { readonly x: number; readonly y: number; readonly depth: number; readonly shade: Rgba };

export function canvasOf(size: number): Canvas {
  return { size, colours: new Uint8ClampedArray(size * size * 4), depths: new Float32Array(size * size).fill(-Infinity) };
}

/** Interpolates colour and depth between the corners. */
export function drawTriangle(canvas: Canvas, a: Spot, b: Spot, c: Spot): void {
  const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
  if (area === 0 || !Number.isFinite(area)) return;
  const last = canvas.size - 1;
  const [left, right] = [Math.max(0, Math.floor(Math.min(a.x, b.x, c.x))), Math.min(last, Math.ceil(Math.max(a.x, b.x, c.x)))];
  const [top, bottom] = [Math.max(0, Math.floor(Math.min(a.y, b.y, c.y))), Math.min(last, Math.ceil(Math.max(a.y, b.y, c.y)))];
  for (let y = top; y <= bottom; y += 1)
    for (let x = left; x <= right; x += 1) {
      const ofB = ((x + 0.5 - a.x) * (c.y - a.y) - (c.x - a.x) * (y + 0.5 - a.y)) / area;
      const ofC = ((b.x - a.x) * (y + 0.5 - a.y) - (x + 0.5 - a.x) * (b.y - a.y)) / area;
      const ofA = 1 - ofB - ofC;
      if (ofA < 0 || ofB < 0 || ofC < 0) continue;
      const pixel = y * canvas.size + x;
      const depth = ofA * a.depth + ofB * b.depth + ofC * c.depth;
      if (depth <= (canvas.depths[pixel] ?? 0)) continue;
      canvas.depths[pixel] = depth;
      for (let channel = 0; channel < 3; channel += 1) {
        const shade = ofA * (a.shade[channel] ?? 0) + ofB * (b.shade[channel] ?? 0) + ofC * (c.shade[channel] ?? 0);
        canvas.colours[pixel * 4 + channel] = shade * 255;
      }
      canvas.colours[pixel * 4 + 3] = 255;
    }
}

export function drawPoint(canvas: Canvas, { x, y, depth, shade }: Spot, radius: number): void {
  const last = canvas.size - 1;
  for (let row = Math.max(0, Math.round(y - radius)); row <= Math.min(last, Math.round(y + radius)); row += 1)
    for (let column = Math.max(0, Math.round(x - radius)); column <= Math.min(last, Math.round(x + radius)); column += 1)
      paint(canvas, row * canvas.size + column, depth, shade);
}

function paint({ colours, depths }: Canvas, pixel: number, depth: number, shade: Rgba): void {
  if (depth <= (depths[pixel] ?? 0)) return;
  depths[pixel] = depth;
  for (let channel = 0; channel < 3; channel += 1) colours[pixel * 4 + channel] = (shade[channel] ?? 0) * 255;
  colours[pixel * 4 + 3] = 255;
}

/** Halves the size by averaging four pixels each, which smooths edges. */
export function halved({ size, colours }: Canvas): Uint8ClampedArray<ArrayBuffer> {
  const half = size / 2;
  const result = new Uint8ClampedArray(half * half * 4);
  const steps = [0, 4, size * 4, size * 4 + 4];
  for (let y = 0; y < half; y += 1)
    for (let x = 0; x < half; x += 1) {
      const first = (y * size + x) * 8;
      let [red, green, blue, covered] = [0, 0, 0, 0];
      for (const step of steps) {
        const at = first + step;
        if ((colours[at + 3] ?? 0) === 0) continue;
        red += colours[at] ?? 0;
        green += colours[at + 1] ?? 0;
        blue += colours[at + 2] ?? 0;
        covered += 1;
      }
      if (covered === 0) continue;
      const at = (y * half + x) * 4;
      result[at] = red / covered;
      result[at + 1] = green / covered;
      result[at + 2] = blue / covered;
      result[at + 3] = (covered * 255) / 4;
    }
  return result;
}
