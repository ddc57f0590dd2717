/** Styles of painting: oil, artistic and watercolour. */
import { recolour } from '../canvas.ts';
import { clamp, luma, mix, type Rgb, saturate, smoothstep } from '../colour.ts';
import { layered, type Noise } from '../noise.ts';
import type { Scene } from '../scene.ts';
import { brightness, grainAt, outlines, softened } from './channels.ts';
import { paintStrokes } from './strokes.ts';

/** Oil: thick paint on canvas over a warm ground. */
export function finishOil({ canvas, random }: Scene, noise: Noise): void {
  const { unit } = canvas;
  recolour(canvas, (colour) => mix(saturate(colour, 1.4), [0.4, 0.24, 0.1], 0.1));
  paintStrokes(canvas, noise, random, {
    brushes: [0.05, 0.026, 0.013, 0.007],
    length: 3,
    stray: 0.07,
    swirl: 0.12,
    relief: 0.07,
  });
  const thread = Math.max(2, unit / 340);
  recolour(canvas, (colour, x, y) => {
    const weave = 0.018 * Math.sin((x / thread) * Math.PI) * Math.sin((y / thread) * Math.PI);
    return [clamp(colour[0] + weave), clamp(colour[1] + weave), clamp(colour[2] + weave * 0.8)];
  });
}

/** Artistic: bold colours in long currents, in the manner of the Post-Impressionists. */
export function finishArtistic({ canvas, random, palette }: Scene, noise: Noise): void {
  recolour(canvas, (colour) => {
    const light = luma(colour);
    const vivid = saturate(colour, 1.55);
    return mix(vivid, light < 0.42 ? [0.1, 0.13, 0.5] : [1, 0.8, 0.28], light < 0.42 ? 0.2 : 0.14 + palette.light[1] * 0.04);
  });
  paintStrokes(canvas, noise, random, { brushes: [0.042, 0.026, 0.015, 0.009], length: 5, stray: 0.24, swirl: 0.5, relief: 0.1 });
}

/** Watercolour: washes on paper, soft inside, with a dark rim where the water dried, and white unpainted areas. */
export function finishWatercolor({ canvas }: Scene, noise: Noise): void {
  const { unit, width, height } = canvas;
  const washes = softened(canvas, Math.max(1, unit * 0.0026));
  const broad = brightness(canvas, softened({ ...canvas, rgb: washes }, unit * 0.012));
  const lines = outlines(canvas, Math.max(1, unit * 0.0022), 100);
  recolour(canvas, (_, x, y, pixel) => {
    const [u, v] = [x / unit, y / unit];
    const wander = 0.011 * unit;
    const fromX = Math.max(0, Math.min(width - 1, Math.round(x + layered(noise, u * 16, v * 16, 2) * wander)));
    const fromY = Math.max(0, Math.min(height - 1, Math.round(y + layered(noise, u * 16 + 50, v * 16, 2) * wander)));
    const from = fromY * width + fromX;
    const wash: [number, number, number] = [washes[from * 3] ?? 0, washes[from * 3 + 1] ?? 0, washes[from * 3 + 2] ?? 0];
    const here = luma(wash);
    const rim = clamp(((broad[from] ?? 0) - here) * 3.4);
    const blooming = 0.22 + 0.3 * layered(noise, u * 3.2, v * 3.2, 4) + 0.1 * noise(u * 11, v * 11);
    const paper = 0.972 + grainAt(x, y, Math.max(1, unit / 620)) * 0.012 + noise(u * 190, v * 190) * 0.014;
    const clear = mix(saturate(curved(wash), 1.5), [1, 1, 0.985], clamp(blooming * 0.85 + here * 0.1));
    const dark = mix(clear, [clear[0] * 0.55, clear[1] * 0.56, clear[2] * 0.66], rim * 0.8 + (lines[pixel] ?? 0) * 0.5);
    const painted = edgeOfWash(noise, { u, v, across: width / unit, down: height / unit });
    const pigment = mix([1, 1, 1], dark, painted);
    return [clamp(pigment[0] * paper), clamp(pigment[1] * paper), clamp(pigment[2] * (paper - 0.012))];
  });
}

/** Darkens shadows, like thin washes of strong pigment. */
function curved([red, green, blue]: Rgb): Rgb {
  return [red ** 1.22, green ** 1.22, blue ** 1.22];
}

type Spot = { readonly u: number; readonly v: number; readonly across: number; readonly down: number };

/** 1 where there is paint; the margin of the sheet stays blank, with a ragged border. */
function edgeOfWash(noise: Noise, { u, v, across, down }: Spot): number {
  const border = Math.min(u, v, across - u, down - v);
  return smoothstep(0.018, 0.04, border + layered(noise, u * 8, v * 8, 3) * 0.03);
}
