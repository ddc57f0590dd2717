/** Styles with clear edges: anime, digital and minimalist. */
import { type Canvas, recolour, shine } from '../canvas.ts';
import { clamp, luma, mix, type Rgb, saturate, smoothstep } from '../colour.ts';
import type { Random } from '../random.ts';
import { bloom, type Scene } from '../scene.ts';
import { brightness, cornering, grainAt, outlines, softened } from './channels.ts';

const TONES = 5;

/** Anime: few tones, inked outlines, clear light. */
export function finishAnime(scene: Scene): void {
  const { canvas } = scene;
  const { unit } = canvas;
  const figures = outlines(canvas, Math.max(1.6, unit * 0.0036), 100);
  const land = outlines(canvas, Math.max(1, unit * 0.0016), 1);
  recolour(canvas, (colour, _x, _y, pixel) => {
    const isSky = (canvas.depth[pixel] ?? 1) > 0.99;
    const next = saturate(isSky ? colour : stepped(colour), 1.26);
    const inked = mix(next, [0.13, 0.12, 0.22], Math.max(figures[pixel] ?? 0, (land[pixel] ?? 0) * 0.32));
    return [clamp(inked[0] * 1.04), clamp(inked[1] * 1.04), clamp(inked[2] * 1.06)];
  });
  bloom(scene, 0.3);
}

/** Posterises brightness with soft transitions; the hue stays. */
function stepped(colour: Rgb): Rgb {
  const light = Math.max(0.02, luma(colour));
  const scaled = light * TONES;
  const step = Math.floor(scaled) + smoothstep(0.36, 0.64, scaled - Math.floor(scaled));
  const factor = 0.25 + 0.75 * (step / TONES / light);
  return [clamp(colour[0] * factor), clamp(colour[1] * factor), clamp(colour[2] * factor)];
}

/** Digital: flat facets with glowing edges. */
export function finishDigital(scene: Scene): void {
  const { canvas, random, palette } = scene;
  const { unit } = canvas;
  const rims = outlines(canvas, Math.max(1.5, unit * 0.003), 100);
  const sharp = canvas.rgb.slice();
  facet(canvas, random, unit * 0.034);
  keepFigures(canvas, sharp);
  const glow = softened(canvas, unit * 0.02);
  const [warm, cool] = [mix(palette.subject, [1, 0.25, 0.75], 0.5), mix(palette.accent, [0.1, 0.85, 1], 0.6)];
  recolour(canvas, (colour, x, y, pixel) => {
    const tilt = clamp((x / canvas.width + y / canvas.height) / 2);
    const tinted = mix(saturate(colour, 1.7), mix(cool, warm, tilt), 0.13);
    const at = pixel * 3;
    const screen = (own: number, spill: number): number => 1 - (1 - own) * (1 - Math.max(0, spill - 0.45) * 0.5);
    const lit: Rgb = [
      screen(tinted[0], glow[at] ?? 0),
      screen(tinted[1], glow[at + 1] ?? 0),
      screen(tinted[2], glow[at + 2] ?? 0),
    ];
    const contrast = mix([0.06, 0.04, 0.14], lit, 0.3 + 0.7 * smoothstep(0, 0.6, luma(lit)));
    const dim = 1 - cornering(canvas, x, y) * 0.25;
    return [clamp(contrast[0] * dim), clamp(contrast[1] * dim), clamp(contrast[2] * dim)];
  });
  for (let pixel = 0; pixel < rims.length; pixel++)
    if ((rims[pixel] ?? 0) > 0) shine(canvas, pixel, cool, (rims[pixel] ?? 0) * 0.6);
}

/** Keeps figures recognisable among the facets. */
function keepFigures({ zone, rgb }: Canvas, sharp: Float32Array): void {
  zone.forEach((seen, pixel) => {
    if (seen < 100) return;
    for (let at = pixel * 3; at < pixel * 3 + 3; at++) rgb[at] = (rgb[at] ?? 0) * 0.35 + (sharp[at] ?? 0) * 0.65;
  });
}

