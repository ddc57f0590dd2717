import type { Canvas } from './canvas.ts';
import { clamp, mix, type Rgb, smoothstep, times } from './colour.ts';
import { layered, type Noise, ridged } from './noise.ts';
import type { Palette } from './palette.ts';
import type { Random } from './random.ts';

/** A layer of land from its upper edge to the bottom of the image. */
export type Layer = {
  /** Row of the upper edge in each column, in pixels. */
  readonly top: Float32Array<ArrayBuffer>;
  /** 0 is the foreground, 1 the sky. */
  readonly depth: number;
  /** Reflects everything above it. */
  readonly mirror?: number;
  /** Colour at a position in units; `below` is the distance from its upper edge. */
  readonly paint: (x: number, y: number, below: number) => Rgb;
};

export type LandPlan = {
  readonly canvas: Canvas;
  readonly palette: Palette;
  readonly noise: Noise;
  readonly random: Random;
  readonly horizon: number;
  readonly lightFrom: number;
  /** Strength of the haze on distant layers. */
  readonly haze: number;
  /** Amount of fine detail: 0 for flat colours, 1 for all. */
  readonly texture: number;
};

type Material = { readonly colour: Rgb; readonly grain: number; readonly snowAbove?: number };

/** Converts heights in units to a row per column. */
export function edgeOf({ canvas }: LandPlan, height: (x: number) => number): Float32Array<ArrayBuffer> {
  return new Float32Array(canvas.width).map((_, column) => height(column / canvas.unit) * canvas.unit);
}

function veiled(plan: LandPlan, colour: Rgb, depth: number): Rgb {
  return mix(colour, mix(plan.palette.horizon, plan.palette.zenith, 0.12), clamp(depth ** 1.1 * plan.haze));
}

/** Creates slopes of stone or soil, lit from the side, with `sharp` crests for mountains and round ones for hills. */
export function slope(
  plan: LandPlan,
  top: Float32Array<ArrayBuffer>,
  depth: number,
  { colour, grain, snowAbove }: Material,
): Layer {
  const { noise, palette, lightFrom, texture } = plan;
  const shift = plan.random.between(0, 90);
  const lit = times(colour, palette.light);
  const shaded = mix(times(lit, [0.5, 0.52, 0.62]), palette.shade, 0.28);
  const bright = mix(lit, palette.glow, 0.22);
  const snow = mix(times([0.97, 0.98, 1], palette.light), palette.horizon, 0.1);
  const paint = (x: number, y: number, below: number): Rgb => {
    const relief =
      texture > 0
        ? ridged(noise, x * grain + shift + below * 0.8, y * grain * 0.8, 4) -
          ridged(noise, (x - lightFrom * 0.03) * grain + shift + below * 0.8, (y - 0.02) * grain * 0.8, 3)
        : 0;
    const shade = clamp(0.5 + relief * 2.1 * texture);
    let here = mix(mix(shaded, lit, smoothstep(0, 0.55, shade)), bright, smoothstep(0.55, 1, shade) * 0.7);
    if (snowAbove !== undefined) {
      const line = snowAbove + noise(x * 13, y * 13) * 0.05 + noise(x * 40, y * 40) * 0.02;
      here = mix(
        here,
        mix(times(snow, [0.68, 0.74, 0.88]), snow, smoothstep(0.25, 0.6, shade)),
        smoothstep(0.03, -0.01, below - line),
      );
    }
    return veiled(plan, here, depth);
  };
  return { top, depth, paint };
}

/** Creates grass, sand or snow in the foreground: brighter in the light, darker towards the viewer. */
export function ground(plan: LandPlan, top: Float32Array<ArrayBuffer>, depth: number, colour: Rgb, blossoms?: Rgb): Layer {
  const { noise, palette, texture } = plan;
  const lit = times(colour, palette.light);
  const dark = mix(times(lit, [0.52, 0.56, 0.6]), palette.shade, 0.18);
  const bright = mix(lit, palette.glow, 0.3);
  const flower = blossoms && times(blossoms, palette.light.map((value) => 0.3 + value * 0.75) as unknown as Rgb);
  const paint = (x: number, y: number, below: number): Rgb => {
    const near = clamp(below * 1.6);
    const stretch = 7 + 10 * (1 - near);
    const patches = layered(noise, x * 2.2 + 40, y * stretch, 4);
    const blades = texture * noise(x * 120, y * 34) * 0.2 * (0.3 + near);
    let here = mix(lit, patches + blades > 0 ? bright : dark, clamp(Math.abs(patches + blades) * 1.25));
    here = mix(here, dark, near * 0.42);
    if (flower && texture > 0) here = mix(here, flower, blossomAt(noise, x, y, near));
    return veiled(plan, here, depth);
  };
  return { top, depth, paint };
}

