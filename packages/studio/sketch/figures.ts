import { blend, blurred, type Canvas, shine } from './canvas.ts';
import { hex, mix, type Rgb, times } from './colour.ts';
import { FIGURES, type Role } from './figure-table.ts';
import { type Cover, coverOf, type Placing, placedLoops } from './outline.ts';
import type { Palette } from './palette.ts';
import type { FigureName } from './vocabulary-table.ts';

export type PlacedFigure = Placing & { readonly name: FigureName; readonly depth: number };

export type FigureLook = {
  readonly palette: Palette;
  /** Direction of the light: -1 left, 1 right. */
  readonly lightFrom: number;
  /** Flat colours instead of shading: 0 to 1. */
  readonly flatness: number;
  /** Strength of the haze. */
  readonly haze: number;
};

/** First zone id of figures; lower ids belong to the land. */
const FIRST_ZONE = 100;
const GLOW = hex('#ffdf8c');

/** Draws one figure, lit from one side, with its shadow on the ground. */
export function drawFigure(canvas: Canvas, figure: PlacedFigure, look: FigureLook): void {
  const { parts, stands } = FIGURES[figure.name];
  const covers = parts.map(([role, path]) => ({ role, cover: coverOf(placedLoops(path, figure), canvas) }));
  const body = union(covers.map(({ cover }) => cover));
  if (body.width === 0 || body.height === 0) return;
  if (stands === 'ground') dropShadow(canvas, figure, look);
  const volume = blurred(body.amount, body.width, body.height, figure.size * 0.05);
  covers.forEach(({ role, cover }, index) =>
    paintPart(canvas, { role, cover, zone: FIRST_ZONE + (index % 100) }, { body, volume, figure, look }),
  );
  if (look.palette.night || look.palette.light[0] < 0.8)
    for (const { role, cover } of covers) if (role === 'glow') halo(canvas, cover, figure.size);
}

function roleColour(role: Role, { subject, accent, leaves }: Palette): Rgb {
  switch (role) {
    case 'body':
      return subject;
    case 'dark':
      return mix(subject, [0.08, 0.07, 0.12], 0.5);
    case 'light':
      return mix(subject, [1, 0.97, 0.9], 0.6);
    case 'accent':
      return mix(accent === subject ? [1 - subject[0] * 0.7, 0.52, 1 - subject[2] * 0.8] : accent, [1, 0.9, 0.85], 0.12);
    case 'ink':
      return [0.1, 0.1, 0.13];
    case 'white':
      return [0.96, 0.95, 0.92];
    case 'glow':
      return GLOW;
    case 'leaves':
      return leaves;
    case 'sunlit':
      return mix(leaves, [1, 0.97, 0.7], 0.3);
    case 'wood':
      return [0.42, 0.29, 0.2];
    case 'skin':
      return [0.93, 0.75, 0.63];
    case 'blush':
      return [0.78, 0.38, 0.38];
    case 'metal':
      return [0.68, 0.71, 0.76];
  }
}

type PaintedPart = { readonly role: Role; readonly cover: Cover; readonly zone: number };
type Body = { readonly body: Cover; readonly volume: Float32Array; readonly figure: PlacedFigure; readonly look: FigureLook };

