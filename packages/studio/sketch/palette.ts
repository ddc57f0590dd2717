import { clamp, hex, luma, mix, type Rgb, saturate, times } from './colour.ts';
import { FIGURES } from './figure-table.ts';
import type { Reading } from './reading.ts';
import type { SeasonName, TimeName } from './vocabulary-table.ts';

/** Colours of a scene in its lighting. */
export type Palette = {
  readonly zenith: Rgb;
  readonly horizon: Rgb;
  /** Colour of the sun, the moon and glowing parts. */
  readonly glow: Rgb;
  readonly cloud: Rgb;
  /** Colour that white takes in the light. */
  readonly light: Rgb;
  /** Tint of shadows. */
  readonly shade: Rgb;
  readonly leaves: Rgb;
  readonly rock: Rgb;
  readonly sand: Rgb;
  readonly wall: Rgb;
  /** Colour of the main subject. */
  readonly subject: Rgb;
  readonly accent: Rgb;
  readonly night: boolean;
};

type Sky = {
  readonly zenith: string;
  readonly horizon: string;
  readonly glow: string;
  readonly light: Rgb;
  readonly shade: string;
};

const SKIES: Readonly<Record<TimeName, Sky>> = {
  dawn: { zenith: '#7f93c9', horizon: '#ffd9c2', glow: '#fff0d2', light: [1, 0.9, 0.86], shade: '#6d6a97' },
  day: { zenith: '#3f8bd8', horizon: '#d3eaf3', glow: '#fffbe6', light: [1.03, 1, 0.95], shade: '#4a6a96' },
  golden: { zenith: '#4a5596', horizon: '#ffa867', glow: '#fff0b8', light: [1.02, 0.79, 0.6], shade: '#523a63' },
  dusk: { zenith: '#27306b', horizon: '#d794ac', glow: '#ffe3c9', light: [0.66, 0.6, 0.78], shade: '#2c2a58' },
  night: { zenith: '#070c24', horizon: '#2a4077', glow: '#f6f3df', light: [0.26, 0.32, 0.52], shade: '#0b1230' },
};

const LEAVES: Readonly<Record<SeasonName, string>> = {
  spring: '#f0aec6',
  summer: '#4f9145',
  autumn: '#d0722c',
  winter: '#e9f0f6',
};

const NEON: readonly Rgb[] = [hex('#ff4fa8'), hex('#21d4fd')];
const GREY_SKY = hex('#8d97a3');
const FIRST_COLOURS = ['#d9603f', '#e0a13c', '#4f86b8', '#c65a76', '#7a68b8', '#4f9a86'] as const;

/** Chooses colours for a reading; `draw` (0 to 1, from the seed) decides where the prompt says nothing. */
export function paletteFor(reading: Reading, time: TimeName, draw: number): Palette {
  const sky = SKIES[time];
  const [first, second] = reading.colours.length === 0 && reading.moods.includes('neon') ? NEON : reading.colours;
  const fallback = hex(FIRST_COLOURS[Math.floor(draw * FIRST_COLOURS.length)] ?? FIRST_COLOURS[0]);
  const [figure] = reading.figures;
  const natural = figure && hex(FIGURES[figure].natural);
  const hasFigure = reading.figures.length > 0;
  const tint = (colour: Rgb, towards: Rgb | undefined, part: number): Rgb => (towards ? mix(colour, towards, part) : colour);
  const base: Palette = {
    zenith: tint(hex(sky.zenith), second ?? first, hasFigure ? 0.22 : 0.38),
    horizon: tint(hex(sky.horizon), first, hasFigure ? 0.16 : 0.4),
    glow: hex(sky.glow),
    cloud: mix(hex('#ffffff'), hex(sky.horizon), time === 'day' ? 0.12 : 0.5),
    light: sky.light,
    shade: hex(sky.shade),
    leaves: hex(LEAVES[reading.season ?? (reading.weather === 'snow' ? 'winter' : 'summer')]),
    rock: hex('#878b95'),
    sand: hex('#e2bd7f'),
    wall: hex('#cdbfae'),
    subject: first ?? natural ?? fallback,
    accent: second ?? first ?? fallback,
    night: time === 'night',
  };
  return mapColours(weathered(base, reading), (colour) => moody(colour, reading));
}

function weathered(base: Palette, { weather }: Reading): Palette {
  if (weather === undefined || weather === 'clear') return base;
  const grey: Rgb = times(GREY_SKY, base.night ? [0.35, 0.4, 0.55] : mix([1, 1, 1], base.light, 0.7));
  const parts = { rain: 0.62, storm: 0.75, snow: 0.3, fog: 0.5, cloudy: 0.35 } as const;
  const part = parts[weather];
  const darker = weather === 'storm' ? 0.55 : weather === 'rain' ? 0.78 : 1;
  const pale = weather === 'fog' || weather === 'snow' ? mix(grey, base.horizon, 0.45) : grey;
  return {
    ...base,
    zenith: times(mix(base.zenith, grey, part), [darker, darker, darker]),
    horizon: mix(base.horizon, mix(pale, [1, 1, 1], weather === 'storm' || base.night ? 0 : 0.3), part),
    cloud: times(mix(base.cloud, grey, part), [darker, darker, darker]),
    light: mix(base.light, times(base.light, [0.74, 0.78, 0.84]), weather === 'snow' ? 0.1 : part),
  };
}

function moody(colour: Rgb, { moods }: Reading): Rgb {
  let next = colour;
  if (moods.includes('pastel')) next = mix(saturate(next, 0.8), [1, 0.98, 0.97], 0.3);
  if (moods.includes('soft')) next = mix(saturate(next, 0.9), [1, 0.98, 0.95], 0.1);
  if (moods.includes('vivid')) next = saturate(next, 1.35);
  if (moods.includes('dark')) next = times(saturate(next, 0.85), [0.62, 0.62, 0.66]);
  if (moods.includes('monochrome')) next = [luma(next), luma(next), luma(next)];
  return next;
}

function mapColours(palette: Palette, change: (colour: Rgb) => Rgb): Palette {
  const { light, night, ...colours } = palette;
  const entries = Object.entries(colours).map(([name, colour]) => [name, change(colour)] as const);
  return {
    ...palette,
    ...Object.fromEntries(entries),
    light: light.map((value) => clamp(value / 1.1) * 1.1) as unknown as Rgb,
    night,
  };
}
