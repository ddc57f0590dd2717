import { type Canvas, createCanvas, shine } from './canvas.ts';
import { clamp, hex, mix, type Rgb, smoothstep, times } from './colour.ts';
import { FIGURES } from './figure-table.ts';
import { drawFigure, type PlacedFigure } from './figures.ts';
import { type LandPlan, paintLand } from './land.ts';
import { createNoise, layered } from './noise.ts';
import { type Palette, paletteFor } from './palette.ts';
import { PLACES } from './places.ts';
import { createRandom, type Random } from './random.ts';
import type { Reading } from './reading.ts';
import { heapClouds, type SkyPlan, skyAt } from './sky.ts';
import type { Traits } from './traits.ts';
import type { FigureName, PlaceName, TimeName } from './vocabulary-table.ts';
import { addWeather } from './weather.ts';

export type Scene = {
  readonly canvas: Canvas;
  readonly palette: Palette;
  readonly random: Random;
  readonly lightFrom: number;
  readonly sun: SkyPlan['sun'];
};

type Size = { readonly width: number; readonly height: number };

/** Default place of a figure where the prompt names none. */
const PLACES_OF_FIGURES: Partial<Record<FigureName, PlaceName>> = {
  boat: 'sea',
  whale: 'sea',
  fish: 'underwater',
  lighthouse: 'sea',
  car: 'city',
  robot: 'city',
  rocket: 'space',
  cup: 'table',
  fruit: 'table',
  lantern: 'lake',
};
const INDOORS: readonly PlaceName[] = ['table'];

/** Composes the scene of a prompt, before a style is applied. */
export function composeScene(reading: Reading, traits: Traits, seed: number, { width, height }: Size): Scene {
  const random = createRandom(seed);
  const canvas = createCanvas(width, height);
  const noise = createNoise(seed ^ 0x5bd1e995);
  const [firstFigure] = reading.figures;
  const place =
    reading.place ??
    (firstFigure && PLACES_OF_FIGURES[firstFigure]) ??
    random.pick(['mountain', 'lake', 'meadow', 'sea'] as const);
  const time =
    reading.time ??
    (place === 'space'
      ? 'night'
      : reading.moods.includes('neon') || reading.moods.includes('dark')
        ? 'night'
        : random.pick(['day', 'golden', 'dawn', 'day', 'golden'] as const));
  const palette = paletteOf(reading, place, time, random.next());
  const tall = height / canvas.unit;
  const wide = width / canvas.unit;
  const portrait = reading.figures.includes('portrait');
  const horizon = tall * (portrait ? 0.7 : place === 'space' ? 1 : random.between(0.5, 0.62));
  const lightFrom = random.chance(0.5) ? 1 : -1;
  const sun = sunFor({ place, time, reading }, traits, { wide, tall, horizon, lightFrom, random });
  const sky = skyFor({ palette, noise, traits, reading, place }, { sun, horizon, wide, random });
  const plan: LandPlan = {
    canvas,
    palette,
    noise,
    random,
    horizon,
    lightFrom,
    haze: traits.haze * (reading.weather === 'fog' ? 1.3 : place === 'space' ? 0.2 : 1),
    texture: traits.texture,
  };
  const land = PLACES[place](plan, reading, tall);
  const layers = land.layers.filter(
    (layer, index) => index >= land.layers.length * (1 - traits.density) || layer.mirror !== undefined,
  );
  paintLand(plan, layers, backdrop(place, sky, plan, tall));
  placeFigures(reading, traits, { canvas, random, standing: land.standing, floating: land.floating }).forEach((figure, index) => {
    const own = index === 0 ? palette : { ...palette, subject: reading.colours[1] ?? hex(FIGURES[figure.name].natural) };
    drawFigure(canvas, figure, { palette: own, lightFrom, flatness: traits.flatness, haze: figure.depth * 0.4 });
  });
  if (traits.texture > 0) addWeather({ canvas, palette, noise, random, horizon }, reading);
  return { canvas, palette, random, lightFrom, sun };
}

