import { blend, type Canvas, shine } from './canvas.ts';
import { clamp, mix, type Rgb, smoothstep } from './colour.ts';
import { layered, type Noise } from './noise.ts';
import type { Palette } from './palette.ts';
import type { Random } from './random.ts';
import type { Reading } from './reading.ts';

type Air = {
  readonly canvas: Canvas;
  readonly palette: Palette;
  readonly noise: Noise;
  readonly random: Random;
  readonly horizon: number;
};

/** Adds everything that falls or drifts in the foreground. */
export function addWeather(air: Air, { weather, season, place }: Reading): void {
  if (place === 'underwater') addBubbles(air);
  else if (weather === 'rain' || weather === 'storm') addRain(air);
  else if (weather === 'snow') addFlakes(air, [0.98, 0.99, 1], 420, 0.0055);
  else if (season === 'spring') addFlakes(air, [0.98, 0.78, 0.86], 110, 0.0075);
  else if (season === 'autumn') addFlakes(air, [0.87, 0.5, 0.18], 70, 0.008);
  if (weather === 'storm') addLightning(air);
  if (weather === 'fog') addFog(air);
}

function addRain({ canvas, random, palette }: Air): void {
  const { width, height, unit } = canvas;
  const count = Math.round((430 * width * height) / (unit * unit));
  const colour = mix(palette.horizon, [1, 1, 1], 0.5);
  for (let index = 0; index < count; index++) {
    const near = random.next();
    const length = unit * (0.02 + near * 0.06);
    const x = random.next() * width * 1.1;
    const y = random.next() * height * 1.1 - length;
    stroke(
      canvas,
      { x, y, dx: -length * 0.16, dy: length, thickness: Math.max(0.6, unit * 0.0012 * (0.5 + near)) },
      colour,
      0.2 + near * 0.3,
    );
  }
}

type Line = { readonly x: number; readonly y: number; readonly dx: number; readonly dy: number; readonly thickness: number };

function stroke(canvas: Canvas, { x, y, dx, dy, thickness }: Line, colour: Rgb, strength: number): void {
  const steps = Math.max(2, Math.ceil(Math.abs(dy)));
  for (let step = 0; step < steps; step++)
    dot(canvas, x + (dx * step) / steps, y + (dy * step) / steps, thickness, colour, strength);
}

/** Paints a soft round spot. */
function dot(canvas: Canvas, x: number, y: number, radius: number, colour: Rgb, strength: number): void {
  const reach = Math.ceil(radius);
  for (let row = Math.max(0, Math.floor(y) - reach); row <= Math.min(canvas.height - 1, Math.floor(y) + reach); row++) {
    for (let column = Math.max(0, Math.floor(x) - reach); column <= Math.min(canvas.width - 1, Math.floor(x) + reach); column++) {
      const distance = Math.hypot(column + 0.5 - x, row + 0.5 - y);
      const cover = clamp(radius + 0.5 - distance);
      if (cover > 0) blend(canvas, row * canvas.width + column, colour, cover * strength);
    }
  }
}

function addFlakes({ canvas, random }: Air, colour: Rgb, count: number, largest: number): void {
  const { width, height, unit } = canvas;
  const all = Math.round((count * width * height) / (unit * unit));
  for (let index = 0; index < all; index++) {
    const near = random.next() ** 3;
    const radius = Math.max(0.7, unit * largest * (0.25 + near));
    dot(canvas, random.next() * width, random.next() * height, radius, colour, 0.5 + 0.45 * (1 - near));
  }
}

function addBubbles({ canvas, random, noise, palette }: Air): void {
  const { width, height, unit } = canvas;
  const glow = mix(palette.glow, [0.7, 1, 1], 0.5);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const ray = noise(((x + y * 0.35) / unit) * 5, 2.5) + noise(((x + y * 0.35) / unit) * 13, 8.5) * 0.4;
      shine(canvas, y * width + x, glow, smoothstep(0.05, 0.9, ray) * (1 - y / height) * 0.5);
    }
  }
  for (let index = 0; index < 60; index++) {
    const radius = unit * 0.008 * random.next() ** 2 + 1;
    dot(canvas, random.next() * width, random.next() * height, radius, [0.86, 0.98, 1], 0.5);
  }
}

function addLightning({ canvas, random, horizon }: Air): void {
  const { width, unit } = canvas;
  let x = width * random.between(0.2, 0.8);
  const bottom = horizon * unit;
  const step = unit * 0.02;
  for (let y = 0; y < bottom; y += step) {
    const next = x + random.between(-1, 1) * step * 1.2;
    stroke(canvas, { x, y, dx: next - x, dy: step, thickness: Math.max(1, unit * 0.0026) }, [0.97, 0.96, 1], 0.95);
    stroke(canvas, { x, y, dx: next - x, dy: step, thickness: unit * 0.013 }, [0.75, 0.75, 1], 0.035);
    x = next;
  }
}

/** Adds fog that is thickest at the horizon. */
function addFog({ canvas, noise, palette, horizon }: Air): void {
  const { width, height, unit, depth } = canvas;
  const colour = mix(palette.horizon, [0.95, 0.96, 0.97], palette.night ? 0.1 : 0.45);
  for (let y = 0; y < height; y++) {
    const band = Math.exp(-(((y / unit - horizon - 0.08) / 0.24) ** 2));
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      const drift = 0.5 + layered(noise, (x / unit) * 1.6, (y / unit) * 6, 3) * 0.8;
      blend(canvas, pixel, colour, clamp(band * drift * 0.85 * (0.3 + 0.7 * (depth[pixel] ?? 0)) + 0.06));
    }
  }
}