function paintPart(canvas: Canvas, { role, cover, zone }: PaintedPart, { body, volume, figure, look }: Body): void {
  const { palette, lightFrom, flatness, haze } = look;
  const plain = roleColour(role, palette);
  const lit = role === 'glow' ? plain : times(plain, palette.light.map((value) => 0.35 + value * 0.65) as unknown as Rgb);
  const shaded = role === 'glow' ? mix(plain, [1, 0.7, 0.3], 0.4) : mix(times(lit, [0.45, 0.45, 0.52]), palette.shade, 0.25);
  const bright = mix(lit, palette.glow, role === 'ink' ? 0.1 : 0.38);
  const at = (x: number, y: number): number => {
    const column = Math.max(0, Math.min(body.width - 1, x - body.left));
    const row = Math.max(0, Math.min(body.height - 1, y - body.top));
    return volume[row * body.width + column] ?? 0;
  };
  const reach = Math.max(1, Math.round(figure.size * 0.02));
  for (let row = 0; row < cover.height; row++) {
    for (let column = 0; column < cover.width; column++) {
      const amount = cover.amount[row * cover.width + column] ?? 0;
      if (amount <= 0) continue;
      const x = cover.left + column;
      const y = cover.top + row;
      const slope = (at(x - reach, y) - at(x + reach, y)) * lightFrom + (at(x, y + reach) - at(x, y - reach)) * 0.6;
      const shade = Math.max(-1, Math.min(1, slope * 2.2 + 0.12)) * (1 - flatness * 0.75);
      const colour = shade > 0 ? mix(lit, bright, shade) : mix(lit, shaded, -shade);
      const pixel = y * canvas.width + x;
      blend(canvas, pixel, mix(colour, palette.horizon, haze), amount);
      if (amount > 0.5) {
        canvas.zone[pixel] = zone;
        canvas.depth[pixel] = figure.depth;
      }
    }
  }
}

function union(covers: readonly Cover[]): Cover {
  const filled = covers.filter(({ width, height }) => width > 0 && height > 0);
  if (filled.length === 0) return { left: 0, top: 0, width: 0, height: 0, amount: new Float32Array() };
  const left = Math.min(...filled.map((cover) => cover.left));
  const top = Math.min(...filled.map((cover) => cover.top));
  const width = Math.max(...filled.map((cover) => cover.left + cover.width)) - left;
  const height = Math.max(...filled.map((cover) => cover.top + cover.height)) - top;
  const amount = new Float32Array(width * height);
  for (const cover of filled) {
    for (let row = 0; row < cover.height; row++) {
      const start = (cover.top - top + row) * width + cover.left - left;
      for (let column = 0; column < cover.width; column++) {
        amount[start + column] = Math.max(amount[start + column] ?? 0, cover.amount[row * cover.width + column] ?? 0);
      }
    }
  }
  return { left, top, width, height, amount };
}

/** Draws a soft dark ellipse on the ground, longer on the side away from the light. */
function dropShadow(canvas: Canvas, { left, top, size }: PlacedFigure, { palette, lightFrom }: FigureLook): void {
  const centreX = left + size * (0.5 - lightFrom * 0.14);
  const centreY = top + size * 0.985;
  const [radiusX, radiusY] = [size * 0.52, size * 0.065];
  for (let y = Math.max(0, Math.floor(centreY - radiusY)); y < Math.min(canvas.height, centreY + radiusY); y++) {
    for (let x = Math.max(0, Math.floor(centreX - radiusX)); x < Math.min(canvas.width, centreX + radiusX); x++) {
      const distance = ((x - centreX) / radiusX) ** 2 + ((y - centreY) / radiusY) ** 2;
      if (distance < 1) blend(canvas, y * canvas.width + x, times(palette.shade, [0.5, 0.5, 0.5]), (1 - distance) * 0.6);
    }
  }
}

/** Adds a glow around luminous parts. */
function halo(canvas: Canvas, cover: Cover, size: number): void {
  if (cover.width === 0) return;
  const radius = size * 0.3;
  const centreX = cover.left + cover.width / 2;
  const centreY = cover.top + cover.height / 2;
  const reachX = cover.width / 2 + radius;
  const reachY = cover.height / 2 + radius;
  for (let y = Math.max(0, Math.floor(centreY - reachY)); y < Math.min(canvas.height, centreY + reachY); y++) {
    for (let x = Math.max(0, Math.floor(centreX - reachX)); x < Math.min(canvas.width, centreX + reachX); x++) {
      const distance = Math.hypot((x - centreX) / reachX, (y - centreY) / reachY);
      if (distance < 1) shine(canvas, y * canvas.width + x, GLOW, (1 - distance) ** 2 * 0.42);
    }
  }
}