function paletteOf(reading: Reading, place: PlaceName, time: TimeName, draw: number): Palette {
  const base = paletteFor(reading, time, draw);
  if (place === 'underwater')
    return {
      ...base,
      zenith: mix(hex('#4cc3d6'), base.zenith, 0.25),
      horizon: mix(hex('#0d4f7c'), base.horizon, 0.12),
      light: [0.75, 0.95, 1.02],
      cloud: base.horizon,
    };
  if (place === 'space')
    return {
      ...base,
      zenith: times(base.zenith, [0.5, 0.45, 0.6]),
      horizon: mix(hex('#171238'), base.accent, 0.2),
      light: [0.86, 0.84, 0.95],
    };
  if (place === 'table') return { ...base, light: mix(base.light, [1, 0.94, 0.86], 0.6) };
  return base;
}

type Setting = { readonly place: PlaceName; readonly time: TimeName; readonly reading: Reading };
type Frame = {
  readonly wide: number;
  readonly tall: number;
  readonly horizon: number;
  readonly lightFrom: number;
  readonly random: Random;
};

function sunFor(
  { place, time, reading }: Setting,
  { sunRadius }: Traits,
  { wide, horizon, lightFrom, random }: Frame,
): SkyPlan['sun'] {
  const low = time === 'golden' || time === 'dawn';
  const hidden = ['rain', 'storm', 'snow', 'fog', 'cloudy'].includes(reading.weather ?? '');
  const away = place === 'underwater' || place === 'table' || place === 'space';
  return {
    x: wide * (0.5 + lightFrom * random.between(0.12, 0.32)),
    y: low ? horizon - random.between(0.06, 0.16) : horizon * random.between(0.2, 0.4),
    radius: sunRadius * (time === 'night' ? 1.15 : 1),
    strength: away ? 0 : hidden ? 0.22 : time === 'day' ? 0.7 : time === 'night' ? 0.62 : 1,
  };
}

type SkyParts = {
  readonly palette: Palette;
  readonly noise: SkyPlan['noise'];
  readonly traits: Traits;
  readonly reading: Reading;
  readonly place: PlaceName;
};

function skyFor(
  { palette, noise, traits, reading, place }: SkyParts,
  {
    sun,
    horizon,
    wide,
    random,
  }: { readonly sun: SkyPlan['sun']; readonly horizon: number; readonly wide: number; readonly random: Random },
): SkyPlan {
  const away = INDOORS.includes(place) || place === 'underwater' || place === 'space';
  const cloudy = { rain: 0.95, storm: 1, snow: 0.8, fog: 0.6, cloudy: 0.85, clear: 0.05 }[reading.weather ?? 'clear'];
  const clouds = away || reading.weather === 'clear' ? 'none' : traits.clouds;
  return {
    palette,
    noise,
    clouds,
    cloudiness: reading.weather ? cloudy : random.between(0.25, 0.55),
    stars: traits.texture > 0 && (palette.night || place === 'space') ? 1 : 0,
    sun,
    horizon,
    puffs: clouds === 'puffy' ? heapClouds(random, wide, horizon, Math.max(3, Math.round(wide * 4))) : [],
  };
}

type Backdrop = (x: number, y: number) => Rgb;

function backdrop(place: PlaceName, sky: SkyPlan, plan: LandPlan, tall: number): Backdrop {
  if (place === 'space') return cosmos(sky, plan);
  if (place === 'table') return wall(plan);
  if (place === 'underwater')
    return (x, y) =>
      mix(plan.palette.zenith, plan.palette.horizon, clamp(y / tall + layered(plan.noise, x * 2, y * 2, 3) * 0.16));
  return (x, y) => skyAt(sky, x, y);
}