/** Dots in drifts that grow larger towards the viewer. */
function blossomAt(noise: Noise, x: number, y: number, near: number): number {
  const cells = 92 - (Math.floor(near * 8) / 8) * 56;
  const [u, v] = [x * cells, y * cells * 1.7];
  const [column, row] = [Math.floor(u), Math.floor(v)];
  const draw = noise(column * 0.731 + 0.37, row * 0.533 + 0.21);
  const drift = noise(x * 2.4 + 7, y * 6 + 3);
  if (draw + drift * 0.7 < 0.14) return 0;
  const distance = Math.hypot(u - column - 0.5 - draw * 0.2, v - row - 0.5);
  return smoothstep(0.46, 0.24, distance) * 0.9;
}

/** Creates a forest edge: pointed or round crowns of varying heights. */
export function treeline(plan: LandPlan, base: number, depth: number, size: number, pointed: boolean): Layer {
  const { canvas, random, noise, palette } = plan;
  const width = canvas.width / canvas.unit;
  const top = edgeOf(plan, (x) => base + noise(x * 1.3 + depth * 31, 4.2) * size * 0.35);
  for (let x = -size; x < width + size; x += size * random.between(0.1, 0.26)) {
    const height = size * random.between(0.55, 1.25);
    const half = height * (pointed ? random.between(0.18, 0.25) : random.between(0.36, 0.5));
    raiseTree(plan, top, { x, base: base + noise(x * 1.3 + depth * 31, 4.2) * size * 0.35, height, half }, pointed);
  }
  const dark = times(mix(palette.leaves, [0.06, 0.16, 0.12], pointed ? 0.55 : 0.3), palette.light);
  const light = mix(times(palette.leaves, palette.light), palette.glow, 0.12);
  const paint = (x: number, y: number, below: number): Rgb => {
    const leaves = clamp(0.42 + layered(noise, x * 26 + depth * 50, y * 22, 3) * 0.9 * plan.texture - below * 1.5);
    return veiled(plan, mix(mix(dark, palette.shade, clamp(below * 0.8) * 0.4), light, leaves * 0.75), depth);
  };
  return { top, depth, paint };
}

type Tree = { readonly x: number; readonly base: number; readonly height: number; readonly half: number };

function raiseTree(
  { canvas: { unit, width } }: LandPlan,
  top: Float32Array<ArrayBuffer>,
  { x, base, height, half }: Tree,
  pointed: boolean,
): void {
  for (let column = Math.max(0, Math.ceil((x - half) * unit)); column <= Math.min(width - 1, (x + half) * unit); column++) {
    const part = Math.abs(column / unit - x) / half;
    const branches = pointed ? Math.abs(((part * 4.6) % 1) - 0.5) * 0.14 : 0;
    const crown = pointed ? (1 - part) * height + branches * height * part : Math.sqrt(Math.max(0, 1 - part * part)) * height;
    top[column] = Math.min(top[column] ?? 0, (base - crown) * unit);
  }
}

/** Creates towers with lit windows. */
export function skyline(plan: LandPlan, base: number, depth: number, tallest: number): Layer {
  const { canvas, random, palette, noise } = plan;
  const width = canvas.width / canvas.unit;
  const top = edgeOf(plan, () => base);
  const towers: { from: number; to: number; height: number; tone: number }[] = [];
  for (let x = -0.05; x < width; ) {
    const wide = tallest * random.between(0.14, 0.3);
    const height = tallest * random.between(0.35, 1) * (random.chance(0.2) ? 1.25 : 1);
    towers.push({ from: x, to: x + wide, height, tone: random.between(0.75, 1.1) });
    x += wide * random.between(0.8, 1.15);
  }
  for (const { from, to, height } of towers) {
    for (let column = Math.max(0, Math.round(from * canvas.unit)); column < Math.min(canvas.width, to * canvas.unit); column++) {
      const spire = Math.abs(column / canvas.unit - (from + to) / 2) < 0.003 && height > tallest * 0.85 ? tallest * 0.18 : 0;
      top[column] = Math.min(top[column] ?? 0, (base - height - spire) * canvas.unit);
    }
  }
  const dim = palette.light[0] < 0.8;
  const wall = times(mix(palette.wall, [0.42, 0.47, 0.58], 0.65), palette.light);
  const neon = [mix(palette.subject, [1, 1, 1], 0.2), mix(palette.accent, [1, 1, 1], 0.2), [1, 0.86, 0.55]] as const;
  const paint = (x: number, y: number, below: number): Rgb => {
    const tower = towers.findLast(({ from, to }) => x >= from && x < to);
    const tone = tower?.tone ?? 1;
    const across = tower ? (x - tower.from) / (tower.to - tower.from) : 0.5;
    const side = (across - 0.5) * plan.lightFrom > 0 ? 1.1 : 0.82;
    const here = times(wall, [tone * side, tone * side, tone * side]);
    return windowed(
      plan,
      veiled(plan, mix(here, palette.shade, clamp(below * 0.3)), depth),
      { x, y, below, depth },
      { dim, lights: neon, noise },
    );
  };
  return { top, depth, paint };
}