/** Averages the image over a mesh of triangles, smaller where there is more detail. */
function facet(canvas: Canvas, random: Random, cell: number): void {
  const { width, height } = canvas;
  const light = brightness(canvas, softened(canvas, cell * 0.2));
  const columns = Math.ceil(width / cell) + 2;
  const rows = Math.ceil(height / cell) + 2;
  const knots: (readonly [number, number])[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      knots.push(
        attracted(
          light,
          canvas,
          [(column - 0.5 + random.between(-0.36, 0.36)) * cell, (row - 0.5 + random.between(-0.36, 0.36)) * cell],
          cell,
        ),
      );
    }
  }
  const source = canvas.rgb.slice();
  const knot = (row: number, column: number): readonly [number, number] => knots[row * columns + column] ?? [0, 0];
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const [a, b, c, d] = [knot(row, column), knot(row, column + 1), knot(row + 1, column + 1), knot(row + 1, column)];
      const halves = random.chance(0.5)
        ? ([
            [a, b, c],
            [a, c, d],
          ] as const)
        : ([
            [a, b, d],
            [b, c, d],
          ] as const);
      for (const half of halves) fillTriangle(canvas, source, half, random.between(-0.035, 0.035));
    }
  }
}

/** Moves a mesh point to the strongest nearby edge, so that facets follow the shapes. */
function attracted(
  light: Float32Array,
  { width, height }: Canvas,
  [x, y]: readonly [number, number],
  cell: number,
): readonly [number, number] {
  let best: readonly [number, number] = [x, y];
  let strongest = 0.05;
  const at = (column: number, row: number): number =>
    light[Math.max(0, Math.min(height - 1, Math.round(row))) * width + Math.max(0, Math.min(width - 1, Math.round(column)))] ?? 0;
  for (let step = 0; step < 12; step++) {
    const angle = (step / 12) * Math.PI * 2;
    const radius = cell * (step % 2 === 0 ? 0.18 : 0.38);
    const [u, v] = [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius];
    const strength = Math.abs(at(u + 2, v) - at(u - 2, v)) + Math.abs(at(u, v + 2) - at(u, v - 2));
    if (strength > strongest) [best, strongest] = [[u, v], strength];
  }
  return best;
}

type Triangle = readonly [readonly [number, number], readonly [number, number], readonly [number, number]];

function fillTriangle({ width, height, rgb }: Canvas, source: Float32Array, [a, b, c]: Triangle, tone: number): void {
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  if (area === 0) return;
  const inside: number[] = [];
  const sum: [number, number, number] = [0, 0, 0];
  for (let y = Math.max(0, Math.floor(Math.min(a[1], b[1], c[1]))); y <= Math.min(height - 1, Math.max(a[1], b[1], c[1])); y++) {
    for (let x = Math.max(0, Math.floor(Math.min(a[0], b[0], c[0]))); x <= Math.min(width - 1, Math.max(a[0], b[0], c[0])); x++) {
      const first = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / area;
      const second = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / area;
      if (first < -0.02 || second < -0.02 || first + second > 1.02) continue;
      const pixel = (y * width + x) * 3;
      inside.push(pixel);
      for (let channel = 0; channel < 3; channel++) sum[channel] = (sum[channel] ?? 0) + (source[pixel + channel] ?? 0);
    }
  }
  for (const pixel of inside) {
    for (let channel = 0; channel < 3; channel++) rgb[pixel + channel] = clamp((sum[channel] ?? 0) / inside.length + tone);
  }
}

/** Minimalist: flat shapes, wide space, and a faint paper grain. */
export function finishMinimalist({ canvas }: Scene): void {
  const { unit } = canvas;
  recolour(canvas, (colour, x, y) => {
    const calm = mix(saturate(colour, 0.86), [0.97, 0.94, 0.89], 0.2);
    const grain = grainAt(x, y, Math.max(1, unit / 900)) * 0.009;
    return [clamp(calm[0] + grain), clamp(calm[1] + grain), clamp(calm[2] + grain)];
  });
}
