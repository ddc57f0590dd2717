import type { Canvas } from '../canvas.ts';
import { clamp, luma, type Rgb } from '../colour.ts';
import { type Noise } from '../noise.ts';
import type { Random } from '../random.ts';

export type BrushWork = {
  /** Brush widths in units, from broad to fine. */
  readonly brushes: readonly number[];
  /** Length of a stroke as a multiple of its width. */
  readonly length: number;
  /** Maximum deviation of a stroke's colour. */
  readonly stray: number;
  /** Stroke direction: 0 follows the shapes, 1 follows independent currents. */
  readonly swirl: number;
  /** Strength of the paint relief: light and shadow along the bristles. */
  readonly relief: number;
};

type Brush = { readonly width: number; readonly length: number };
type Stroke = {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly brush: Brush;
  readonly colour: Rgb;
  readonly bristles: number;
};

/** Repaints the image with brush strokes, broad ones first, and fine ones only where there is detail. */
export function paintStrokes(canvas: Canvas, noise: Noise, random: Random, work: BrushWork): void {
  const { unit, width, height } = canvas;
  const original = canvas.rgb.slice();
  const heights = new Float32Array(width * height);
  work.brushes.forEach((brushWidth, index) => {
    const brush = { width: Math.max(2, brushWidth * unit), length: Math.max(4, brushWidth * unit * work.length) };
    const colours = averaged(canvas, original, Math.max(1, Math.round(brush.width * 0.4)));
    const gap = brush.width * 0.7;
    for (let row = 0; row < height + gap; row += gap) {
      for (let column = 0; column < width + gap; column += gap) {
        const x = clampTo(column + random.between(-0.5, 0.5) * gap, width);
        const y = clampTo(row + random.between(-0.5, 0.5) * gap, height);
        const draw = random.next();
        const slope = slopeAt(colours, x, y);
        if (index > 0 && slope.strength < 0.012 * index + draw * 0.04) continue;
        const current = noise((x / unit) * 1.9, (y / unit) * 1.9) * Math.PI * 1.7;
        const along = slope.strength > 0.012 ? slope.angle : current * 0.35;
        const swirl = (canvas.zone[Math.floor(y) * width + Math.floor(x)] ?? 0) >= 100 ? work.swirl * 0.25 : work.swirl;
        const angle = along * (1 - swirl) + current * swirl + (draw - 0.5) * 0.3;
        const colour = strayed(colourAt(colours, x, y), work.stray, random);
        layStroke(canvas, heights, { x, y, angle, brush, colour, bristles: draw * 97 }, noise);
      }
    }
  });
  if (work.relief > 0) lightRelief(canvas, heights, work.relief);
}

function clampTo(value: number, size: number): number {
  return Math.max(0, Math.min(size - 1, value));
}

/** The image in squares of `cell` pixels, each with its mean colour. */
type Averages = { readonly cell: number; readonly columns: number; readonly rows: number; readonly rgb: Float32Array };

function averaged({ width, height }: Canvas, rgb: Float32Array, cell: number): Averages {
  const columns = Math.ceil(width / cell);
  const rows = Math.ceil(height / cell);
  const sums = new Float32Array(columns * rows * 3);
  for (let y = 0; y < height; y++) {
    const down = Math.min(cell, height - Math.floor(y / cell) * cell);
    for (let x = 0; x < width; x++) {
      const column = Math.floor(x / cell);
      const part = 1 / (down * Math.min(cell, width - column * cell));
      const to = (Math.floor(y / cell) * columns + column) * 3;
      const from = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel++)
        sums[to + channel] = (sums[to + channel] ?? 0) + (rgb[from + channel] ?? 0) * part;
    }
  }
  return { cell, columns, rows, rgb: sums };
}

function colourAt({ cell, columns, rows, rgb }: Averages, x: number, y: number): Rgb {
  const at = (clampTo(Math.floor(y / cell), rows) * columns + clampTo(Math.floor(x / cell), columns)) * 3;
  return [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0];
}

function strayed([red, green, blue]: Rgb, stray: number, random: Random): Rgb {
  const light = random.between(-0.5, 0.5) * stray;
  const hue = stray * 0.4;
  return [
    clamp(red + light + random.between(-0.5, 0.5) * hue),
    clamp(green + light + random.between(-0.5, 0.5) * hue),
    clamp(blue + light + random.between(-0.5, 0.5) * hue),
  ];
}

/** Returns the direction along the shapes, perpendicular to the brightness gradient. */
function slopeAt(colours: Averages, x: number, y: number): { readonly angle: number; readonly strength: number } {
  const at = (column: number, row: number): number => luma(colourAt(colours, column, row));
  const dx = at(x + colours.cell, y) - at(x - colours.cell, y);
  const dy = at(x, y + colours.cell) - at(x, y - colours.cell);
  return { angle: Math.atan2(dx, -dy), strength: Math.hypot(dx, dy) };
}

/** Paints one stroke: an ellipse along its angle, streaked by the bristles, with a ragged end. */
function layStroke(canvas: Canvas, heights: Float32Array, { x, y, angle, brush, colour, bristles }: Stroke, noise: Noise): void {
  const { width, height, rgb } = canvas;
  const [halfLength, halfWidth] = [brush.length / 2, brush.width / 2];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const reachX = Math.abs(cos) * halfLength + Math.abs(sin) * halfWidth;
  const reachY = Math.abs(sin) * halfLength + Math.abs(cos) * halfWidth;
  const [left, right] = [Math.max(0, Math.floor(x - reachX)), Math.min(width - 1, Math.ceil(x + reachX))];
  const streaks = new Float32Array(17).map((_, index) => noise(index * 0.9 + bristles, bristles * 0.7));
  for (let row = Math.max(0, Math.floor(y - reachY)); row <= Math.min(height - 1, Math.ceil(y + reachY)); row++) {
    for (let column = left; column <= right; column++) {
      const [dx, dy] = [column - x, row - y];
      const along = (dx * cos + dy * sin) / halfLength;
      const across = (dy * cos - dx * sin) / halfWidth;
      const rim = along * along * along * along + across * across;
      if (rim >= 1) continue;
      const streak = streaks[Math.floor((across + 1) * 8)] ?? 0;
      const cover = Math.min(1, (1 - rim) * 3.2) * (0.82 + streak * 0.25);
      const pixel = row * width + column;
      const tone = 1 + streak * 0.09;
      for (let channel = 0; channel < 3; channel++) {
        const here = rgb[pixel * 3 + channel] ?? 0;
        rgb[pixel * 3 + channel] = here + (Math.min(1, (colour[channel] ?? 0) * tone) - here) * cover;
      }
      heights[pixel] = (heights[pixel] ?? 0) * (1 - cover * 0.85) + (1 - across * across + streak * 0.8) * cover;
    }
  }
}

function lightRelief({ width, height, rgb }: Canvas, heights: Float32Array, relief: number): void {
  for (let y = 1; y < height; y++) {
    for (let x = 1; x < width; x++) {
      const pixel = y * width + x;
      const rise = (heights[pixel] ?? 0) * 2 - (heights[pixel - 1] ?? 0) - (heights[pixel - width] ?? 0);
      const light = Math.max(-0.16, Math.min(0.16, rise * relief));
      for (let channel = 0; channel < 3; channel++) rgb[pixel * 3 + channel] = clamp((rgb[pixel * 3 + channel] ?? 0) + light);
    }
  }
}