type Spot = { readonly x: number; readonly y: number; readonly below: number; readonly depth: number };
type Windows = { readonly dim: boolean; readonly lights: readonly [Rgb, Rgb, Rgb]; readonly noise: Noise };

function windowed(plan: LandPlan, wall: Rgb, { x, y, below, depth }: Spot, { dim, lights, noise }: Windows): Rgb {
  if (plan.texture === 0 || below < 0.012) return wall;
  const cells = 46 + depth * 60;
  const [u, v] = [x * cells, y * cells * 0.8];
  const [column, row] = [Math.floor(u), Math.floor(v)];
  if (Math.abs(u - column - 0.5) > 0.3 || Math.abs(v - row - 0.5) > 0.28) return wall;
  const draw = noise(column * 0.618 + 0.3, row * 0.427 + 0.7);
  if (!dim) return mix(wall, draw > 0 ? plan.palette.horizon : plan.palette.shade, 0.35);
  if (draw < 0.02) return mix(wall, [0, 0, 0.05], 0.25);
  const light = draw > 0.55 ? lights[0] : draw > 0.42 ? lights[1] : lights[2];
  return mix(wall, light, (0.9 - depth * 0.4) * (0.7 + draw * 0.4));
}

/** Creates water that reflects everything above it, broken by waves. */
export function water(plan: LandPlan, level: number, tint: Rgb): Layer {
  const { noise, palette } = plan;
  const paint = (x: number, y: number, below: number): Rgb => {
    const near = clamp(below * 1.7);
    const ripple = noise(x * (7 + 16 * (1 - near)), y * (46 + 50 * (1 - near)));
    const base = mix(times(mix(tint, palette.zenith, 0.35), palette.light), palette.shade, near * 0.4);
    return ripple > 0 ? mix(base, palette.horizon, ripple * 0.3) : mix(base, palette.shade, -ripple * 0.25);
  };
  return { top: edgeOf(plan, () => level), depth: 0.35, mirror: 0.62, paint };
}

/** Paints the land over a sky from top to bottom, so that everything water reflects is already painted. */
export function paintLand({ canvas, noise }: LandPlan, layers: readonly Layer[], sky: (x: number, y: number) => Rgb): void {
  const { width, height, unit, rgb, depth, zone } = canvas;
  const at = (x: number, y: number, index: number): Rgb => {
    const layer = layers[index];
    if (!layer) return sky(x / unit, y / unit);
    const top = layer.top[x] ?? 0;
    const cover = clamp(y + 0.5 - top);
    if (cover <= 0) return at(x, y, index - 1);
    const plain = layer.paint(x / unit, y / unit, (y - top) / unit);
    const own = layer.mirror
      ? mix(plain, mirrored(canvas, noise, { x, y, top }), layer.mirror * (1 - clamp((y - top) / height) * 0.5))
      : plain;
    return cover < 1 ? mix(at(x, y, index - 1), own, cover) : own;
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      const colour = at(x, y, layers.length - 1);
      rgb[pixel * 3] = colour[0];
      rgb[pixel * 3 + 1] = colour[1];
      rgb[pixel * 3 + 2] = colour[2];
      const front = layers.findLastIndex(({ top }) => y >= (top[x] ?? 0));
      zone[pixel] = front + 1;
      depth[pixel] = layers[front]?.depth ?? 1;
    }
  }
}

function mirrored(
  { width, unit, rgb }: Canvas,
  noise: Noise,
  { x, y, top }: { readonly x: number; readonly y: number; readonly top: number },
): Rgb {
  const below = (y - top) / unit;
  const wave = noise((x / unit) * 9, (y / unit) * (90 - clamp(below) * 55)) * below * 0.1 * unit;
  const row = Math.max(0, Math.min(Math.floor(top) - 1, Math.round(top - (y - top) * 0.92 - Math.abs(wave) * 0.4)));
  const column = Math.max(0, Math.min(width - 1, Math.round(x + wave)));
  const from = (row * width + column) * 3;
  return [rgb[from] ?? 0, rgb[from + 1] ?? 0, rgb[from + 2] ?? 0];
}
