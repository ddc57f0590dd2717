import { clamp, mix, type Rgb, smoothstep } from './colour.ts';
import { layered, type Noise } from './noise.ts';
import type { Palette } from './palette.ts';
import type { Random } from './random.ts';

export type CloudKind = 'soft' | 'puffy' | 'bands' | 'none';

export type SkyPlan = {
  readonly palette: Palette;
  readonly noise: Noise;
  readonly clouds: CloudKind;
  /** 0 for a clear sky, 1 for an overcast one. */
  readonly cloudiness: number;
  readonly stars: number;
  readonly sun: { readonly x: number; readonly y: number; readonly radius: number; readonly strength: number };
  /** Height at which the sky meets the land, in units. */
  readonly horizon: number;
  readonly puffs: readonly Puff[];
};

/** A round part of a cloud, in units. */
type Puff = { readonly x: number; readonly y: number; readonly radius: number; readonly base: number };

/** Creates cumulus clouds: clusters of circles with a flat base. */
export function heapClouds(random: Random, width: number, horizon: number, count: number): readonly Puff[] {
  return Array.from({ length: count }, (_, index) => {
    const size = random.between(0.1, 0.24) * (index === 0 ? 1.5 : 1);
    const centre = (width * (index + random.between(0.1, 0.9))) / count;
    const base = horizon * random.between(0.42, 0.98);
    return Array.from({ length: 11 }, (): Puff => {
      const along = random.between(-1, 1);
      const radius = size * random.between(0.28, 0.55) * (1 - Math.abs(along) * 0.45);
      return {
        x: centre + along * size * 1.6,
        y: base - radius * 0.5 - random.next() * size * 0.8 * (1 - Math.abs(along)),
        radius,
        base,
      };
    });
  }).flat();
}

/** Returns the colour of the sky at a position, in units from the upper left corner. */
export function skyAt(plan: SkyPlan, x: number, y: number): Rgb {
  const { palette, sun, horizon } = plan;
  let colour = mix(palette.zenith, palette.horizon, clamp(y / horizon) ** 1.25);
  colour = withStars(plan, colour, x, y);
  const distance = Math.hypot(x - sun.x, y - sun.y);
  const glow = sun.strength * (0.55 * Math.exp(-distance * 3.2) + 0.5 * Math.exp(-distance * 11));
  colour = mix(colour, palette.glow, clamp(glow));
  if (sun.strength > 0.4) colour = mix(colour, palette.glow, smoothstep(sun.radius + 0.004, sun.radius - 0.004, distance));
  return withClouds(plan, colour, x, y);
}

function withStars({ stars, horizon }: SkyPlan, colour: Rgb, x: number, y: number): Rgb {
  if (stars <= 0) return colour;
  const cells = 46;
  const [column, row] = [Math.floor(x * cells), Math.floor(y * cells)];
  let hash = Math.imul(column + 7919, 0x9e3779b1) ^ Math.imul(row + 104729, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35) >>> 0;
  if ((hash & 255) > 96) return colour;
  const dx = x * cells - column - 0.2 - ((hash >>> 8) & 255) / 425;
  const dy = y * cells - row - 0.2 - ((hash >>> 16) & 255) / 425;
  const size = 0.03 + ((hash >>> 24) / 255) ** 4 * 0.09;
  const shine = stars * Math.exp(-(dx * dx + dy * dy) / (size * size)) * (1 - clamp(y / horizon) ** 3);
  return mix(colour, [1, 0.98, 0.93], clamp(shine));
}

function withClouds(plan: SkyPlan, colour: Rgb, x: number, y: number): Rgb {
  if (plan.clouds === 'none') return colour;
  return plan.clouds === 'puffy' ? withPuffs(plan, colour, x, y) : withVeils(plan, colour, x, y);
}

/** Adds clouds without outlines, brighter towards the sun. */
function withVeils({ palette, noise, clouds, cloudiness, sun, horizon }: SkyPlan, colour: Rgb, x: number, y: number): Rgb {
  const flat = clouds === 'bands' ? 9 : 3.4;
  const scale = 1.5 / (0.35 + 0.65 * clamp(1.15 - y / horizon));
  const density = layered(noise, x * scale + 3, y * flat + 11, 5);
  const cover = smoothstep(0.36 - cloudiness * 0.62, 0.82 - cloudiness * 0.5, density + 0.12);
  if (cover <= 0) return colour;
  const towards = sun.x > x ? 0.03 : -0.03;
  const lit = clamp(0.5 + (density - layered(noise, (x + towards) * scale + 3, (y - 0.02) * flat + 11, 3)) * 2.4);
  const body = mix(mix(palette.cloud, palette.shade, 0.34), mix(palette.cloud, palette.glow, 0.4), lit);
  return mix(colour, body, cover * (palette.night ? 0.5 : 0.92));
}

/** Adds clouds with clear edges, lit from above and shaded below. */
function withPuffs({ palette, puffs, noise }: SkyPlan, colour: Rgb, x: number, y: number): Rgb {
  let height = 0;
  let shade = 0;
  for (const puff of puffs) {
    if (y > puff.base) continue;
    const [dx, dy] = [(x - puff.x) / puff.radius, (y - puff.y) / puff.radius];
    const distance = dx * dx + dy * dy;
    if (distance > 1) continue;
    const bulge = Math.sqrt(1 - distance);
    if (bulge <= height) continue;
    height = bulge;
    shade = dy * 0.6 + dx * 0.25 + (y - puff.base) * 1.2 + 0.25;
  }
  if (height <= 0) return colour;
  const edge = shade + noise(x * 14, y * 14) * 0.16;
  const under = mix(palette.cloud, palette.shade, palette.night ? 0.6 : 0.3);
  const body =
    edge > 0.22
      ? under
      : edge > 0.06
        ? mix(palette.cloud, under, 0.45)
        : mix(palette.cloud, [1, 1, 1], palette.night ? 0.05 : 0.55);
  return mix(colour, body, smoothstep(0.02, 0.2, height) * (palette.night ? 0.55 : 0.97));
}