/** Creates stars, a coloured nebula and one planet. */
function cosmos(sky: SkyPlan, { noise, palette, random, canvas, lightFrom }: LandPlan): Backdrop {
  const planet = {
    x: (canvas.width / canvas.unit) * random.between(0.2, 0.8),
    y: random.between(0.18, 0.4),
    radius: random.between(0.13, 0.24),
  };
  const surface = palette.subject;
  return (x, y) => {
    const [dx, dy] = [(x - planet.x) / planet.radius, (y - planet.y) / planet.radius];
    const distance = Math.hypot(dx, dy);
    const gas = smoothstep(-0.05, 0.75, layered(noise, x * 1.6, y * 1.6, 5));
    const dust = smoothstep(0.1, 0.8, layered(noise, x * 2.6 + 40, y * 2.6, 5));
    let colour = mix(mix(skyAt(sky, x, y), palette.subject, gas * 0.5), mix(palette.accent, [1, 0.7, 0.9], 0.4), dust * 0.55);
    if (distance > 1) return mix(colour, surface, 0.35 * Math.exp(-(distance - 1) * 9));
    const bands = layered(noise, dx * 0.8, dy * 4 + noise(dx * 3, dy * 3) * 0.3, 4);
    const lit = clamp(0.28 + dx * lightFrom * 0.72 - dy * 0.35 + Math.sqrt(1 - Math.min(1, distance * distance)) * 0.35);
    colour = mix(times(surface, [0.1, 0.1, 0.18]), mix(surface, mix(palette.accent, [1, 1, 1], 0.4), 0.5 + bands * 0.7), lit);
    return mix(colour, surface, smoothstep(0.985, 1, distance) * 0.4);
  };
}

/** Creates a plain wall lit through a window. */
function wall({ noise, palette, lightFrom, canvas }: LandPlan): Backdrop {
  const middle = (canvas.width / canvas.unit) * 0.5;
  const paint = times(mix(palette.horizon, palette.wall, 0.55), palette.light);
  return (x, y) => {
    const slanted = (x - middle) * lightFrom + y * 0.5;
    const pane =
      smoothstep(-0.16, -0.13, slanted) *
      smoothstep(0.46, 0.43, slanted) *
      (Math.abs(slanted - 0.15) < 0.012 || Math.abs(y - 0.34 - (x - middle) * 0.1) < 0.012 ? 0.2 : 1);
    const shade = clamp(0.75 + (x - middle) * lightFrom * 0.25 + layered(noise, x * 3, y * 3, 3) * 0.1);
    return mix(mix(palette.shade, paint, shade * 0.75 + 0.25), palette.glow, pane * 0.35);
  };
}

type Spots = { readonly canvas: Canvas; readonly random: Random; readonly standing: number; readonly floating: number };

function placeFigures(
  { figures }: Reading,
  { figureScale }: Traits,
  { canvas, random, standing, floating }: Spots,
): readonly PlacedFigure[] {
  const { unit } = canvas;
  const wide = canvas.width / unit;
  const left = random.chance(0.5);
  return figures.map((name, index) => {
    const { size: plain, stands } = FIGURES[name];
    const size = stands === 'foot' ? plain : plain * figureScale * random.between(0.94, 1.12) * (figures.length > 1 ? 0.86 : 1);
    const alone = figures.length === 1;
    const share =
      stands === 'foot' ? 0.5 : alone ? 0.5 + (left ? -1 : 1) * random.between(0.02, 0.17) : (index === 0) === left ? 0.3 : 0.71;
    const heights = {
      ground: standing - size,
      air: Math.max(0.05, standing * 0.42 - size / 2 + random.between(-0.05, 0.05)),
      water: floating - size * 0.9,
      foot: canvas.height / unit - size * 0.985,
    };
    const x = Math.max(0.02, Math.min(wide - size - 0.02, wide * share - size / 2));
    return {
      name,
      left: x * unit,
      top: heights[stands] * unit,
      size: size * unit,
      mirrored: random.chance(0.5),
      depth: stands === 'air' ? 0.12 : 0.02,
    };
  });
}

/** Adds sunlight that spills over everything near the sun. */
export function bloom({ canvas, palette, sun }: Scene, strength: number): void {
  if (sun.strength === 0) return;
  const { width, height, unit } = canvas;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const distance = Math.hypot(x / unit - sun.x, y / unit - sun.y);
      shine(canvas, y * width + x, palette.glow, strength * sun.strength * Math.exp(-distance * 4.2));
    }
  }
}
